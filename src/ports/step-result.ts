import type {Failure} from '../core/failure/failure.ts';
import type {JsonObject} from '../core/json.ts';
import type {ResourceState} from '../core/release/resource-state.ts';

/** The outcome of one applied change. */
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
