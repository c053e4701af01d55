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
import type {Lost} from './lost-answer.ts';
import {appeared, refusalFailure} from './refusal-failure.ts';
import {isSameWorld} from './same-world.ts';
import {takeOverFields} from './take-over.ts';

/**
 * A controller may write the status all the time. After some tries an unforced write goes without the resourceVersion: what
 * anyone else would change of our fields is a conflict then. With force only the resourceVersion guards: it tries on.
 */
export const EXACT_TRIES = 5;
const STALE_TRIES = 50;

/** `written`: it was refused, and yet something was written before. */
type Sent = {readonly object: JsonObject} | {readonly failure: Failure; readonly written?: true} | Lost;

/** Sends the object as it was previewed, or says why not. */
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
    // An interrupt lets what was sent end: the signal only ends the tries.
    const reply = await applySettled(session, planned, ask, run.signal);
    if (reply.ok) {
      if (guard !== undefined || reply.status === 201 || reply.resent) return {object: reply.object};
      await letGo(session, {target, object: reply.object}, run);
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

/** A quota's own object moves while ours is charged to it: that is no object of our name. */
const isThere = ({kind, subject}: Refusal): boolean =>
  kind === 'already-exists' || (kind === 'stale' && subject?.kind !== 'resourcequotas');

/** A create found an object of its name: it is ours only if an earlier attempt made it and its answer was lost. */
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
    recorded:
      predicted === undefined ? undefined : {desiredDigest: target.digest(), applied: appliedOf(target, predicted)},
    sealedProjection: () => appliedOf(target, live),
  });

type Attempt = {
  readonly target: Target;
  readonly guard: JsonObject | undefined;
  /** Not only the same object, but at the same resourceVersion. */
  readonly exact: boolean;
};

/**
 * No object is at it: with it the server makes an object, and does not touch one that is there. Without it an apply would take
 * over the fields of whoever applies under our manager's name, too: another stack.
 */
const BEFORE_ALL = '1';

/** The uid and resourceVersion that the plan saw: the server refuses the write if the object is another, or moved. */
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

/** Someone made an object of this name between preview and apply: our fields go from it again, the rest is theirs. */
async function letGo(
  session: ExecuteSession,
  {target, object}: {readonly target: Target; readonly object: JsonObject},
  run: StepRun,
): Promise<void> {
  const empty = emptyConfiguration(target.identity, uidOf(object));
  await session.client.apply({...placeOf(target), object: empty, force: false, ...heldWhile(run)});
}
