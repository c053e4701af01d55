import {GantryError} from '../../core/failure/failure.ts';
import {hasChanges, isBlocked} from '../../core/plan/summary.ts';
import type {Admission} from '../../core/protection/guarded-change.ts';
import {acquireLock, type HeldLock} from '../../engine/release/acquire.ts';
import {readLineage} from '../../engine/release/read-head.ts';
import {defined} from '../../lib/defined.ts';
import {once} from '../../lib/once.ts';
import type {Deps} from '../deps.ts';
import {type Author, authorOf, type FoundAuthor} from '../release/author.ts';
import {isSettled} from '../release/is-settled.ts';
import {recordsSame} from '../release/records-same.ts';
import {rollBackFailed} from '../release/roll-back-failed.ts';
import {refuseUsed} from '../shared/refuse-used.ts';
import {settleAdopted} from '../shared/settle-adopted.ts';
import {blockedFailure} from './blocked-failure.ts';
import {askForDeletions, type Consent} from './consent.ts';
import {preparePlan} from './prepare-plan.ts';
import {isSuspended, type PreparedPlan} from './prepared-plan.ts';
import {refuseForbidden} from './refuse-forbidden.ts';
import type {AppliedOutcome, ApplyOutcome, ApplyRequest} from './release-requests.ts';
import {type PlanRun, runPlan} from './run-plan.ts';

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
  const failed = await runPlan({prepared, lock, admission, author: who, request, deps, confirmUnchanged: !settled});
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
  ({admission, author, request, deps}: Pick<PlanRun, 'admission' | 'author' | 'request' | 'deps'>) =>
  async (prepared: PreparedPlan, lock: HeldLock): Promise<AppliedOutcome> => {
    const {plan} = prepared;
    request.show?.({...plan, diagnostics: plan.diagnostics.filter(({code}) => !SAID_BY_ROLLBACK.has(code))});
    await refuseBlocked(prepared);
    await refuseForbidden(prepared, {wait: request.wait}, deps);
    // The same author, with the commit of the release that is applied again.
    const {source: _, ...who} = author;
    const {from} = prepared.source;
    const again = {...who, ...defined({source: from?.source})};
    return runPlan({prepared, lock, admission, author: again, request, deps, confirmUnchanged: true});
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
