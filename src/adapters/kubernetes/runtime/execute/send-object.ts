import type {Failure} from '../../../../core/failure/failure.ts';
import {isObject, type JsonObject} from '../../../../core/json.ts';
import {needsRequest} from '../../../../kubernetes/plan/needs-request.ts';
import {isOurs} from '../../../../kubernetes/plan/ownership.ts';
import {defined} from '../../../../lib/defined.ts';
import type {StepRun} from '../../../../ports/step-run.ts';
import type {ObjectReply} from '../client/objects.ts';
import type {Refusal} from '../client/status.ts';
import {placeOf} from '../plan/dry-run.ts';
import {resourceVersionOf, uidOf} from '../plan/live-objects.ts';
import type {PlannedObject} from '../plan/planned-object.ts';
import {appliedOf, type Target} from '../plan/target.ts';
import {applySettled} from './apply-settled.ts';
import {emptyConfiguration} from './empty-configuration.ts';
import type {ExecuteSession} from './execute-session.ts';
import {heldWhile} from './held-while.ts';
import type {LostResponse} from './lost-response.ts';
import {appeared, refusalFailure} from './refusal-failure.ts';
import {isSameObject} from './same-object.ts';
import {takeOverFields} from './take-over.ts';

/**
 * The number of attempts with the exact resourceVersion, because a controller may write the status all the time. After
 * these an unforced write is sent without it: changes of others to our fields are then conflicts. With force only the
 * resourceVersion protects them, so all attempts use it.
 */
export const EXACT_TRIES = 5;
const STALE_TRIES = 50;

/** The result of sending an object. `written` is true if it was refused, but something was written before. */
type Sent = {readonly object: JsonObject} | {readonly failure: Failure; readonly written?: true} | LostResponse;

/** Sends the object as it was previewed, or returns why not. */
export async function sendObject(session: ExecuteSession, planned: PlannedObject, run: StepRun): Promise<Sent> {
  const taken = await takeOverFields(session, planned, run);
  if (!('live' in taken)) return taken;
  const sent = await sendGuarded(session, {...planned, live: taken.live}, run);
  return 'failure' in sent && taken.live !== planned.live ? {...sent, written: true} : sent;
}

async function sendGuarded(session: ExecuteSession, planned: PlannedObject, run: StepRun): Promise<Sent> {
  const {target, force} = planned;
  let guard = planned.live;
  for (let tries = 1; ; tries++) {
    const exact = force || tries <= EXACT_TRIES;
    const ask = {
      ...placeOf(target),
      object: guarded({target, guard, exact}),
      force,
      retry: {awaitWebhooks: session.awaitWebhooks},
      ...heldWhile(run),
    };
    // An interrupt lets a sent request complete: the signal only ends the attempts.
    const reply = await applySettled(session, planned, ask, run.signal);
    if (reply.ok) {
      if (guard !== undefined || reply.status === 201 || reply.resent) return {object: reply.object};
      await releaseFields(session, {target, object: reply.object}, run);
      return {failure: appeared(target)};
    }
    if (guard === undefined && isThere(reply.refusal)) return madeAlready(session, planned, reply);
    if (reply.refusal.kind !== 'stale' || guard === undefined || tries > STALE_TRIES) {
      const failure = refusalFailure(session, target, reply.refusal);
      return mayBeDone(reply) ? {lost: failure} : {failure};
    }
    const moved = await lookAgain(session, planned, {resent: reply.resent, signal: run.signal});
    if (!('guard' in moved)) return moved;
    guard = moved.guard;
  }
}

/** Reports whether an object with our name exists. A quota's own object may change while ours is counted; that is not our object. */
const isThere = ({kind, subject}: Refusal): boolean =>
  kind === 'already-exists' || (kind === 'stale' && subject?.kind !== 'resourcequotas');

/** Handles a create that found an object with its name: it is ours only if an earlier attempt created it and its answer was lost. */
async function madeAlready(
  {client, lineage}: ExecuteSession,
  {target}: PlannedObject,
  {resent}: ObjectReply,
): Promise<Sent> {
  const now = resent ? await client.get(placeOf(target)) : undefined;
  return now?.ok && isOurs({live: now.object, ownId: target.ownId, lineage})
    ? {object: now.object}
    : {failure: appeared(target)};
}

/** Reads an object that has changed: if it still is what the plan saw, its new version is used; if it is what we want, it is done. */
async function lookAgain(
  {client}: ExecuteSession,
  planned: PlannedObject,
  {resent, signal}: {readonly resent: boolean; readonly signal: AbortSignal},
): Promise<{readonly guard: JsonObject} | Sent> {
  const {target, live} = planned;
  const now = await client.get({...placeOf(target), signal});
  if (now.ok && resent && isDone(planned, now.object)) return {object: now.object};
  if (now.ok && isSameObject(live ?? {}, now.object)) return {guard: now.object};
  const detail = 'the live object changed after it was previewed';
  return {failure: {code: 'plan/stale', resource: target.resource.id, detail}};
}

/** Reports whether a refused write may have been executed, by an earlier attempt or behind a proxy. */
const mayBeDone = ({resent, status}: ObjectReply): boolean => resent || status === 502 || status === 504;

/** Reports whether our own write changed the object: its answer was lost, and the next attempt came too late. */
const isDone = ({target, predicted}: PlannedObject, live: JsonObject): boolean =>
  !needsRequest({
    ...target,
    live,
    schema: target.kind.schema,
    recorded:
      predicted === undefined ? undefined : {desiredDigest: target.digest(), applied: appliedOf(target, predicted)},
    redactedProjection: () => appliedOf(target, live),
  });

type Attempt = {
  readonly target: Target;
  readonly guard: JsonObject | undefined;
  /** True if not only the object, but also its resourceVersion must be the same. */
  readonly exact: boolean;
};

/**
 * The resourceVersion that no object has: with it the server creates an object, and never changes an existing one.
 * Without it an apply would take over the fields of another stack that applies with the same manager name.
 */
const BEFORE_ALL = '1';

/** Adds the uid and resourceVersion that the plan saw, so that the server refuses the write if the object is another one or has changed. */
function guarded({target: {desired}, guard, exact}: Attempt): JsonObject {
  const metadata = isObject(desired['metadata']) ? desired['metadata'] : {};
  if (guard === undefined) return {...desired, metadata: {...metadata, resourceVersion: BEFORE_ALL}};
  const [uid, resourceVersion] = [uidOf(guard), exact ? resourceVersionOf(guard) : undefined];
  return {
    ...desired,
    metadata: {
      ...metadata,
      ...defined({uid, resourceVersion}),
    },
  };
}

/** Removes our fields from an object that somebody created with this name between preview and apply; the rest belongs to them. */
async function releaseFields(
  session: ExecuteSession,
  {target, object}: {readonly target: Target; readonly object: JsonObject},
  run: StepRun,
): Promise<void> {
  const empty = emptyConfiguration(target.identity, uidOf(object));
  await session.client.apply({...placeOf(target), object: empty, force: false, ...heldWhile(run)});
}
