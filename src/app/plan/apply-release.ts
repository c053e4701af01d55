import type {Diagnostic} from '../../core/diagnostic/diagnostic.ts';
import {type Failure, GantryError} from '../../core/failure/failure.ts';
import type {Plan} from '../../core/plan/plan.ts';
import {hasChanges, isBlocked} from '../../core/plan/summary.ts';
import type {Admission} from '../../core/protection/guarded-change.ts';
import type {Phase} from '../../core/release/phase.ts';
import type {Release} from '../../core/release/release.ts';
import {executePlan} from '../../engine/execute-plan.ts';
import {acquireLock, type HeldLock} from '../../engine/release/acquire.ts';
import {readLineage} from '../../engine/release/read-head.ts';
import type {ReleaseHistory} from '../../engine/release/release-history.ts';
import type {StepReport} from '../../engine/step-report.ts';
import {defined} from '../../lib/defined.ts';
import {once} from '../../lib/once.ts';
import type {Deps} from '../deps.ts';
import {recordHooks} from '../hooks/record-hooks.ts';
import {type Author, authorOf, type FoundAuthor} from '../release/author.ts';
import {isSettled} from '../release/is-settled.ts';
import {recordsSame} from '../release/records-same.ts';
import {rollBackFailed} from '../release/roll-back-failed.ts';
import {unreadFailure} from '../release/unread-objects.ts';
import {refuseUsed} from '../shared/refuse-used.ts';
import {settleAdopted} from '../shared/settle-adopted.ts';
import {blockedFailure} from './blocked-failure.ts';
import {askForDeletions, type Consent} from './consent.ts';
import {type BeginningRun, pendingRelease} from './pending-release.ts';
import {preparePlan} from './prepare-plan.ts';
import {isSuspended, type PreparedPlan} from './prepared-plan.ts';
import {refuseForbidden} from './refuse-forbidden.ts';
import {releaseLiterals} from './release-literals.ts';
import type {AppliedOutcome, ApplyOutcome, ApplyRequest} from './release-requests.ts';
import {releaseState} from './release-state.ts';
import {failureOf, partialOf} from './run-failure.ts';
import {runTimeouts} from './run-timeouts.ts';
import {timedPhase} from './timed-phase.ts';

/** The maximum time of one write. A write starts only if the lease lasts for this time and a margin. */
const WRITE_TIMEOUT_MS = 30_000;
const WRITE_MARGIN_MS = 2_000;

/**
 * Plans, asks, locks, applies, waits and records: one path for apply and destroy (destroy is an apply of no resources). A failed step does
 * not throw: the outcome has the failure, and the release has the state of the cluster.
 * @throws GantryError before anything was written: wrong input, blocked or stale plan, lock, declined permission.
 */
export async function applyRelease(request: ApplyRequest, deps: Deps): Promise<ApplyOutcome> {
  await using prepared = await preparePlan(request, deps);
  // Awaited here: the connection is closed when this function returns.
  return await applyPrepared(prepared, request, deps);
}

/** Applies a plan that was already made. */
export async function applyPrepared(planned: PreparedPlan, request: ApplyRequest, deps: Deps): Promise<ApplyOutcome> {
  const author = authorFor(planned, deps);
  const {consent, prepared} = await permitted(planned, request, deps);
  if (consent.kind === 'declined') return {kind: 'declined', plan: planned.plan};
  const {plan, records} = prepared;
  const {history} = records;
  const settled = isSettled(history);
  // A run without changes and without a wait learns nothing, so it must not replace the record of a failure.
  const looksAgain = !settled && (request.wait || history.pending !== undefined);
  const recorded = request.operation === 'destroy' || recordsSame(prepared, history.last);
  if (!looksAgain && recorded && !hasChanges(plan)) {
    await settleAdopted(history.last, records.backend);
    return {kind: 'unchanged', plan};
  }
  await records.backend.signing?.require(plan.workspace);
  // A user who typed the stack's name has seen and confirmed the whole plan.
  if (consent.kind === 'unasked') {
    if (!isRefused(planned)) request.show?.(plan);
    // Only confirming readiness needs no confirmation.
    if (hasChanges(plan) && !(await request.confirm(plan))) return {kind: 'declined', plan};
  }
  deps.signal.throwIfAborted();
  const admission = await admissionOf(prepared, request);
  const {remark, ...who} = await author();
  if (remark !== undefined) deps.onEvent({type: 'diagnostic', diagnostic: remark});
  await using lock = await lockUnmoved(prepared, who, request, deps);
  // A stack may have begun to use a shared resource since the plan was made.
  await refuseUsed({plan, destroyed: new Set()}, records.backend);
  const failed = await run({prepared, lock, admission, author: who, request, deps, confirmUnchanged: !settled});
  await settleAdopted(failed.release, records.backend);
  // Awaited here: the lock is given back when this function returns.
  return await rollBackFailed({
    failed,
    prepared,
    lock,
    request,
    deps,
    run: rollback({admission, author: who, request, deps}),
  });
}

