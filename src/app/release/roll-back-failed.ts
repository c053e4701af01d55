import type {Diagnostic} from '../../core/diagnostic/diagnostic.ts';
import {type Failure, GantryError} from '../../core/failure/failure.ts';
import type {Permissions} from '../../core/plan/permissions.ts';
import {sameBase} from '../../core/release/head.ts';
import type {Release} from '../../core/release/release.ts';
import type {HeldLock} from '../../engine/release/held-lock.ts';
import {defined} from '../../lib/defined.ts';
import type {Deps} from '../deps.ts';
import {preparePlan} from '../plan/prepare-plan.ts';
import type {PreparedPlan} from '../plan/prepared-plan.ts';
import type {AppliedOutcome, ApplyRequest, AutomaticRollback, PreviewRequest} from '../plan/release-requests.ts';
import type {GeneratedValues, ResolvedGenerated} from '../secret/generated-request.ts';
import {type Brought, broughtBy} from './brought.ts';
import {lastGoodRelease} from './choose-release.ts';

/** A failed apply that is rolled back at once (`--rollback-on-failure`). */
export type FailedApply = {
  readonly failed: AppliedOutcome;
  readonly prepared: PreparedPlan;
  /** The lock, held since before the apply, so that no other run comes in between. */
  readonly lock: HeldLock;
  readonly request: ApplyRequest;
  readonly deps: Deps;
  /** Shows the plan, refuses blocked changes, applies and records. */
  readonly run: (prepared: PreparedPlan, lock: HeldLock) => Promise<AppliedOutcome>;
};

/**
 * Rolls back to the last successful release if a run failed after it had written something. The failed release is already recorded; the
 * rollback is another one. The answer stays that of the failed run, with the rollback or the reason why there is none.
 */
export async function rollBackFailed(apply: FailedApply): Promise<AppliedOutcome> {
  const {failed, request, deps} = apply;
  if (request.rollbackOnFailure !== true || !leftHalfDone(failed) || deps.signal.aborted) return failed;
  const rollback = await attempt(apply);
  const failure = rollback.kind === 'applied' ? rollback.outcome.failure : rollback.failure;
  // An interrupt of the rollback counts as an interrupt of the run.
  return {...failed, rollback, ...defined({failure: failure?.code === 'cancelled' ? failure : undefined})};
}

const leftHalfDone = ({phase, failure}: AppliedOutcome): boolean =>
  phase === 'failed' && failure?.code === 'apply/partial' && failure.nothingWritten !== true;

async function attempt(apply: FailedApply): Promise<AutomaticRollback> {
  let to: Release | undefined;
  try {
    await apply.lock.ensureHeld(0, apply.deps.signal);
    const {records, source} = apply.prepared;
    to = await lastGoodRelease({...records, names: source.names}, apply.failed.release.revision);
    return await goBack(apply, to);
  } catch (error) {
    const failure = failureOf(error, apply.deps.signal);
    if (failure === undefined) throw error;
    return {kind: 'stopped', ...defined({to: to?.revision}), failure};
  }
}

async function goBack(apply: FailedApply, to: Release): Promise<AutomaticRollback> {
  const {failed, lock, request, deps, run} = apply;
  const {release, plan} = failed;
  // Before the plan: the lock may be left to a watcher, and then the state is not that of the failed run.
  const held = lock.next();
  const brought = broughtBy({plan, release, permissions: request.permissions, to});
  for (const diagnostic of rollbackNotes(apply, to, brought)) deps.onEvent({type: 'diagnostic', diagnostic});
  await using prepared = await preparePlan(requestBack(apply, to, brought), deps);
  if (!sameBase(prepared.records.history.head, held.head))
    throw new GantryError({
      code: 'plan/stale',
      detail: 'another run released this stack before it could be rolled back',
    });
  const from = {revision: to.revision, failed: release.revision};
  const outcome = await run({...prepared, from}, held);
  return {kind: 'applied', to: to.revision, outcome, kept: brought.kept};
}

function rollbackNotes(
  {failed}: FailedApply,
  {revision, startedAt, by}: Release,
  {kept}: Brought,
): readonly Diagnostic[] {
  return [
    {
      severity: 'warning',
      code: 'release/rolling-back',
      message: `revision ${failed.release.revision} failed: rolling back to revision ${revision} of ${startedAt} by ${by.user}@${by.host}`,
    },
    ...kept.map(
      ({id, because}): Diagnostic => ({
        severity: 'warning',
        code: 'release/kept',
        message: `${id} is not deleted by the rollback: ${because}`,
        resource: id,
        hint: 'It stays in the stack. An apply of files without it deletes it; that may require --allow-delete.',
      }),
    ),
  ];
}

/**
 * Returns the request of the rollback. It includes the same resources as the failed plan, and has the same permissions as far as they still
 * apply.
 */
function requestBack({failed, prepared, request}: FailedApply, to: Release, {made, kept}: Brought): PreviewRequest {
  const {directory, stack, workspace, ignore, targets = [], excludes = []} = request;
  const known = new Set([...to.spec, ...failed.release.state].map(({id}) => id));
  const looked = failed.plan.changes.map(({id}) => id).filter((id) => known.has(id));
  const isPart = targets.length + excludes.length > 0;
  return {
    ...defined({directory, stack, workspace}),
    ignore,
    operation: 'apply',
    revision: to.revision,
    generated: oneGeneration(prepared.generated),
    permissions: permissionsBack({...request.permissions, adopt: prepared.adopt}, known, made),
    targets: isPart ? looked : undefined,
    excludes: kept.length === 0 ? undefined : kept.map(({id}) => id),
  };
}

/** Returns generated values that belong together: those before the failed run, or its own if the cluster had lost some of them. */
const oneGeneration = ({fresh, former}: ResolvedGenerated): GeneratedValues =>
  [...fresh.keys()].every((reference) => former.has(reference)) ? former : fresh;

/** Returns the permissions of the rollback. A permitted loss of data for the new release does not permit one for the old release. */
function permissionsBack(given: Permissions, known: ReadonlySet<string>, made: readonly string[]): Permissions {
  const fitting = (ids: readonly string[]): readonly string[] => ids.filter((id) => id === 'all' || known.has(id));
  return {
    adopt: fitting(given.adopt),
    allowReplace: fitting(given.allowReplace),
    allowDelete: [...fitting(given.allowDelete), ...made],
    allowDataLoss: [],
    forceConflicts: fitting(given.forceConflicts),
  };
}

function failureOf(error: unknown, signal: AbortSignal): Failure | undefined {
  if (signal.aborted) return {code: 'cancelled', signal: signal.reason === 'SIGTERM' ? 'SIGTERM' : 'SIGINT'};
  return error instanceof GantryError ? error.failure : undefined;
}
