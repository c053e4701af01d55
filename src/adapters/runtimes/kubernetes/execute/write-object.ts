import type {Failure} from '../../../../core/failure/failure.ts';
import {isObject, type JsonObject} from '../../../../core/json.ts';
import {needsRequest} from '../../../../core/plan/needs-request.ts';
import type {ResourceState} from '../../../../core/release/release.ts';
import type {StepResult, StepRun} from '../../../../ports/runtime.ts';
import type {ObjectReply} from '../client/objects.ts';
import type {Refusal} from '../client/status.ts';
import {placeOf} from '../plan/dry-run.ts';
import {resourceVersionOf, uidOf} from '../plan/live-objects.ts';
import type {PlannedObject} from '../plan/planned-object.ts';
import {appliedOf, type Target} from '../plan/target.ts';
import {awaitGone} from './await-gone.ts';
import {awaitReady} from './await-ready.ts';
import type {ExecuteSession} from './execute-session.ts';
import {type Lost, tellLost} from './lost-answer.ts';
import {namePodTrouble} from './name-pod-trouble.ts';
import {retarget} from './retarget.ts';
import {isSameWorld} from './same-world.ts';

/**
 * A controller may write the status all the time. After some tries an unforced write goes without the resourceVersion: what
 * anyone else would change of our fields is a conflict then. With force only the resourceVersion guards: it tries on.
 */
export const EXACT_TRIES = 5;
const STALE_TRIES = 50;
const KIND_TRIES = 60;
const KIND_DELAY_MS = 250;

/** Sends one planned create, update or adoption, guarded by what the plan saw, and waits until the object is ready. */
export async function writeObject(session: ExecuteSession, planned: PlannedObject, run: StepRun): Promise<StepResult> {
  const place = placeOf(planned.target);
  if (planned.ending !== undefined) {
    const {ending, target} = planned;
    const gone = await awaitGone(session, {place, id: target.resource.id, ending, run});
    if ('failure' in gone) return failed(gone.failure);
  }
  const retargeted = planned.waits ? retarget(session, planned, run.live) : {target: planned.target};
  if ('failure' in retargeted) return failed(retargeted.failure);
  const {target} = retargeted;
  const early = await verifyLate(session, {...planned, target}, run);
  if (early !== undefined) return failed(early);
  const sent = await tellLost(run, (watched) => send(session, {...planned, target}, watched));
  if ('failure' in sent) return failed(sent.failure);
  if ('lost' in sent) return {...failed(sent.lost), ...unsureState(session, {...planned, target}), maybeWritten: true};
  run.onApplied();
  const state = stateOf(session, target, sent.object);
  if (!run.wait) return {kind: 'done', state, live: sent.object};
  const ready = await awaitWritten(session, {target, written: sent.object, run});
  return 'failure' in ready ? {kind: 'failed', failure: ready.failure, state} : {kind: 'done', state, live: ready.end};
}

/** Sees that an unchanged object is ready: the last run did not end well. */
export async function confirmObject(
  session: ExecuteSession,
  planned: PlannedObject,
  run: StepRun,
): Promise<StepResult> {
  const {target, live} = planned;
  const state = stateBefore(session, planned);
  const kept = state === undefined ? {} : {state};
  if (live === undefined || !run.wait) return {kind: 'done', ...kept};
  const ready = await awaitWritten(session, {target, written: live, run});
  return 'failure' in ready
    ? {kind: 'failed', failure: ready.failure, ...kept}
    : {kind: 'done', ...kept, live: ready.end};
}

type Written = {readonly target: Target; readonly written: JsonObject; readonly run: StepRun};

/** Waits until it is ready; a workload that does not get there is asked why. */
async function awaitWritten({client, hub, clock}: ExecuteSession, {target, written, run}: Written) {
  const ready = await awaitReady({hub, clock, place: placeOf(target), id: target.resource.id, written, run});
  if (!('failure' in ready)) return ready;
  return {failure: await namePodTrouble(client, {failure: ready.failure, workload: written, signal: run.signal})};
}

