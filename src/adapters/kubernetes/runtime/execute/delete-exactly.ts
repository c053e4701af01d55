import type {Failure} from '../../../../core/failure/failure.ts';
import type {JsonObject} from '../../../../core/json.ts';
import type {StepRun} from '../../../../ports/step-run.ts';
import type {DeleteRequest} from '../client/objects.ts';
import {resourceVersionOf, uidOf} from '../plan/live-objects.ts';
import type {ExecuteSession} from './execute-session.ts';
import {heldWhile} from './held-while.ts';
import {refusalFailure} from './refusal-failure.ts';
import {EXACT_TRIES} from './send-object.ts';
import type {Place} from './watch-hub.ts';

/** A deletion of exactly the planned object, not of a later one with the same name. */
export type ExactDelete = {
  readonly id: string;
  readonly place: Omit<Place, 'unmarked'>;
  /** The live object at the time of the plan. */
  readonly live: JsonObject;
  readonly propagationPolicy: NonNullable<DeleteRequest['propagationPolicy']>;
  /** Returns why an object that has changed since may no longer be deleted, or undefined. */
  readonly objection: (now: JsonObject) => string | undefined;
};

/** Deletes exactly the object that the plan saw. */
export async function deleteExactly(
  session: ExecuteSession,
  {id, place, live, propagationPolicy, objection}: ExactDelete,
  run: StepRun,
): Promise<'gone' | {readonly object: JsonObject} | {readonly failure: Failure}> {
  const {client} = session;
  const uid = uidOf(live);
  let resourceVersion = resourceVersionOf(live);
  for (let tries = 1; ; tries++) {
    const ask = {...place, uid, resourceVersion, propagationPolicy, ...heldWhile(run)};
    // For a moment the server still calls a webhook whose configuration this run has just deleted.
    const reply = await client.delete({...ask, retry: {awaitWebhooks: session.awaitWebhooks}});
    if (reply.ok) return {object: reply.object};
    if (reply.refusal.kind === 'not-found') return 'gone';
    if (reply.refusal.kind !== 'stale' || tries > EXACT_TRIES + 1)
      return {failure: refusalFailure(session, {resource: {id}}, reply.refusal, 'delete')};
    const now = await client.get({...place, signal: run.signal});
    // It is gone already, or another object has its name: in both cases ours no longer exists.
    if (now.ok ? uidOf(now.object) !== uid : now.refusal.kind === 'not-found') return 'gone';
    if (!now.ok) return {failure: refusalFailure(session, {resource: {id}}, now.refusal, 'read')};
    const detail = objection(now.object);
    if (detail !== undefined) return {failure: {code: 'plan/stale', resource: id, detail}};
    // It was judged a moment ago, so frequent writes of its status must not block the deletion for ever.
    resourceVersion = tries < EXACT_TRIES ? resourceVersionOf(now.object) : undefined;
  }
}
