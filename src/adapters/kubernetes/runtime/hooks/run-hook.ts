import type {Failure} from '../../../../core/failure/failure.ts';
import type {JsonObject} from '../../../../core/json.ts';
import {hookReadiness} from '../../../../kubernetes/hook/hook-readiness.ts';
import {defined} from '../../../../lib/defined.ts';
import type {StepResult} from '../../../../ports/step-result.ts';
import type {StepRun} from '../../../../ports/step-run.ts';
import type {ObjectReply, Objects} from '../client/objects.ts';
import {applySettled} from '../execute/apply-settled.ts';
import {awaitHealthy} from '../execute/await-written.ts';
import type {ExecuteSession} from '../execute/execute-session.ts';
import {heldWhile} from '../execute/held-while.ts';
import {catchLost} from '../execute/lost-response.ts';
import {stateOf} from '../execute/object-state.ts';
import {refusalFailure} from '../execute/refusal-failure.ts';
import {placeOf} from '../plan/dry-run.ts';
import type {Target} from '../plan/target.ts';
import {clearPlace} from './clear-place.ts';
import {deleteHook, isDeletedAfter, type RunHook} from './delete-hook.ts';
import {hookTarget} from './hook-target.ts';
import type {PlannedHook} from './planned-hook.ts';
import {printLogs} from './print-logs.ts';

/** The hooks of one event of a source, which run one after the other. */
export type HookChain = {
  readonly last: string;
  /** The hooks that succeeded, in their order. */
  readonly succeeded: RunHook[];
};

/**
 * Runs a hook as Helm does: clears its place, creates its object, and waits until a Job or a Pod has ended. After a failure, and after the
 * last hook of the event, objects are deleted by their policies.
 */
export async function runHook(
  session: ExecuteSession,
  planned: PlannedHook,
  chain: HookChain,
  run: StepRun,
): Promise<StepResult> {
  const {due} = planned;
  const made = hookTarget(session, planned, run);
  if ('failure' in made) return {kind: 'failed', failure: made.failure};
  const {target} = made;
  const place = await catchLost(run, (watched) => clearPlace(session, planned, target, watched));
  if ('lost' in place) return {kind: 'failed', failure: place.lost, maybeWritten: true};
  if ('failure' in place) return {kind: 'failed', failure: place.failure};
  const sent = await catchLost(run, (watched) =>
    send(session, {planned, target, isKept: place.kind === 'kept'}, watched),
  );
  if ('lost' in sent)
    return {kind: 'failed', failure: sent.lost, state: stateOf(session, target, {}), maybeWritten: true};
  if (!sent.ok) return {kind: 'failed', failure: refusalFailure(session, {resource: {id: due.id}}, sent.refusal)};
  run.onApplied();
  const ended = await awaitEnd(session, {planned, target, written: sent.object}, run);
  const ran = {planned, target, live: 'failure' in ended ? sent.object : ended.end};
  if ('failure' in ended) return endFailed(session, {ran, chain, failure: ended.failure}, run);
  chain.succeeded.push(ran);
  if (due.hook.outputLogs.includes('hook-succeeded')) await printLogs(session, ran, run);
  const state = stateOf(session, target, ran.live);
  if (chain.last !== due.id) return {kind: 'done', state, live: ran.live};
  const {removed, failure} = await deleteSucceeded(session, chain, run);
  const left = {removed, ...defined({state: removed.includes(due.id) ? undefined : state})};
  return failure === undefined ? {kind: 'done', ...left, live: ran.live} : {kind: 'failed', failure, ...left};
}

type Sending = {readonly planned: PlannedHook; readonly target: Target; readonly isKept: boolean};

/** Creates the object, or updates the one that an earlier run left. What an earlier hook created may take a moment to be seen. */
function send(session: ExecuteSession, {planned, target, isKept}: Sending, run: StepRun): Promise<ObjectReply> {
  const {client, clock, awaitWebhooks} = session;
  const ask = {...placeOf(target), object: target.desired, retry: {awaitWebhooks}, force: true, ...heldWhile(run)};
  const create: Objects['apply'] = ({force: _, ...request}) => client.create(request);
  const writing = {client: isKept ? client : {...client, apply: create}, clock, awaitGrants: true};
  return applySettled(writing, {target, change: {...planned.change, verified: false}}, ask, run.signal);
}

type Written = {readonly planned: PlannedHook; readonly target: Target; readonly written: JsonObject};

/** Waits until the hook has ended, also in a run that does not wait for other objects. */
async function awaitEnd(session: ExecuteSession, {planned, target, written}: Written, run: StepRun) {
  if (!planned.due.hook.runsToEnd) return {end: written};
  const {client, hub, clock} = session;
  return awaitHealthy(
    {
      client,
      hub,
      clock,
      readiness: (_, object) => hookReadiness(object),
      ...defined({mayDiagnose: session.mayDiagnose}),
    },
    {place: placeOf(target), id: planned.due.id, written, run},
  );
}

type Failed = {readonly ran: RunHook; readonly chain: HookChain; readonly failure: Failure};

/** Prints the log and deletes the objects that the policies name after a failure. The error of the hook is more useful than one of a deletion. */
async function endFailed(session: ExecuteSession, {ran, chain, failure}: Failed, run: StepRun): Promise<StepResult> {
  const state = stateOf(session, ran.target, ran.live);
  if (run.signal.aborted) return {kind: 'failed', failure, state};
  const last = cleaning(run);
  if (ran.planned.due.hook.outputLogs.includes('hook-failed')) await printLogs(session, ran, last);
  const own = isDeletedAfter(ran, 'hook-failed') ? [await deleteHook(session, ran, last)] : [];
  const isDeleted = own.length > 0 && own[0] === undefined;
  const {removed} = await deleteSucceeded(session, chain, last);
  return {kind: 'failed', failure, removed, ...defined({state: isDeleted ? undefined : state})};
}

const CLEANING_MS = 30_000;

/** Returns the run with time for deletions, as Helm has it: the time for the hook itself may be over. */
const cleaning = ({limit: _, ...run}: StepRun): StepRun => ({...run, stop: run.signal, timeoutMs: CLEANING_MS});

type Deleted = {readonly removed: readonly string[]; readonly failure?: Failure};

/** Deletes the objects of the hooks that succeeded, the last one first, as far as their policies say so. */
async function deleteSucceeded(session: ExecuteSession, {succeeded}: HookChain, run: StepRun): Promise<Deleted> {
  const removed: string[] = [];
  for (const ran of succeeded.toReversed()) {
    if (!isDeletedAfter(ran, 'hook-succeeded')) continue;
    const failure = await deleteHook(session, ran, run);
    if (failure !== undefined) return {removed, failure};
    removed.push(ran.planned.due.id);
  }
  return {removed};
}
