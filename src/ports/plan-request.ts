import type {Origins} from '../core/diagnostic/origin.ts';
import type {JsonObject} from '../core/json.ts';
import type {IgnoreRule} from '../core/plan/ignore-rule.ts';
import type {Permissions} from '../core/plan/permissions.ts';
import type {UserHealthOf} from '../core/readiness/user-health.ts';
import type {KnownValues} from '../core/reference/values.ts';
import type {ResourceState} from '../core/release/resource-state.ts';
import type {Resource} from '../core/resource/resource.ts';
import type {Secret} from '../core/secret/secret.ts';
import type {ComingObject, OtherResource} from '../core/stacks/other-stack.ts';

/** What a runtime needs to plan its resources of one stack. Optional groups may be ignored by a runtime that does not know them. */
export type PlanRequest = {
  /** Identifies the release history of the stack. */
  readonly lineage: string;
  /** `project/stack/workspace`, written on objects for people. */
  readonly stackName: string;
  readonly wanted: WantedResources;
  readonly prior: PriorRelease;
  /** The release whose spec is planned: its secrets are redacted, and restored from live where the digest matches. */
  readonly recalls?: RecalledRelease | undefined;
  readonly secrets: PlanSecrets;
  /** The values of resources that other runtimes plan. */
  readonly values?: KnownValues | undefined;
  readonly neighbours?: Neighbours | undefined;
  /** Only the Kubernetes runtime reads it. */
  readonly kubernetes?: KubernetesSettings | undefined;
  readonly permissions: Permissions;
  /** Fields that are left to others. */
  readonly ignore: readonly IgnoreRule[];
  readonly signal: AbortSignal;
};

/** What the stack's files want. */
export type WantedResources = {
  /** Ids are unique. References inside attributes are still there. */
  readonly resources: readonly Resource[];
  /** Ids of resources whose attributes may hold references. */
  readonly expandable: ReadonlySet<string>;
  /** Every id after all that it needs, and what each one needs. */
  readonly order: {readonly order: readonly string[]; readonly after: ReadonlyMap<string, readonly string[]>};
  readonly origins: Origins;
  /** What the stack's own files say of resources that the workspace has changed, by id. */
  readonly own?: ReadonlyMap<string, JsonObject> | undefined;
};

/** What earlier runs left. */
export type PriorRelease = {
  /** Left by the last release. */
  readonly state: readonly ResourceState[];
  /** Attributes of each resource at the last release (secrets redacted), to tell a user's change from drift. */
  readonly spec: readonly Resource[];
  /** What the stack's own files said then of resources that the workspace had changed; sealed. */
  readonly own?: Readonly<Record<string, JsonObject>> | undefined;
  /** Spec of a run that did not end (crash): what exists of it with our ownership is ours. */
  readonly interrupted: readonly Resource[];
  /** Ids of `state` that such a run wanted: it may have created their objects again, so that their recorded uid proves nothing. */
  readonly remade?: ReadonlySet<string> | undefined;
  /** Objects that this plan leaves as they are: known, and no orphans. */
  readonly leftOut?: readonly ResourceState[] | undefined;
  /** Ids of `state` that are no longer wanted and whose objects stay, without our ownership. */
  readonly letGo?: ReadonlySet<string> | undefined;
};

/** The release whose spec is planned, and what it left: with which secrets, by their digests. */
export type RecalledRelease = {
  readonly revision: number;
  readonly state: readonly ResourceState[];
};

/** The key and the values by which a plan compares and sends secrets. */
export type PlanSecrets = {
  /** Keys the digests of secret leaves. */
  readonly sealKey: Secret;
  /** The value of each `ref://…` in the resources. */
  readonly values?: ReadonlyMap<string, Secret> | undefined;
  /** No secret was read: references to secrets are compared as texts, and objects with one are not sent. */
  readonly unread?: boolean | undefined;
};

/** Other stacks, whose values this one takes, or that are applied or destroyed first in the same run. */
export type Neighbours = {
  /** Resources whose values these take, by how a reference names them. */
  readonly others?: ReadonlyMap<string, OtherResource> | undefined;
  /** Objects that stacks which are applied first bring along. */
  readonly coming?: readonly ComingObject[] | undefined;
  /** The uids of the objects that stacks which are destroyed first delete. */
  readonly going?: ReadonlySet<string> | undefined;
};

/** What a stack says about its Kubernetes objects as a whole. */
export type KubernetesSettings = {
  /** A namespace that is ensured to exist, and never owned. */
  readonly ensureNamespace?: string | undefined;
  /** The namespace of this or another cluster that the stack's own releases are kept in. */
  readonly stateIn?: string | undefined;
  /** When the user's rules say that objects are ready. */
  readonly health?: UserHealthOf | undefined;
};
