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
  /** The file name of the saved plan, in the same directory. */
  readonly file: string;
  /** The `digest` of the saved plan. */
  readonly digest: string;
  /** The stacks of the set (PROJECT/STACK) that must be applied before this one. */
  readonly after: readonly string[];
};

/** The name of the index of a directory of saved plans. */
export const PLAN_SET_FILE = 'plans.json';
