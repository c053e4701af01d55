import type {Failure} from '../../core/failure/failure.ts';
import type {Secret} from '../../core/secret/secret.ts';
import type {Series} from '../../engine/release/series.ts';
import type {Backend} from '../../ports/backend.ts';
import type {Neighbours} from '../../ports/plan-request.ts';
import type {ReadHealth} from './health-rules.ts';
import type {PlanSource} from './plan-source.ts';
import type {PreviewRequest} from './release-requests.ts';
import type {SelectedResources} from './select-resources.ts';

/** Objects that a destroy could not look at, because the API of their kind is unavailable. They stay in the release. */
export type UnreadObjects = {
  readonly ids: readonly string[];
  readonly failure: Failure & {readonly code: 'cluster/unreachable'};
};

/** The part of a stack that a plan looks at. */
export type PlanScope = SelectedResources & {
  /** What a destroy could not look at: it stays as it is. */
  readonly unread: readonly UnreadObjects[];
};

/** Where the releases of a stack are, and what they say. */
export type PlanRecords = {
  readonly backend: Backend;
  readonly series: Series;
};

/** All that is read for a plan before its cluster is asked. */
export type PlanInput = {
  readonly request: PreviewRequest;
  readonly source: PlanSource;
  readonly records: PlanRecords;
  readonly scope: PlanScope;
  /** When objects are ready, in the user's own words. */
  readonly healthy: ReadHealth;
};

/** Values that are not in the files of the stack. */
export type PlanValues = {
  /** What each `ref://…` stands for. */
  readonly secrets: ReadonlyMap<string, Secret>;
  /** Resources of other stacks. */
  readonly others: NonNullable<Neighbours['others']>;
};

/** The releases that a plan goes on with. */
export type PlannedSeries = {
  readonly lineage: string;
  /** Keys the digests of secrets. */
  readonly sealKey: Secret;
  /** Ids whose objects stay, without our marks. */
  readonly letGo: ReadonlySet<string>;
};