export function stateOf({after}: Pick<ExecuteSession, 'after'>, target: Target, object: JsonObject): ResourceState {
  const {apiVersion, kind, namespace, name} = target.identity;
  return {
    id: target.resource.id,
    type: 'Kubernetes',
    apiVersion,
    kind,
    ...(namespace === undefined ? {} : {namespace}),
    name,
    uid: uidOf(object) ?? '',
    desiredDigest: target.digest(),
    applied: appliedOf(target, object),
    dependsOn: after.get(target.resource.id) ?? [],
  };
}

/**
 * What is ours of an object before anything is done to it: what the last release recorded, or, where a run that died had made
 * it, what live shows. Of that the digest is not known, so that nothing is at rest by this record.
 */
export function stateBefore(
  session: Pick<ExecuteSession, 'after'>,
  {state, change, live, target}: Pick<PlannedObject, 'state' | 'change' | 'live' | 'target'>,
): ResourceState | undefined {
  if (state !== undefined || live === undefined || change.action === 'adopt') return state;
  const found = stateOf(session, target, live);
  return change.action === 'unchanged' ? found : {...found, desiredDigest: ''};
}

/** What may exist now: without a uid it is ours only by its marks. */
function unsureState(session: ExecuteSession, planned: PlannedObject): {readonly state?: ResourceState} {
  return stateBefore(session, planned) === undefined ? {state: stateOf(session, planned.target, {})} : {};
}

/** What the preview could not verify is asked once more, now that its subject is there: a create must still be one. */
async function verifyLate(session: ExecuteSession, planned: PlannedObject, run: StepRun): Promise<Failure | undefined> {
  const {change, surelyAbsent, live, target} = planned;
  if (change.verified || surelyAbsent || live !== undefined) return undefined;
  const reply = await session.client.apply({
    ...placeOf(target),
    object: target.desired,
    force: false,
    dryRun: true,
    signal: run.signal,
  });
  if (reply.ok) return reply.status === 200 ? appeared(target) : undefined;
  return refusalFailure(session, target, reply.refusal);
}

type Sent = {readonly object: JsonObject} | {readonly failure: Failure} | Lost;

async function send(session: ExecuteSession, planned: PlannedObject, run: StepRun): Promise<Sent> {
  const {target, force} = planned;
  let guard = planned.live;
  for (let tries = 1; ; tries++) {
    const exact = force || tries <= EXACT_TRIES;
    const reply = await sendOnce(session, {target, force, guard, exact}, run);
    if (reply.ok) {
      if (guard !== undefined || reply.status === 201 || reply.resent) return {object: reply.object};
      await letGo(session, {target, object: reply.object}, run);
      return {failure: appeared(target)};
    }
    if (reply.refusal.kind !== 'stale' || guard === undefined || tries > STALE_TRIES) {
      const failure = refusalFailure(session, target, reply.refusal);
      return mayBeDone(reply) ? {lost: failure} : {failure};
    }
    const moved = await lookAgain(session, planned, {resent: reply.resent, signal: run.signal});
    if (!('guard' in moved)) return moved;
    guard = moved.guard;
  }
}

/** The object moved: where it still is what the plan saw, at its new version; where it is what we want, that is it. */
async function lookAgain(
  {client}: ExecuteSession,
  planned: PlannedObject,
  {resent, signal}: {readonly resent: boolean; readonly signal: AbortSignal},
): Promise<{readonly guard: JsonObject} | Sent> {
  const {target, live} = planned;
  const now = await client.get({...placeOf(target), signal});
  if (now.ok && resent && isDone(planned, now.object)) return {object: now.object};
  if (now.ok && isSameWorld(live ?? {}, now.object)) return {guard: now.object};
  const detail = 'the live object changed after it was previewed';
  return {failure: {code: 'plan/stale', resource: target.resource.id, detail}};
}

/** The last word was a refusal, but an earlier attempt, or whoever stands before the server, may have had it done. */
const mayBeDone = ({resent, status}: ObjectReply): boolean => resent || status === 502 || status === 504;

