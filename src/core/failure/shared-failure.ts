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

/** External resources that are no longer the objects that were registered. Nothing was changed. */
export type ExternalChanged = {
  readonly code: 'shared/external-changed';
  readonly workspace: string;
  readonly resources: readonly ChangedExternal[];
};

/** An external resource with its registered uid. Without `found` its object is gone. */
export type ChangedExternal = {readonly id: string; readonly expected: string; readonly found?: string};

/** A shared resource that the workspace does not have. */
export type SharedNotFound = {
  readonly code: 'shared/not-found';
  readonly workspace: string;
  readonly id: string;
  readonly nearest?: string;
};

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
