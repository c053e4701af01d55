import type {Failure} from '../core/failure/failure.ts';
import type {JsonObject} from '../core/json.ts';
import type {ResourceState} from '../core/release/resource-state.ts';

/** The outcome of one applied change. */
export type StepResult =
  | {
      readonly kind: 'done';
      readonly state?: ResourceState;
      readonly live?: JsonObject;
      /** The ids of earlier changes whose objects this step has deleted. */
      readonly removed?: readonly string[];
    }
  /**
   * `state` is the current state in the cluster: a written object that did not become ready stays in the release. `maybeWritten`:
   * the response of the server was lost, so the write may have happened.
   */
  | {
      readonly kind: 'failed';
      readonly failure: Failure;
      readonly state?: ResourceState;
      readonly maybeWritten?: true;
      /** True if the earlier object no longer exists and was not replaced. The resource leaves the release. */
      readonly absent?: true;
      readonly removed?: readonly string[];
    };
