import type {Resource} from '../core/resource/resource.ts';
import type {PlanRequest} from './plan-request.ts';
import type {DriftRequest, RuntimeDrift} from './runtime-drift.ts';
import type {RuntimePlan} from './runtime-plan.ts';

/** A component that plans and applies one type of resource. */
export type Runtime = {
  /** The type of the resources that it plans. */
  readonly type: Resource['type'];
  /** Compares the desired resources with the last release and the live objects. Nothing is written. */
  readonly plan: (request: PlanRequest) => Promise<RuntimePlan>;
  /** Compares the last release with the live objects. Only reads are sent. */
  readonly drift: (request: DriftRequest) => Promise<RuntimeDrift>;
  readonly close: () => Promise<void>;
};
