import type {Failure} from '../../core/failure/failure.ts';
import type {RecordedRuns} from '../../core/hook/was-installed.ts';
import type {Secret} from '../../core/secret/secret.ts';
import type {ReleaseHistory} from '../../engine/release/release-history.ts';
import type {Backend} from '../../ports/backend.ts';
import type {Neighbours} from '../../ports/plan-request.ts';
import type {ChosenHooks} from '../hooks/chosen-hooks.ts';
import type {ResolvedGenerated} from '../secret/generated-request.ts';
import type {ReadHealth} from './health-rules.ts';
import type {PlanSource} from './plan-source.ts';
import type {PreviewRequest} from './release-requests.ts';
import type {SelectedResources} from './select-resources.ts';

/** Objects that a destroy could not read, because the API of their kind is unavailable. They stay in the release. */
export type UnreadObjects = {
  readonly ids: readonly string[];
  readonly failure: Failure & {readonly code: 'cluster/unreachable'};
};

/** The part of a stack that a plan includes. */
export type PlanScope = SelectedResources & {
  /** The objects that a destroy could not read; they stay unchanged. */
  readonly unread: readonly UnreadObjects[];
};

/** The backend and the release history of a stack. */
export type PlanRecords = {
  readonly backend: Backend;
  readonly history: ReleaseHistory;
  /** The runs in the pinned cluster, which may have been rebuilt since others. */
  readonly here: RecordedRuns;
};

/** The inputs of a plan that are read before the cluster is contacted. */
export type PlanInput = {
  readonly request: PreviewRequest;
  readonly source: PlanSource;
  readonly records: PlanRecords;
  readonly scope: PlanScope;
  /** The health rules of the user. */
  readonly healthy: ReadHealth;
};

/** Values that are not in the files of the stack. */
export type PlanValues = {
  /** The value of each `ref://…`. */
  readonly secrets: ReadonlyMap<string, Secret>;
  /** The generated values of charts, with their records and diagnostics. */
  readonly generated: ResolvedGenerated;
  /** Resources of other stacks. */
  readonly others: NonNullable<Neighbours['others']>;
};

/** The release history that a plan continues. */
export type PlannedHistory = {
  readonly lineage: string;
  /** The key of the digests of secrets. */
  readonly digestKey: Secret;
  /** The ids to orphan: their objects stay, without our ownership labels. */
  readonly toOrphan: ReadonlySet<string>;
  /** The hooks of the sources, and which of them run. */
  readonly hooks: ChosenHooks;
};