/** Returns the permission of a protected workspace for this plan. @throws GantryError workspace/protected */
const admissionOf = async (
  {records, source}: PreparedPlan,
  {planDigest}: ApplyRequest,
): Promise<Admission | undefined> =>
  records.backend.admit?.({of: 'releases', names: source.names, ...defined({digest: planDigest})});

/** Starts to look up the author while permissions are checked and the user reads; not for a plan that changes nothing. */
function authorFor(planned: PreparedPlan, deps: Deps): () => Promise<FoundAuthor> {
  const {source, scope, whoAmI} = planned;
  const {location, chosen, from} = source;
  const author = once(() => authorOf({location, chosen, loaded: scope.loaded, commit: from?.source, whoAmI}, deps));
  if (hasChanges(planned.plan) && !isBlocked(planned.plan)) void author();
  return author;
}

type Permitted = {readonly consent: Consent; readonly prepared: PreparedPlan};

/** Returns the plan that may be applied: refused if it is not possible, and without the blocks that the user lifted. */
async function permitted(planned: PreparedPlan, request: ApplyRequest, deps: Deps): Promise<Permitted> {
  if (isSuspended(planned)) throw new GantryError({code: 'workspace/suspended', name: planned.plan.workspace});
  if (isRefused(planned)) request.show?.(planned.plan);
  // Missing permissions are reported before any prompt; a plan that no prompt can unblock is refused later.
  if (!isBlocked(planned.plan) || request.permit !== undefined)
    await refuseForbidden(planned, lookAt(planned, request), deps);
  const consent = await askForDeletions(planned, request);
  const prepared = consent.kind === 'given' ? {...planned, plan: consent.plan} : planned;
  if (consent.kind !== 'declined') await refuseBlocked(prepared);
  return {consent, prepared};
}

const SAID_BY_ROLLBACK: ReadonlySet<string> = new Set(['release/rollback', 'selection/left-out']);

/** Returns the rollback of a failed run, within the same run. Nobody is asked; a block that needs a person stops it. */
const rollback =
  ({admission, author, request, deps}: Pick<Run, 'admission' | 'author' | 'request' | 'deps'>) =>
  async (prepared: PreparedPlan, lock: HeldLock): Promise<AppliedOutcome> => {
    const {plan} = prepared;
    request.show?.({...plan, diagnostics: plan.diagnostics.filter(({code}) => !SAID_BY_ROLLBACK.has(code))});
    await refuseBlocked(prepared);
    await refuseForbidden(prepared, {wait: request.wait}, deps);
    // The same author, with the commit of the release that is applied again.
    const {source: _, ...who} = author;
    const {from} = prepared.source;
    const again = {...who, ...defined({source: from?.source})};
    return run({prepared, lock, admission, author: again, request, deps, confirmUnchanged: true});
  };

/** Reports whether the plan is or would be refused. The plan is shown then, because an error alone would make the user run a preview. */
const isRefused = ({plan, changes}: PreparedPlan): boolean =>
  isBlocked(plan) || changes.some(({denied}) => denied !== undefined);

const lookAt = (planned: PreparedPlan, {wait, show}: ApplyRequest): Parameters<typeof refuseForbidden>[1] => ({
  wait,
  show: isRefused(planned) ? undefined : show,
});

async function refuseBlocked({plan, records: {history, backend}, source: {names}}: PreparedPlan): Promise<void> {
  if (!isBlocked(plan)) return;
  // Objects of another owner may be this stack's own: two concurrent first runs each choose a lineage.
  if (history.lineage === undefined && (await readLineage(backend, names)) !== undefined)
    throw new GantryError({code: 'plan/stale', detail: 'another run released this stack while the plan was made'});
  throw blockedFailure(plan);
}

/** Acquires the lock, and checks that no other run released in between: the head must be the one that the plan was made from. */
async function lockUnmoved(prepared: PreparedPlan, {by}: Author, request: ApplyRequest, deps: Deps): Promise<HeldLock> {
  const {records, source, plan, origin} = prepared;
  return acquireLock({
    ...records,
    names: source.names,
    lineage: plan.lineage,
    origin,
    takeOver: request.takeOverProject === true,
    holder: by,
    clock: deps.clock,
    lockTimeoutMs: request.lockTimeoutSeconds * 1000,
    signal: deps.signal,
    onEvent: deps.onEvent,
  });
}

type Run = BeginningRun & {readonly confirmUnchanged: boolean};

async function run(given: Run): Promise<AppliedOutcome> {
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
const execute = ({prepared, lock, request, deps, confirmUnchanged}: Run): Promise<readonly StepReport[]> =>
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
