import type {ResourceValues} from '../core/reference/values.ts';
import type {Resource} from '../core/resource/resource.ts';
import type {ExistingResources, ReadExisting} from './existing-resources.ts';
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
  /** Reads resources that no stack manages. Absent: the app reads them itself. */
  readonly readExisting?: (request: ReadExisting) => Promise<ExistingResources>;
  /**
   * Returns the values of the resources of a stack as it left them, by id, with those that its releases hide. Absent: releases and live objects
   * have them.
   */
  readonly readReleased?: (lineage: string) => Promise<ReadonlyMap<string, ResourceValues>>;
  readonly close: () => Promise<void>;
};
