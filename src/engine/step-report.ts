import type {Failure} from '../core/failure/failure.ts';
import type {Action} from '../core/plan/plan.ts';
import type {ResourceState} from '../core/release/resource-state.ts';

/** The outcome of one resource, for the release and for the user. */
export type StepReport = {
  readonly id: string;
  readonly action: Action;
  readonly outcome: 'done' | 'failed' | 'skipped';
  readonly seconds: number;
  /** True if something was or may have been written for the resource, even if the step failed later. */
  readonly written?: true;
  /** The state of the resource in the cluster now. Absent if it does not exist or the step did nothing. */
  readonly state?: ResourceState;
  /** The ids of earlier steps whose objects this one has deleted. */
  readonly removed?: readonly string[] | undefined;
  /** True if the step failed and the earlier object no longer exists. */
  readonly absent?: true;
  readonly failure?: Failure | undefined;
  readonly because?: string;
};
