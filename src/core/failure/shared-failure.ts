import type {UsedIn} from '../release/use.ts';

/**
 * A stack that uses a shared resource, and its fields with a value of it. `workspace`: another workspace, whose cluster the resource is;
 * without a stack, the workspace itself.
 */
export type SharedUse = {
  readonly stack?: string;
  readonly workspace?: string;
  readonly fields: readonly UsedIn[];
};

/** The removal of shared resources that stacks use. Nothing was changed. */
export type SharedInUse = {
  readonly code: 'shared/in-use';
  readonly workspace: string;
  readonly resources: readonly {readonly id: string; readonly users: readonly SharedUse[]}[];
};
