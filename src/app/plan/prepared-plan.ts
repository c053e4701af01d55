import type {Plan} from '../../core/plan/plan.ts';
import type {MadeFrom} from '../../core/release/made-from.ts';
import type {StackOrigin} from '../../core/release/origin.ts';
import type {ClusterIdentity} from '../../core/workspace/cluster-identity.ts';
import type {Cluster} from '../../ports/cluster.ts';
import type {RuntimePlan} from '../../ports/runtime-plan.ts';
import type {ReleasedHealth} from '../released-health.ts';
import type {PlanInput, PlannedSeries, PlanValues} from './plan-input.ts';

/** A plan with what carrying it out needs. */
export type PreparedPlan = Pick<PlanInput, 'source' | 'scope' | 'records'> &
  Pick<PlannedSeries, 'sealKey' | 'letGo'> &
  Pick<PlanValues, 'secrets'> &
  Pick<RuntimePlan, 'changes' | 'explain' | 'preflight'> & {
    readonly plan: Plan;
    readonly cluster: ClusterIdentity;
    /** As whom the cluster knows us. */
    readonly whoAmI: Cluster['whoAmI'];
    readonly healthOf: ReleasedHealth;
    /** Where the stack lives: another one of the same names is not this one. */
    readonly origin?: StackOrigin | undefined;
    /** The release that is made again by its number: the next one says so. */
    readonly from?: MadeFrom | undefined;
    [Symbol.asyncDispose](): Promise<void>;
  };

/** Whether the workspace says that nothing may be applied to it. */
export const isSuspended = ({source}: Pick<PreparedPlan, 'source'>): boolean =>
  source.chosen.workspace.suspended === true;
