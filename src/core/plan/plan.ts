import type {Diagnostic, Position} from '../diagnostic/diagnostic.ts';
import type {HookOfChange} from '../hook/hook.ts';
import type {Json} from '../json.ts';
import type {ClusterIdentity} from '../workspace/cluster-identity.ts';
import type {Dependant} from './dependant.ts';

/** The actions that a change of a plan can have. */
export const ACTIONS = [
  'create',
  'update',
  'replace',
  'delete',
  'adopt',
  'unchanged',
  'retain',
  'forget',
  'gone',
  'run',
  'read',
] as const;

/** The actions that only some plans have: their counts are absent from a summary without one. */
export const RARE_ACTIONS: ReadonlySet<Action> = new Set<Action>(['run', 'read']);

/** The action of a change. */
export type Action = (typeof ACTIONS)[number];

/** The cause of a field's difference. */
export type Cause =
  | 'spec'
  | 'workspace'
  | 'secret'
  | 'reference'
  | 'drift'
  | 'conflict'
  /** Another manager added the field, and it is in no file. It stays unless `--revert-added` names it. */
  | 'added'
  | 'takeover'
  | 'ownership'
  | 'default'
  | 'server'
  | 'webhook';

/**
 * A leaf that differs. `before` is absent for an added field, `after` for a removed one. A masked secret that was added or removed is
 * `***`. Both sides are absent if a masked secret changed.
 */
export type FieldChange = {
  /** For example `spec.template.spec.containers[name="app"].image`. */
  readonly path: string;
  readonly before?: Json;
  readonly after?: Json;
  readonly cause: Cause;
  /** The field manager that owns the live value, where the cause is another manager. */
  readonly manager?: string;
  /** The time of the last write by that manager (RFC 3339). */
  readonly time?: string;
  readonly sensitive?: true;
  /** The value is known only after apply. */
  readonly unknown?: true;
  /** Owned by another manager on purpose (an autoscaler): it stays as it is, and is left out of the request. */
  readonly yielded?: true;
  /** The server forbids this change, so the object is deleted and recreated. Not always known. */
  readonly forcesReplacement?: true;
  /** The position of the desired value in the files. */
  readonly at?: Pick<Position, 'file' | 'line' | 'column'>;
};

/** A known effect of a change beyond the object itself. */
export type Effect =
  /** The pods of the workload are recreated. */
  | 'pods-restart'
  /** A Job runs once more. */
  | 'job-runs-again'
  /** The content of the object is lost: a volume's data, a namespace's objects, all objects of a kind. */
  | 'data-lost'
  /** The object is missing for a moment, so clients see an interruption. */
  | 'interruption'
  /** The number of pods changes, without a restart of the others. */
  | 'scaled';

/** The objects that the deletion of a Namespace or a CustomResourceDefinition cascades to. */
export type Cascade = {
  /** The number of objects, without those that the cluster itself creates or deletes with another object. */
  readonly objects: number;
  /** The number of them that do not belong to this stack. */
  readonly others: number;
  /** The number may be higher, because the user has no permission to list some objects. */
  readonly atLeast?: true;
};

/** The reason why a change is blocked, and the flag that permits it, for example `--adopt apps/v1:Deployment:shop:web`. */
export type Blocked = {
  readonly needs: string;
  readonly because: string;
  /** Only the id permits the change. `all` and the stack's name do not. */
  readonly byId?: true;
  /** The rules of the workspace's policy that deny the change. No flag permits it. */
  readonly policies?: readonly string[];
};

/** A planned action on one resource, with its field differences and the reasons that block it. */
export type Change = {
  readonly id: string;
  readonly type: 'Kubernetes' | 'Terraform';
  readonly action: Action;
  /** The id in the last release of a resource that has a new one. Kubernetes objects have their identity without it. */
  readonly movedFrom?: string;
  /** Set for an unchanged Terraform resource that somebody changed at its provider: the release gets what the provider has. */
  readonly refreshed?: true;
  readonly reason?: string;
  /** True if a dry run of the server (or rule 2 of the engine) confirmed this change. */
  readonly verified: boolean;
  readonly blocked?: Blocked;
  /** The hook that the change runs, if its action is `run`. The id is then that of its object with `@` and the event. */
  readonly hook?: HookOfChange;
  readonly effects?: readonly Effect[];
  readonly takesAlong?: Cascade;
  /** The changed fields. An addition of others that stays has the same value on both sides. */
  readonly fields: readonly FieldChange[];
  /** Attributes of a Terraform resource that are in no file, and whose values are known only after apply. Only for updates. */
  readonly computed?: readonly string[];
  /** Fields that controllers have added. They stay and are not counted. Their times are left out, because they change in each run. */
  readonly addedByControllers?: readonly FieldChange[];
};

/**
 * The number of changes of each action, and of blocked ones. `run` counts hooks, and `read` data sources that Terraform reads during the apply. Both are absent if
 * there are none.
 */
export type Summary = Readonly<Record<Exclude<Action, 'run' | 'read'> | 'blocked', number>> & {
  readonly run?: number;
  readonly read?: number;
};

/** A plan: the changes between spec, state and live objects, in the order in which they will run. */
export type Plan = {
  readonly formatVersion: 1;
  readonly project: string;
  readonly stack: string;
  readonly workspace: string;
  readonly lineage: string;
  /** The revision that an apply of this plan records. */
  readonly revision: number;
  readonly cluster: ClusterIdentity;
  readonly summary: Summary;
  readonly changes: readonly Change[];
  /** Present in untrusted mode: the base, its commit, and the number of objects that were not verified. */
  readonly untrusted?: {readonly base: string; readonly commit: string; readonly notVerified: number};
  /** The objects and lists that sources looked up in the cluster: `v1/ConfigMap shop/region`. Absent: none. */
  readonly lookedUp?: readonly string[];
  readonly diagnostics: readonly Diagnostic[];
  /** The SHA-256 of all members above in canonical JSON. */
  readonly digest: string;
  /** The stacks that use values of this shared stack which the plan changes. Not part of the digest, because other stacks change it. */
  readonly dependants?: readonly Dependant[];
};
