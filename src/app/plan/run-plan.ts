import type {Diagnostic} from '../../core/diagnostic/diagnostic.ts';
import {type Failure, GantryError} from '../../core/failure/failure.ts';
import type {Plan} from '../../core/plan/plan.ts';
import type {Phase} from '../../core/release/phase.ts';
import type {Release} from '../../core/release/release.ts';
import {executePlan} from '../../engine/execute-plan.ts';
import type {HeldLock} from '../../engine/release/acquire.ts';
import type {ReleaseHistory} from '../../engine/release/release-history.ts';
import type {StepReport} from '../../engine/step-report.ts';
import {defined} from '../../lib/defined.ts';
import {recordHooks} from '../hooks/record-hooks.ts';
import {unreadFailure} from '../release/unread-objects.ts';
import {type BeginningRun, pendingRelease} from './pending-release.ts';
import {releaseLiterals} from './release-literals.ts';
import type {AppliedOutcome} from './release-requests.ts';
import {releaseState} from './release-state.ts';
import {failureOf, partialOf} from './run-failure.ts';
import {runTimeouts} from './run-timeouts.ts';
import {timedPhase} from './timed-phase.ts';

/** The maximum time of one write. A write starts only if the lease lasts for this time and a margin. */
const WRITE_TIMEOUT_MS = 30_000;
const WRITE_MARGIN_MS = 2_000;

/** A plan to run under its lock. `confirmUnchanged`: the readiness of unchanged objects is confirmed, too. */
export type PlanRun = BeginningRun & {readonly confirmUnchanged: boolean};

/** Records the begin of a release, applies the changes of its plan, and records its end. */
export async function runPlan(given: PlanRun): Promise<AppliedOutcome> {
  const {prepared, lock, deps, request} = given;
  // A run that does not wait must not report objects as ready.
  const confirmUnchanged = given.confirmUnchanged && request.wait;
  const begin = deps.clock.monotonic();
  const pending = pendingRelease(given);
  await lock.begin(pending, await releaseLiterals(prepared, pending));
  const reports = await execute({...given, confirmUnchanged});
  const failure =
    failureOf(reports, {interrupt: deps.signal, operation: request.operation}) ?? unreadFailure(prepared.scope.unread);
  const phase: Phase = failure === undefined ? 'succeeded' : deps.signal.aborted ? 'interrupted' : 'failed';
  const {hooks: _, ...begun} = pending;
  const release: Release = {
    ...begun,
    ...defined({hooks: recordHooks(prepared, reports)}),
    phase,
    finishedAt: deps.clock.now().toISOString(),
    state: [...releaseState({reports, changes: prepared.changes}), ...prepared.scope.leftOut.state],
  };
  const unsigned = await timedPhase(deps, {phase: 'record'}, () => record(lock, release, reports));
  if (unsigned !== undefined) deps.onEvent({type: 'diagnostic', diagnostic: unsignedNote(release, unsigned)});
  deps.onEvent({type: 'release-recorded', revision: release.revision, phase});
  const seconds = (deps.clock.monotonic() - begin) / 1000;
  const isAfterFailure = isUnfinished(prepared.records.history) ? (true as const) : undefined;
  const result = {plan: prepared.plan, phase, release, steps: reports, seconds};
  return {kind: 'applied', ...result, ...defined({failure: failure ?? unsigned, isAfterFailure})};
}

const unsignedNote = ({revision}: Release, failure: Failure): Diagnostic => ({
  severity: 'error',
  code: 'release/not-signed',
  message: `revision ${revision} was recorded without a signature, because ${reasonIn(failure)}`,
});

const reasonIn = (failure: Failure): string =>
  'problem' in failure && typeof failure.problem === 'string' ? failure.problem : 'the key could not sign any more';

/** Reports whether the last run failed, or did not end. */
const isUnfinished = ({last, pending}: ReleaseHistory): boolean =>
  pending !== undefined || last?.phase === 'failed' || last?.phase === 'interrupted';

/** Applies the changes of a plan, and waits for their objects. */
const execute = ({prepared, lock, request, deps, confirmUnchanged}: PlanRun): Promise<readonly StepReport[]> =>
  timedPhase(deps, {phase: 'apply', total: countSteps(prepared.plan, confirmUnchanged)}, () =>
    executePlan({
      changes: prepared.changes,
      wait: request.wait,
      confirmUnchanged,
      timeouts: runTimeouts(request.timeoutSeconds),
      ...defined({parallelism: request.parallelism}),
      clock: deps.clock,
      signal: AbortSignal.any([deps.signal, lock.lost]),
      onEvent: deps.onEvent,
      beforeWrite: (stop) => lock.ensureHeld(WRITE_TIMEOUT_MS + WRITE_MARGIN_MS, stop),
      untilReady: (stop) => lock.untilHeld(WRITE_TIMEOUT_MS + WRITE_MARGIN_MS, stop),
      writeTimeoutMs: WRITE_TIMEOUT_MS,
      lock,
    }),
  );

/** Counts the steps. Unchanged resources are steps if their readiness is confirmed again. */
const countSteps = (plan: Plan, withUnchanged: boolean): number =>
  plan.changes.filter(({action}) => withUnchanged || action !== 'unchanged').length;

/**
 * Records the release. Returns the failure of its signature if it was recorded without one. If a run wrote and cannot be recorded, the error says
 * which writes are in the cluster.
 */
async function record(lock: HeldLock, release: Release, reports: readonly StepReport[]): Promise<Failure | undefined> {
  try {
    await lock.finish(release);
    return undefined;
  } catch (error) {
    if (!(error instanceof GantryError)) throw error;
    const {failure} = error;
    if (failure.code === 'release/not-signed' && failure.recorded !== undefined) return failure;
    if (!reports.some(({written}) => written)) throw error;
    const {causes, ...partial} = partialOf(reports, release.operation);
    // A lost lock stops the steps and prevents the record: it is reported once.
    const isReported = failure.code === 'release/lease-lost' && causes.some(({code}) => code === failure.code);
    const all = isReported ? causes : [...causes, failure];
    throw new GantryError({...partial, causes: all, unrecorded: true}, {cause: error});
  }
}
