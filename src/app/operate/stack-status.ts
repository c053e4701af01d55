import type {Diagnostic} from '../../core/diagnostic/diagnostic.ts';
import {type HealthSummary, healthSummary, type ObjectHealth} from '../../core/readiness/health.ts';
import {describeHolder} from '../../core/release/describe-holder.ts';
import type {Phase, Release} from '../../core/release/release.ts';
import type {SeriesNames} from '../../core/release/series-names.ts';
import type {ClusterIdentity} from '../../core/workspace/cluster-identity.ts';
import type {Deps} from '../deps.ts';
import {lockedText} from '../release/list-releases.ts';
import type {StackRequest} from '../release-requests.ts';
import {type OperatedStack, operateStack, selectStates} from './operate-stack.ts';

export type StatusRequest = StackRequest & {
  /** Ids, kinds, labels or globs; empty: all. */
  readonly targets: readonly string[];
};

/** How a stack is now, by what its last release left. */
export type StackStatus = SeriesNames & {
  readonly formatVersion: 1;
  readonly lineage: string;
  readonly cluster: ClusterIdentity;
  readonly release: {
    readonly revision: number;
    readonly operation: Release['operation'];
    readonly phase: Phase;
    readonly startedAt: string;
    readonly finishedAt?: string;
    readonly by: string;
  };
  /** A run that has begun and not ended: at work now, or dead. */
  readonly run?: {
    readonly revision: number;
    readonly operation: Release['operation'];
    readonly phase: Phase;
    readonly startedAt: string;
    readonly by: string;
    readonly alive: boolean;
  };
  /** Who holds the lock and may be at work. */
  readonly locked?: {readonly holder: string; readonly since: string; readonly command: string};
  /** All that was looked at is ready. */
  readonly healthy: boolean;
  readonly summary: HealthSummary;
  readonly objects: readonly ObjectHealth[];
  readonly diagnostics: readonly Diagnostic[];
};

/**
 * The health of what the last release left. No file of the stack is read, and fields are not compared: that is drift.
 * @throws GantryError release/not-found, a broken context, another cluster, input/usage.
 */
export const stackStatus = ({targets, ...request}: StatusRequest, deps: Deps): Promise<StackStatus> =>
  operateStack(request, deps, async (stack) => {
    const {names, lineage, last, cluster, diagnostics} = stack;
    const objects = await stack.operate(selectStates(last, targets)).health();
    const summary = healthSummary(objects);
    const {revision, operation, phase, startedAt, finishedAt, by} = last;
    return {
      formatVersion: 1,
      ...names,
      lineage,
      cluster,
      release: {
        revision,
        operation,
        phase,
        startedAt,
        ...(finishedAt === undefined ? {} : {finishedAt}),
        by: describeHolder(by),
      },
      ...runOf(stack),
      healthy: summary.ready === objects.length,
      summary,
      objects,
      diagnostics,
    };
  });

function runOf({series: {pending}, holder}: OperatedStack): Pick<StackStatus, 'run' | 'locked'> {
  const locked = holder === undefined ? {} : {locked: lockedText(holder)};
  if (pending === undefined) return locked;
  const {revision, operation, phase, startedAt, by} = pending;
  const alive = holder !== undefined;
  return {
    run: {revision, operation, phase: alive ? phase : 'interrupted', startedAt, by: describeHolder(by), alive},
    ...locked,
  };
}
