import type {Diagnostic} from '../core/diagnostic/diagnostic.ts';
import type {ObjectDrift} from '../core/plan/drift.ts';
import type {ResourceState} from '../core/release/resource-state.ts';
import type {Resource} from '../core/resource/resource.ts';
import type {PlanRequest, PlanSecrets} from './plan-request.ts';

/** A request to compare released resources with live objects. */
export type DriftRequest = Pick<PlanRequest, 'lineage' | 'ignore' | 'signal'> & {
  /** The state that the last release recorded. */
  readonly prior: readonly ResourceState[];
  /** The resources of that release, for the configuration of their providers. */
  readonly spec?: readonly Resource[] | undefined;
  /** The secrets that could be read. They are redacted in the result. */
  readonly secrets: PlanSecrets;
};

/** The drift of all prior resources of one runtime. */
export type RuntimeDrift = {
  /** One entry for each of `prior`; none for those that a runtime may not look at in untrusted mode. */
  readonly objects: readonly ObjectDrift[];
  readonly diagnostics: readonly Diagnostic[];
};
