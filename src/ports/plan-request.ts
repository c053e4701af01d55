import type {Origins} from '../core/diagnostic/origin.ts';
import type {JsonObject} from '../core/json.ts';
import type {IgnoreRule} from '../core/plan/ignore-rule.ts';
import type {Permissions} from '../core/plan/permissions.ts';
import type {UserHealthOf} from '../core/readiness/user-health.ts';
import type {ResourceState} from '../core/release/release.ts';
import type {Resource} from '../core/resource/resource.ts';
import type {Secret} from '../core/secret/secret.ts';
import type {ComingObject, OtherResource} from '../core/stacks/other-stack.ts';

export type PlanRequest = {
  readonly lineage: string;
  /** Keys the digests of secret leaves. */
  readonly sealKey: Secret;
  /** `project/stack/workspace`, written on objects for people. */
  readonly stackName: string;
  /** Wanted; ids are unique. References inside attributes are still there. */
  readonly resources: readonly Resource[];
  /** Ids of resources whose attributes may hold references. */
  readonly expandable: ReadonlySet<string>;
  /** What each `ref://…` in them stands for. */
  readonly secrets?: ReadonlyMap<string, Secret>;
  /** Every id after all that it needs, and what each one needs. */
  readonly order: {readonly order: readonly string[]; readonly after: ReadonlyMap<string, readonly string[]>};
  /** Left by the last release. */
  readonly prior: readonly ResourceState[];
  /** Attributes of each resource at the last release (secrets as holes), to tell a user's change from drift. */
  readonly priorSpec: readonly Resource[];
  /** What the stack's own files say, now and then, of resources that the workspace has changed; the recorded one sealed. */
  readonly own?: ReadonlyMap<string, JsonObject>;
  readonly priorOwn?: Readonly<Record<string, JsonObject>>;
  /** Ids of `prior` that are no longer wanted and whose objects stay: our marks and our claim to their fields go. */
  readonly letGo?: ReadonlySet<string>;
  /** Objects that this plan leaves as they are: known, and no orphans. */
  readonly leftOut?: readonly ResourceState[];
  /** Spec of a run that did not end (crash): what exists of it with our ownership is ours. */
  readonly interrupted: readonly Resource[];
  /** Ids of `prior` that such a run wanted: it may have made their objects anew, so that their recorded uid proves nothing. */
  readonly remade?: ReadonlySet<string>;
  readonly origins: Origins;
  /** The resources are those of a release: their secrets are holes, to be filled from live where the digest matches. */
  readonly recalls?: ReleaseAgain;
  /** Ensured to exist, never owned. */
  readonly ensureNamespace?: string;
  /** The namespace of this or another cluster that the stack's own releases are kept in. */
  readonly stateIn?: string;
  readonly permissions: Permissions;
  /** Fields that are left to others. */
  readonly ignore: readonly IgnoreRule[];
  /** What the user says of when objects are ready. */
  readonly health?: UserHealthOf;
  /** No secret was read: references to secrets are compared as texts, and objects with one are not sent. */
  readonly secretsUnread?: boolean;
  /** Resources of other stacks whose values these take, by how a reference names them. */
  readonly others?: ReadonlyMap<string, OtherResource>;
  /** What stacks that are applied first, in the same run, bring along. */
  readonly coming?: readonly ComingObject[];
  /** The uids of what stacks that are destroyed first, in the same run, take away. */
  readonly going?: ReadonlySet<string>;
  readonly signal: AbortSignal;
};

/** The release whose spec is planned, and what it left: with which secrets, by their digests. */
export type ReleaseAgain = {
  readonly revision: number;
  readonly state: readonly ResourceState[];
};
