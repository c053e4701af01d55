import type {Diagnostic} from '../../core/diagnostic/diagnostic.ts';
import type {DueHook, HookMoment} from '../../core/hook/due-hooks.ts';
import type {Hook} from '../../core/hook/hook.ts';
import type {HookSource} from '../../core/hook/hook-record.ts';
import type {ResourceState} from '../../core/release/resource-state.ts';

/** A source in a plan: what the files and the last release say about its hooks. */
export type ChosenSource = {
  readonly source: string;
  /** Absent: the plan does not change the source as a whole, and runs no hook of it. */
  readonly moment?: HookMoment;
  /** The hooks of the files, or of the release that is applied again. */
  readonly hooks: readonly Hook[];
  /** The ids of its desired objects. */
  readonly objects: readonly string[];
  readonly crds: readonly string[];
  /** True if a run has already applied all of it. */
  readonly isInstalled: boolean;
  /** Present if Helm has installed it, and the plan takes it over: its hooks count as done. */
  readonly isTakenOver?: true | undefined;
  readonly recorded?: HookSource | undefined;
};

/** The hooks of a plan. */
export type ChosenHooks = {
  readonly sources: readonly ChosenSource[];
  /** The hooks that run. Those of one event of a source are in their order. */
  readonly due: readonly DueHook[];
  /** The objects that hooks of earlier runs left, and that no hook in the files creates. */
  readonly leftovers: readonly ResourceState[];
  /** The ids of CRDs that stay in the cluster although their source does not. */
  readonly keptCrds: readonly string[];
  readonly diagnostics: readonly Diagnostic[];
};

/** A plan without hooks. */
export const NO_HOOKS: ChosenHooks = {sources: [], due: [], leftovers: [], keptCrds: [], diagnostics: []};
