import type {Diagnostic} from '../../core/diagnostic/diagnostic.ts';
import {type Failure, GantryError} from '../../core/failure/failure.ts';
import {type HealthSummary, healthSummary, type ObjectHealth} from '../../core/readiness/health.ts';
import {describeHolder} from '../../core/release/describe-holder.ts';
import type {HistoryNames} from '../../core/release/history-names.ts';
import type {Phase} from '../../core/release/phase.ts';
import type {Release} from '../../core/release/release.ts';
import {kubernetesStates} from '../../core/release/resource-state.ts';
import type {ClusterIdentity} from '../../core/workspace/cluster-identity.ts';
import {defined} from '../../lib/defined.ts';
import type {Deps} from '../deps.ts';
import type {StackRequest} from '../plan/release-requests.ts';
import {lockedText} from '../release/list-releases.ts';
import {liveHolder} from '../release/live-holder.ts';
import {knownStack} from './known-stack.ts';
import {notLookedAt} from './not-looked-at.ts';
import {type OperatedStack, operateStack} from './operate-stack.ts';
import {selectStates} from './select-states.ts';
import {unfinished} from './unfinished.ts';

/** Request of `gantry status`. */
export type StatusRequest = StackRequest & {
  /** Ids, kinds, labels or globs; empty: all. */
  readonly targets: readonly string[];
};

/** The health of the objects of a stack's last release. */
export type StackStatus = HistoryNames & {
  readonly formatVersion: 1;
  readonly lineage: string;
  /** The cluster of the last release if the cluster cannot be reached now. */
  readonly cluster: ClusterIdentity;
  readonly release: {
    readonly revision: number;
    readonly operation: Release['operation'];
    readonly phase: Phase;
    readonly startedAt: string;
    readonly finishedAt?: string | undefined;
    readonly by: string;
  };
  /** A run that has not ended: in progress, or died. */
  readonly run?: {
    readonly revision: number;
    readonly operation: Release['operation'];
    readonly phase: Phase;
    readonly startedAt: string;
    readonly by: string;
    readonly alive: boolean;
  };
  /** The holder of the lock, if a run may be in progress. */
  readonly locked?: {readonly holder: string; readonly since: string; readonly command: string};
  /** True if every selected object is ready. */
  readonly healthy: boolean;
  readonly summary: HealthSummary;
  readonly objects: readonly ObjectHealth[];
  readonly diagnostics: readonly Diagnostic[];
  /** Present if the cluster cannot be reached: the state of its objects is unknown. */
  readonly failure?: Failure | undefined;
};

/**
 * Returns the health of the objects of the last release. No file of the stack is read, and fields are not compared (see drift). If the
 * cluster cannot be reached, it returns what is known without it.
 * @throws GantryError release/not-found, a broken context, another cluster, input/usage.
 */
export async function stackStatus({targets, ...request}: StatusRequest, deps: Deps): Promise<StackStatus> {
  try {
    return await operateStack(request, deps, async (stack) =>
      statusOf(withOthers(stack, targets), await stack.operate(selectStates(stack.last, targets)).health()),
    );
  } catch (error) {
    if (!(error instanceof GantryError) || error.failure.code !== 'cluster/unreachable' || deps.signal.aborted)
      throw error;
    return unreached({targets, ...request}, error.failure, deps);
  }
}

async function unreached({targets, ...request}: StatusRequest, failure: Failure, deps: Deps): Promise<StackStatus> {
  const found = await knownStack(request, deps);
  const {last, history, backend, lineage} = found;
  const holder = await liveHolder(backend, lineage);
  const known = {...found, cluster: last.cluster, diagnostics: unfinished(history, holder)};
  const states = selectStates(last, targets);
  const objects = kubernetesStates(states).map(
    ({id, kind, namespace, name}): ObjectHealth => ({
      id,
      kind,
      ...defined({namespace}),
      name,
      health: 'unknown',
      message: 'the cluster cannot be reached',
    }),
  );
  return {...statusOf(withOthers({...known, holder}, targets), objects), healthy: false, failure};
}

type Known = Pick<OperatedStack, 'names' | 'lineage' | 'last' | 'cluster' | 'history' | 'holder' | 'diagnostics'>;

/** Adds the note about resources that only their providers know. */
const withOthers = <Stack extends Known>(stack: Stack, targets: readonly string[]): Stack => ({
  ...stack,
  diagnostics: [...stack.diagnostics, ...notLookedAt(selectStates(stack.last, targets))],
});

function statusOf(stack: Known, objects: readonly ObjectHealth[]): StackStatus {
  const {names, lineage, last, cluster, diagnostics} = stack;
  const summary = healthSummary(objects);
  return {
    formatVersion: 1,
    ...names,
    lineage,
    cluster,
    release: releaseStatus(last),
    ...runStatus(stack),
    healthy: summary.ready === objects.length,
    summary,
    objects,
    diagnostics,
  };
}

/** Returns a release as a status shows it. */
export const releaseStatus = ({
  revision,
  operation,
  phase,
  startedAt,
  finishedAt,
  by,
}: Release): StackStatus['release'] => ({
  revision,
  operation,
  phase,
  startedAt,
  finishedAt,
  by: describeHolder(by),
});

/** Returns the run that has not ended, and the holder of the lock. */
export function runStatus({
  history: {pending},
  holder,
}: Pick<OperatedStack, 'history' | 'holder'>): Pick<StackStatus, 'run' | 'locked'> {
  const locked = holder === undefined ? {} : {locked: lockedText(holder)};
  if (pending === undefined) return locked;
  const {revision, operation, phase, startedAt, by} = pending;
  const alive = holder !== undefined;
  return {
    run: {revision, operation, phase: alive ? phase : 'interrupted', startedAt, by: describeHolder(by), alive},
    ...locked,
  };
}
