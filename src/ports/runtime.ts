import type {Resource} from '../core/resource/resource.ts';
import type {PlanRequest} from './plan-request.ts';
import type {DriftRequest, RuntimeDrift} from './runtime-drift.ts';
import type {RuntimePlan} from './runtime-plan.ts';

/** What plans and applies one type of resource. */
export type Runtime = {
  /** The type of the resources that it plans. */
  readonly type: Resource['type'];
  /** Compares what is wanted with what was released and what is live; nothing is written. */
  readonly plan: (request: PlanRequest) => Promise<RuntimePlan>;
  /** Compares what was released with what is live; only reads are sent. */
  readonly drift: (request: DriftRequest) => Promise<RuntimeDrift>;
  readonly close: () => Promise<void>;
};
