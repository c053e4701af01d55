import type {Plan} from '../../core/plan/plan.ts';
import type {UsedWaiver} from '../../core/policy/policy.ts';
import type {MadeFrom} from '../../core/release/made-from.ts';
import type {StackOrigin} from '../../core/release/origin.ts';
import type {Release} from '../../core/release/release.ts';
import type {Use} from '../../core/release/use.ts';
import type {ClusterIdentity} from '../../core/workspace/cluster-identity.ts';
import type {Cluster} from '../../ports/cluster.ts';
import type {RuntimePlan} from '../../ports/runtime-plan.ts';
import type {ChosenHooks} from '../hooks/chosen-hooks.ts';
import type {ReleasedHealth} from '../released-health.ts';
import type {PlanInput, PlannedHistory, PlanValues} from './plan-input.ts';

/** A plan with everything that is needed to apply it. */
export type PreparedPlan = Pick<PlanInput, 'source' | 'scope' | 'records'> &
  Pick<PlannedHistory, 'digestKey' | 'toOrphan'> &
  Pick<PlanValues, 'secrets' | 'generated'> &
  Pick<RuntimePlan, 'changes' | 'explain' | 'preflight' | 'sealHook' | 'hookLiterals' | 'saved'> & {
    /** The hooks of the sources, and which of them run. */
    readonly hooks: ChosenHooks;
    readonly plan: Plan;
    /** The ids of `--adopt`, `all`, and the texts in it that select nothing. */
    readonly adopt: readonly string[];
    /** The shared resources whose values the plan takes. */
    readonly uses: readonly Use[];
    /** The recipes of a shared stack for claims, as the release records them. */
    readonly claims: Release['claims'];
    /** The waivers of the policy that the plan used. */
    readonly waivers: readonly UsedWaiver[];
    readonly cluster: ClusterIdentity;
    /** The namespace of objects that set none. */
    readonly defaultNamespace: string;
    /** Returns the identity of the user in the cluster. */
    readonly whoAmI: Cluster['whoAmI'];
    readonly healthOf: ReleasedHealth;
    /** The location of the stack's files: another stack with the same names is a different one. */
    readonly origin?: StackOrigin | undefined;
    /** The release that is applied again by its number; the new release records it. */
    readonly from?: MadeFrom | undefined;
    [Symbol.asyncDispose](): Promise<void>;
  };

/** Reports whether the workspace is suspended, so that nothing may be applied to it. */
export const isSuspended = ({source}: Pick<PreparedPlan, 'source'>): boolean =>
  source.chosen.workspace.suspended === true;
