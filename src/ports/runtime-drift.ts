import type {Diagnostic} from '../core/diagnostic/diagnostic.ts';
import type {ObjectDrift} from '../core/plan/drift.ts';
import type {ResourceState} from '../core/release/resource-state.ts';
import type {PlanRequest, PlanSecrets} from './plan-request.ts';

/** What a runtime needs to compare released resources with live. */
export type DriftRequest = Pick<PlanRequest, 'lineage' | 'ignore' | 'signal'> & {
  /** Left by the last release. */
  readonly prior: readonly ResourceState[];
  /** Those that could be read; they are kept from view. */
  readonly secrets: Pick<PlanSecrets, 'sealKey' | 'values'>;
};

/** The drift of all prior resources of one runtime. */
export type RuntimeDrift = {
  /** One for each of `prior`. */
  readonly objects: readonly ObjectDrift[];
  readonly diagnostics: readonly Diagnostic[];
};
