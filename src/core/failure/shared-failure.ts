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

/** An external resource with its registered identity. Without `found` it is gone. */
export type ChangedExternal = {
  readonly id: string;
  /** The attribute of a Terraform resource that is meant. Absent: the uid of a Kubernetes object. */
  readonly attribute?: string;
  readonly expected: string;
  readonly found?: string;
};

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

/** Claims of shared resources that do not exist yet. A shared stack has recipes for them, but this command does not apply it. */
export type SharedClaimToMake = {
  readonly code: 'shared/claim-to-make';
  /** The stack that claims them: PROJECT/STACK. */
  readonly by: string;
  readonly claims: readonly {
    /** TYPE/CLASS, as the recipe has it. */
    readonly claim: string;
    /** The shared stack with the recipe: `shared/STACK`. */
    readonly stack: string;
  }[];
};

/** Claims that a shared stack does not make. Nothing was changed. */
export type SharedClaimRefused = {
  readonly code: 'shared/claim-refused';
  readonly workspace: string;
  /** The last revision of the shared stack. Absent: it has none, or the recipes were not compared. */
  readonly revision?: number;
  readonly claims: readonly RefusedClaim[];
};

/**
 * A claim that is refused. `no-recipe`: the files of the shared stack have no recipe. `not-applied`: its owner has not applied the recipe.
 * `changed`: the recipe in the files is not the one that the owner applied. `not-usable`: its `usableBy` leaves out the project.
 */
export type RefusedClaim = {
  /** TYPE/CLASS. */
  readonly claim: string;
  readonly stack: string;
  /** The stack that claims it. */
  readonly by?: string;
  readonly because: 'no-recipe' | 'not-applied' | 'changed' | 'not-usable';
  readonly usableBy?: readonly string[];
};
