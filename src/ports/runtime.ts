import type {Diagnostic} from '../core/diagnostic/diagnostic.ts';
import type {Origins} from '../core/diagnostic/origin.ts';
import type {Failure} from '../core/failure/failure.ts';
import type {JsonObject, JsonPath} from '../core/json.ts';
import type {Denial} from '../core/plan/denial.ts';
import type {ObjectDrift} from '../core/plan/drift.ts';
import type {IgnoreRule} from '../core/plan/ignore-rule.ts';
import type {Permissions} from '../core/plan/permissions.ts';
import type {Change} from '../core/plan/plan.ts';
import type {SeenObject} from '../core/plan/plan-file.ts';
import type {ResourceState} from '../core/release/resource-state.ts';
import type {Resource} from '../core/resource/resource.ts';
import type {Secret} from '../core/secret/secret.ts';
import type {ComingObject, OtherResource} from '../core/stacks/other-stack.ts';
import type {ClusterIdentity} from '../core/workspace/cluster-identity.ts';
import type {ObjectExplanation} from '../kubernetes/plan/explanation.ts';
import type {UserHealthOf} from '../kubernetes/readiness/user-health.ts';
import type {Access} from './access.ts';
import type {Inventory, InventoryRequest} from './inventory.ts';
import type {Operations, ReleasedStack} from './operations.ts';
import type {OtherTools} from './other-tools.ts';
import type {Survey, SurveyRequest} from './survey.ts';

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

/** One planned change and the way to do it. `execute` is called once, when what it depends on is done. */
export type PlannedChange = {
  readonly change: Change;
  /** Ids of changes that must be ready (for a delete: gone) before this one. */
  readonly after: readonly string[];
  /** The resource as it was sent, with secret leaves sealed: what the release keeps as its spec. */
  readonly sealed?: () => JsonObject;
  /** What the stack's own files say of it, where the workspace has changed it; sealed in the same way. */
  readonly sealedOwn?: () => JsonObject;
  /** The state that the last release left, or that live shows for an unchanged resource without one. */
  readonly state?: ResourceState;
  /** Another stack, whose marks the live object carries. */
  readonly heldBy?: string;
  /** The user may not write this object: the change is a local result, and an apply stops before it starts. */
  readonly denied?: {readonly action: string; readonly detail: string};
  /** What a saved plan keeps of the live object and of what would be sent. */
  readonly seen?: () => SeenObject;
  readonly execute: (run: StepRun) => Promise<StepResult>;
  /** Until it must be ready, where the user said so; default: what the run gives to every resource. */
  readonly timeoutMs?: number;
};

export type StepRun = {
  /** Ends every wait: the run was interrupted, or its lock is another's. */
  readonly signal: AbortSignal;
  /** Aborted, with a GantryError, when no more write may begin: as `signal`, and when the time of the whole run is over. */
  readonly stop: AbortSignal;
  /** The live object of another resource of this run, for references to that path of it. */
  readonly live: (id: string, path?: JsonPath) => JsonObject | undefined;
  readonly onWaiting: (message: string) => void;
  readonly onApplied: () => void;
  /** False: do not wait for readiness. */
  readonly wait: boolean;
  /** Gives the place among those under way to another step: nothing more is written for this one. */
  readonly freeSlot?: () => void;
  /** Milliseconds until this resource must be ready. */
  readonly timeoutMs: number;
  /** Which limit that is; all waits of a step end with it together. Absent: each wait has `timeoutMs`. */
  readonly limit?: TimeLimit;
  /**
   * Asked before each write: resolves when the lock is surely ours for long enough, rejects when it is not ours any more, or
   * when `stop` is aborted. Without `stop`: that of the run.
   */
  readonly beforeWrite: (stop?: AbortSignal) => Promise<void>;
  /** The longest that one request to write may take: the lock is asked for as much. */
  readonly writeTimeoutMs: number;
};

/** Until when a step may wait. */
export type TimeLimit = {
  /** The time that each resource has, that which a rule of the user gives to this one, or that of the whole run. */
  readonly of: 'resource' | 'rule' | 'run';
  /** How long that is in all. */
  readonly seconds: number;
  /** Monotonic milliseconds. */
  readonly until: number;
};

export type StepResult =
  | {readonly kind: 'done'; readonly state?: ResourceState; readonly live?: JsonObject}
  /**
   * `state` is what the cluster holds now: a written object that did not become ready stays in the release. `maybeWritten`:
   * the server's answer was lost, nobody knows whether it did it.
   */
  | {
      readonly kind: 'failed';
      readonly failure: Failure;
      readonly state?: ResourceState;
      readonly maybeWritten?: true;
      /** What was there before is gone, and nothing came in its place: the resource leaves the release. */
      readonly absent?: true;
    };

export type Preflight = {
  readonly denials: readonly Denial[];
  /** Ids that lack a right which a binding of the same plan gives to its user: they are tried when it is there. */
  readonly excused?: readonly string[];
  /** Who the server takes us for; asked only where something is denied. */
  readonly user?: string;
  /** Warnings: what the run will do without. */
  readonly diagnostics: readonly Diagnostic[];
};

export type RuntimePlan = {
  readonly changes: readonly PlannedChange[];
  readonly diagnostics: readonly Diagnostic[];
  /** What the user may not do of it, as far as the server says; only questions are sent. */
  readonly preflight?: (run: {readonly wait: boolean}) => Promise<Preflight>;
  /** All that is known of one resource of the plan, and of one field of it. */
  readonly explain?: (id: string, path?: string) => ObjectExplanation | undefined;
};

/** `secrets`: those that could be read; they are kept from view. */
export type DriftRequest = Pick<PlanRequest, 'lineage' | 'sealKey' | 'secrets' | 'prior' | 'ignore' | 'signal'>;

export type RuntimeDrift = {
  /** One for each of `prior`. */
  readonly objects: readonly ObjectDrift[];
  readonly diagnostics: readonly Diagnostic[];
};

/** What can read, plan and apply one type of resource. */
export type Runtime = {
  readonly identify: (fallback: {readonly namespace?: string}) => Promise<ClusterIdentity>;
  /** As whom the cluster knows us, by its own word; absent where it does not say. */
  /** Returns the milliseconds by which the server's clock is ahead of the local clock, exact to a second; undefined if unknown. */
  readonly clockOffset: () => Promise<number | undefined>;
  readonly whoAmI: () => Promise<string | undefined>;
  /** Who we are there, and what we may do. */
  readonly access: Access;
  readonly plan: (request: PlanRequest) => Promise<RuntimePlan>;
  /** What became of released resources; nothing is sent but reads. */
  readonly drift: (request: DriftRequest) => Promise<RuntimeDrift>;
  /** A released stack as people look at it while it runs: its health, its logs, its ports. */
  readonly operate: (stack: ReleasedStack) => Operations;
  /** What runs in some namespaces, as manifests would say it; nothing is written. */
  readonly survey: (request: SurveyRequest) => Promise<Survey>;
  /** What other tools have recorded, and whether its objects are theirs; nothing is written. */
  readonly otherTools: OtherTools;
  /** What a stack has by its marks alone, for when its releases are lost; nothing is written. */
  readonly inventory: (request: InventoryRequest) => Promise<Inventory>;
  readonly close: () => Promise<void>;
};
