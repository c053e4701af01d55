import type {Diagnostic} from '../core/diagnostic/diagnostic.ts';
import type {ObjectDrift} from '../core/plan/drift.ts';
import type {PlanRequest} from './plan-request.ts';

/** `secrets`: those that could be read; they are kept from view. */
export type DriftRequest = Pick<PlanRequest, 'lineage' | 'sealKey' | 'secrets' | 'prior' | 'ignore' | 'signal'>;

export type RuntimeDrift = {
  /** One for each of `prior`. */
  readonly objects: readonly ObjectDrift[];
  readonly diagnostics: readonly Diagnostic[];
};
