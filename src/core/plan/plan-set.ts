/** The plans of one run over several stacks, in the order in which they are applied. */
export type PlanSet = {
  readonly formatVersion: 1;
  readonly gantryVersion: string;
  readonly createdAt: string;
  readonly stacks: readonly PlanOfSet[];
};

/** An entry of a directory of saved plans: the stack, and the file of its plan. */
export type PlanOfSet = {
  readonly project: string;
  readonly stack: string;
  readonly workspace: string;
  /** Of the saved plan, beside this file. */
  readonly file: string;
  /** The one that the saved plan has of itself. */
  readonly digest: string;
  /** PROJECT/STACK of those of the set without which it is not applied. */
  readonly after: readonly string[];
};

/** The file that makes a directory of plans one set. */
export const PLAN_SET_FILE = 'plans.json';
