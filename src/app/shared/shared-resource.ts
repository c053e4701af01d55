import type {UsedIn} from '../../core/release/use.ts';
import type {ExternalResource} from '../../core/shared/external-resource.ts';

/** A stack that uses a shared resource. */
export type ListedUser = {
  /** `PROJECT/STACK`. */
  readonly stack: string;
  /** Its workspace, if it is another one: the shared resource is the cluster of that workspace. */
  readonly workspace?: string;
  readonly revision: number;
  /** The revision of the shared stack whose values it has. Absent if it took them in the first run of that stack. */
  readonly sharedRevision?: number;
  readonly fields: readonly UsedIn[];
};

/** The comparison of an external resource with the cluster or its provider. `unverified`: it was not asked. `replaced`: another object has its id. */
export type ExternalState = 'verified' | 'unverified' | 'gone' | 'replaced';

/** The registration of a resource that Gantry only reads, and its state. */
export type ListedExternal = Pick<ExternalResource, 'type' | 'addedAt' | 'addedBy'> & {
  readonly state: ExternalState;
  /** The uid at its registration; the id at the provider of a Terraform resource. */
  readonly uid?: string;
};

/** A shared resource, and the stacks that use it. */
export type SharedResource = {
  readonly id: string;
  /** `shared/STACK`, or `external`. */
  readonly stack: string;
  /** The last revision of the shared stack. Absent for an external resource. */
  readonly revision?: number;
  readonly external?: ListedExternal;
  /** The recipe that made it for a shared claim: TYPE/CLASS. Such resources are used together. */
  readonly claim?: string;
  readonly usedBy: readonly ListedUser[];
  /** The time since when no stack is known to use it. Present if it was asked for. */
  readonly unusedSince?: string;
};
