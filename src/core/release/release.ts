import type {HookSource} from '../hook/hook-record.ts';
import type {JsonObject} from '../json.ts';
import type {SaidGuards} from '../plan/guards.ts';
import type {IgnoreRule} from '../plan/ignore-rule.ts';
import type {Summary} from '../plan/plan.ts';
import type {UsedWaiver} from '../policy/policy.ts';
import type {Admission} from '../protection/guarded-change.ts';
import type {HealthRule} from '../readiness/health-rule.ts';
import type {Resource} from '../resource/resource.ts';
import type {ClusterIdentity} from '../workspace/cluster-identity.ts';
import type {ClaimRecord} from './claim-record.ts';
import type {Holder} from './holder.ts';
import type {MadeFrom} from './made-from.ts';
import type {Phase} from './phase.ts';
import type {Previous} from './previous.ts';
import type {ResourceState} from './resource-state.ts';
import type {SourceCommit} from './source-commit.ts';
import type {SourceRecord} from './source-record.ts';
import type {Use} from './use.ts';

/** Marks a release that was rebuilt from the cluster after the backend was lost or damaged. */
export type Rebuilt = {
  /** Ids of objects whose desired state is not known, because no file matched them. */
  readonly unknown: readonly string[];
  /** Objects that could not be read, for messages: `secrets in namespace shop`. */
  readonly unread: readonly string[];
};

/** A release: the immutable record of an apply or a destroy, with spec, state and metadata. */
export type Release = {
  readonly formatVersion: 2;
  readonly project: string;
  readonly stack: string;
  readonly workspace: string;
  readonly lineage: string;
  readonly revision: number;
  readonly epoch: number;
  readonly operation: 'apply' | 'destroy';
  /** Present if its spec is that of an earlier release. */
  readonly from?: MadeFrom;
  readonly rebuilt?: Rebuilt;
  readonly phase: Phase;
  readonly startedAt: string;
  readonly finishedAt?: string;
  readonly by: Holder;
  /** The source commit. Absent outside of a repository. A rollback has that of the release that it applies again. */
  readonly source?: SourceCommit;
  /** The permission of the change, if the workspace is protected. */
  readonly admission?: Admission;
  /** The waivers of the workspace's policy that the run used. Absent: none. */
  readonly waivers?: readonly UsedWaiver[];
  readonly gantryVersion: string;
  readonly cluster: ClusterIdentity;
  readonly summary: Summary;
  /** The spec with redacted secret literals. Every reader that would apply a redacted value refuses it. */
  readonly spec: readonly Resource[];
  /** Ids of resources whose values may contain references. Absent in releases of earlier versions. */
  readonly expandable?: readonly string[];
  /** The ignore rules of the stack's own files. */
  readonly ignore?: readonly IgnoreRule[];
  /** The health rules of the stack's own files. */
  readonly health?: readonly HealthRule[];
  /** The deletion limits of the stack's own files. */
  readonly guards?: SaidGuards;
  /** The setting of the stack for its namespace. `delete`: a destroy deletes the namespace if the stack created it. */
  readonly createdNamespace?: 'keep' | 'delete';
  /** The namespace of the stack. Gantry creates it if it does not exist, and never owns it. */
  readonly namespace?: string;
  /**
   * The attributes of resources without the changes of the workspace, by id. They distinguish an edited manifest from an edited
   * workspace. Absent if the workspace changes no resource, and in releases of earlier versions.
   */
  readonly stackAttributes?: Readonly<Record<string, JsonObject>>;
  /** Ids of objects that this run kept in the cluster without ownership labels. Until it is recorded, the labels may still be there. */
  readonly orphaned?: readonly string[];
  /** True if an earlier run failed and this one did not include all of it or did not wait, so unchanged objects may not be ready. */
  readonly unsettled?: true;
  /** The records of the sources of the spec. Absent: no source left one. */
  readonly sources?: readonly SourceRecord[];
  /** The sources that may have hooks, with the record of each hook. Absent: the stack has none. */
  readonly hooks?: readonly HookSource[];
  /** The shared resources whose values the spec takes. Absent: none, and in releases of earlier versions. */
  readonly uses?: readonly Use[];
  /** The recipes of a shared stack for claims. Absent: none, and in releases of earlier versions. */
  readonly claims?: readonly ClaimRecord[];
  /** The digests of the release before this one, and of runs that died since. Absent in releases of earlier versions. */
  readonly previous?: Previous;
  /** The number of the Terraform state of the stack, so that an older one is refused. Absent: the stack never had one. */
  readonly terraformState?: number;
  readonly state: readonly ResourceState[];
  readonly extensions?: JsonObject;
};
