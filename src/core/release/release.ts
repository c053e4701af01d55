import type {JsonObject} from '../json.ts';
import type {SaidGuards} from '../plan/guards.ts';
import type {IgnoreRule} from '../plan/ignore-rule.ts';
import type {Summary} from '../plan/plan.ts';
import type {HealthRule} from '../readiness/health-rule.ts';
import type {Resource} from '../resource/resource.ts';
import type {ClusterIdentity} from '../workspace/cluster-identity.ts';
import type {Holder} from './holder.ts';
import type {MadeFrom} from './made-from.ts';
import type {Phase} from './phase.ts';
import type {Rebuilt} from './rebuilt.ts';
import type {ResourceState} from './resource-state.ts';
import type {SourceCommit} from './source-commit.ts';

/** spec + state + metadata: one immutable record of one apply or destroy. */
export type Release = {
  readonly formatVersion: 2;
  readonly project: string;
  readonly stack: string;
  readonly workspace: string;
  readonly lineage: string;
  readonly revision: number;
  readonly epoch: number;
  readonly operation: 'apply' | 'destroy';
  /** Its spec is that of an earlier release. */
  readonly from?: MadeFrom;
  readonly rebuilt?: Rebuilt;
  readonly phase: Phase;
  readonly startedAt: string;
  readonly finishedAt?: string;
  readonly by: Holder;
  /** Absent outside of a repository. Of a rollback that of the release which it makes again. */
  readonly source?: SourceCommit;
  readonly gantryVersion: string;
  readonly cluster: ClusterIdentity;
  readonly summary: Summary;
  /** Secret literals are typed holes; such a spec is refused by every reader that would apply it. */
  readonly spec: readonly Resource[];
  /** Ids of resources whose texts may hold references. Absent in releases of earlier versions. */
  readonly expandable?: readonly string[];
  /** Fields that the stack's own files leave to others. */
  readonly ignore?: readonly IgnoreRule[];
  /** When the stack's own files say that its objects are ready. */
  readonly health?: readonly HealthRule[];
  /** How much one plan may delete, as the stack's own files say. */
  readonly guards?: SaidGuards;
  /** The stack's own: ensured to exist, never owned. */
  readonly namespace?: string;
  /**
   * What the stack's own files say of resources that the workspace has changed, by id: tells an edited manifest from an edited
   * workspace. Absent where it changes none, and in releases of earlier versions.
   */
  readonly stackAttributes?: Readonly<Record<string, JsonObject>>;
  /** Ids whose objects this run kept in the cluster, without our ownership labels. Until it is recorded, they may have them or not. */
  readonly orphaned?: readonly string[];
  /** An earlier run did not end well, and this one left out some of it, or did not wait: what is at rest may not be ready. */
  readonly unsettled?: true;
  readonly state: readonly ResourceState[];
  readonly extensions?: JsonObject;
};
