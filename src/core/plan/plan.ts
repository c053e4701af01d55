import type {Diagnostic, Position} from '../diagnostic/diagnostic.ts';
import type {Json} from '../json.ts';
import type {ClusterIdentity} from '../workspace/cluster-identity.ts';

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
] as const;

/** What will be done to one resource. */
export type Action = (typeof ACTIONS)[number];

/** Why a field differs. */
export type Cause =
  | 'spec'
  | 'workspace'
  | 'secret'
  | 'reference'
  | 'drift'
  | 'conflict'
  /** Somebody else has added it: no file names it. It stays, unless its removal is asked for. */
  | 'added'
  | 'takeover'
  | 'ownership'
  | 'default'
  | 'server'
  | 'webhook';

/**
 * One leaf that differs. `before` is absent for an added field, `after` for a removed one. Of a masked secret the side that is
 * there alone is `***`, and both are absent when it changed.
 */
export type FieldChange = {
  /** For example `spec.template.spec.containers[name="app"].image`. */
  readonly path: string;
  readonly before?: Json;
  readonly after?: Json;
  readonly cause: Cause;
  /** The field manager that owns the live value, where the cause is another manager. */
  readonly manager?: string;
  /** When that manager last wrote (RFC 3339). */
  readonly time?: string;
  readonly sensitive?: true;
  /** The value is known only after apply. */
  readonly unknown?: true;
  /** Owned by another manager on purpose (an autoscaler): it stays as it is, and is left out of the request. */
  readonly yielded?: true;
  /** The server forbids this very change: for it the object is deleted and made again. Not always known. */
  readonly forcesReplacement?: true;
  /** Where the user wrote the wanted value. */
  readonly at?: Pick<Position, 'file' | 'line' | 'column'>;
};

/** What a change means beyond the object itself, where that is known. */
export type Effect =
  /** The pods of the workload are made anew. */
  | 'pods-restart'
  /** A Job runs once more. */
  | 'job-runs-again'
  /** What the object holds is lost with it: a volume's data, a namespace's objects, all objects of a kind. */
  | 'data-lost'
  /** It is away for a moment: clients see an interruption. */
  | 'interruption'
  /** The number of pods changes, without a restart of the others. */
  | 'scaled';

/** What goes with a container (a Namespace, a CustomResourceDefinition) when it is deleted. */
export type TakesAlong = {
  /** Without what the cluster itself keeps there, and what goes with another object. */
  readonly objects: number;
  /** How many of them are not of this stack. */
  readonly others: number;
  /** Some of it could not be counted: the user may not list it. */
  readonly atLeast?: true;
};

/** What stops a change and the flag that permits it, for example `--adopt apps/v1:Deployment:shop:web`. */
export type Blocked = {
  readonly needs: string;
  readonly because: string;
  /** Only the id permits it: neither `all` nor the stack's name does. */
  readonly byId?: true;
};

/** A planned action on one resource, with its field differences and the reasons that block it. */
export type Change = {
  readonly id: string;
  readonly type: 'Kubernetes' | 'Terraform';
  readonly action: Action;
  readonly reason?: string;
  /** The server confirmed by a dry run (or rule 2 of the engine proved) what this change says. */
  readonly verified: boolean;
  readonly blocked?: Blocked;
  readonly effects?: readonly Effect[];
  readonly takesAlong?: TakesAlong;
  /** An addition of somebody that stays has the same value on both sides. */
  readonly fields: readonly FieldChange[];
  /** What controllers have added, as is their job. It stays, and is no news; times are left out, which would move all the time. */
  readonly addedByControllers?: readonly FieldChange[];
};

/** The number of changes of each action, and of blocked ones. */
export type Summary = Readonly<Record<Action | 'blocked', number>>;

/** spec × state × live as data. `changes` are in the order in which they will run. */
export type Plan = {
  readonly formatVersion: 1;
  readonly project: string;
  readonly stack: string;
  readonly workspace: string;
  readonly lineage: string;
  /** The revision that applying this plan would record. */
  readonly revision: number;
  readonly cluster: ClusterIdentity;
  readonly summary: Summary;
  readonly changes: readonly Change[];
  /** Made in untrusted mode: by which commit, and how many objects nobody has verified. */
  readonly untrusted?: {readonly base: string; readonly commit: string; readonly notVerified: number};
  readonly diagnostics: readonly Diagnostic[];
  /** sha256 of everything above in canonical JSON. */
  readonly digest: string;
};
