import type {UsedIn} from '../release/use.ts';

/** A stack that uses a shared resource, and its fields with a value of it. */
export type SharedUse = {readonly stack: string; readonly fields: readonly UsedIn[]};

/** The removal of shared resources that stacks use. Nothing was changed. */
export type SharedInUse = {
  readonly code: 'shared/in-use';
  readonly workspace: string;
  readonly resources: readonly {readonly id: string; readonly users: readonly SharedUse[]}[];
};

/** Uses of shared resources whose `usableBy` leaves out the project of the stack. Nothing was changed. */
export type SharedNotUsable = {
  readonly code: 'shared/not-usable';
  readonly project: string;
  readonly resources: readonly {
    readonly id: string;
    /** The shared stack: `shared/STACK`. */
    readonly stack: string;
    readonly usableBy: readonly string[];
    readonly fields: readonly UsedIn[];
  }[];
};