/** Our own write moved the object: its answer was lost, and the next attempt came too late. */
const isDone = ({target, predicted}: PlannedObject, live: JsonObject): boolean =>
  !needsRequest({
    ...target,
    live,
    schema: target.kind.schema,
    ...(predicted === undefined
      ? {}
      : {recorded: {desiredDigest: target.digest(), applied: appliedOf(target, predicted)}}),
    sealedProjection: () => appliedOf(target, live),
  });

/** Each attempt, retries too, begins only while the lock surely outlasts it. */
export const heldWhile = ({beforeWrite, writeTimeoutMs}: StepRun) => ({
  beforeAttempt: beforeWrite,
  timeoutMs: writeTimeoutMs,
});

type Attempt = {
  readonly target: Target;
  readonly force: boolean;
  readonly guard: JsonObject | undefined;
  /** Not only the same object, but at the same resourceVersion. */
  readonly exact: boolean;
};

/** The path of a kind that this run has just made may need a moment. */
async function sendOnce(session: ExecuteSession, attempt: Attempt, run: StepRun): Promise<ObjectReply> {
  const {target, force} = attempt;
  const object = guarded(attempt);
  const retry = {awaitWebhooks: session.awaitWebhooks};
  for (let tries = 1; ; tries++) {
    // An interrupt lets what was sent end: the signal is not passed on.
    const reply = await session.client.apply({...placeOf(target), object, force, retry, ...heldWhile(run)});
    const missing = !reply.ok && reply.refusal.kind === 'not-found' && target.kind.planned && tries < KIND_TRIES;
    if (!missing || run.signal.aborted) return reply;
    await session.clock.sleep(KIND_DELAY_MS);
  }
}

/** The uid and resourceVersion that the plan saw: the server refuses the write if the object is another, or moved. */
function guarded({target: {desired}, guard, exact}: Attempt): JsonObject {
  if (guard === undefined) return desired;
  const metadata = isObject(desired['metadata']) ? desired['metadata'] : {};
  const [uid, resourceVersion] = [uidOf(guard), exact ? resourceVersionOf(guard) : undefined];
  return {
    ...desired,
    metadata: {
      ...metadata,
      ...(uid === undefined ? {} : {uid}),
      ...(resourceVersion === undefined ? {} : {resourceVersion}),
    },
  };
}

/** Someone made an object of this name between preview and apply: our fields go from it again, the rest is theirs. */
async function letGo(
  session: ExecuteSession,
  {target, object}: {readonly target: Target; readonly object: JsonObject},
  run: StepRun,
): Promise<void> {
  const empty = emptyConfiguration(target.identity, uidOf(object));
  await session.client.apply({...placeOf(target), object: empty, force: false, ...heldWhile(run)});
}

/** The uid keeps the server from making an empty object where the one that is meant has gone. */
export const emptyConfiguration = (
  {apiVersion, kind, namespace, name}: Target['identity'],
  uid: string | undefined,
): JsonObject => ({
  apiVersion,
  kind,
  metadata: {name, ...(namespace === undefined ? {} : {namespace}), ...(uid === undefined ? {} : {uid})},
});

const appeared = ({resource}: Target): Failure => ({
  code: 'plan/stale',
  resource: resource.id,
  detail: 'an object of this name was made by someone else after the preview',
});

export function refusalFailure(
  {client}: Pick<ExecuteSession, 'client'>,
  {resource}: {readonly resource: Pick<Target['resource'], 'id'>},
  refusal: Refusal,
): Failure {
  if (refusal.kind === 'stale') return {code: 'plan/stale', resource: resource.id, detail: refusal.message};
  if (refusal.kind === 'forbidden' && refusal.by === 'authorization') {
    return {
      code: 'permission/denied',
      server: client.server,
      action: 'apply',
      detail: refusal.message,
      resource: resource.id,
    };
  }
  if (refusal.kind === 'conflict') {
    return {code: 'plan/stale', resource: resource.id, detail: refusal.message};
  }
  return {code: 'object/write-refused', resource: resource.id, status: refusal.status, detail: refusal.message};
}

/** Nothing was written: what the plan knew of it stands. */
const failed = (failure: Failure): StepResult & {kind: 'failed'} => ({kind: 'failed', failure});
