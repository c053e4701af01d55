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

/** A deletion of the very object that was planned, not of a later one with the same name. */
export type ExactDelete = {
  readonly id: string;
  readonly place: Omit<Place, 'unmarked'>;
  /** As the plan saw it. */
  readonly live: JsonObject;
  readonly propagationPolicy: NonNullable<DeleteRequest['propagationPolicy']>;
  /** Asked of an object that moved since: why it may no longer be deleted. */
  readonly objection: (now: JsonObject) => string | undefined;
};

/** Deletes the very object that the plan saw. */
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
    // The server goes on for a moment to ask a webhook whose configuration this run has just deleted.
    const reply = await client.delete({...ask, retry: {awaitWebhooks: session.awaitWebhooks}});
    if (reply.ok) return {object: reply.object};
    if (reply.refusal.kind === 'not-found') return 'gone';
    if (reply.refusal.kind !== 'stale' || tries > EXACT_TRIES + 1)
      return {failure: refusalFailure(session, {resource: {id}}, reply.refusal, 'delete')};
    const now = await client.get({...place, signal: run.signal});
    // Gone already, or another object has its name now: either way ours is no more.
    if (now.ok ? uidOf(now.object) !== uid : now.refusal.kind === 'not-found') return 'gone';
    if (!now.ok) return {failure: refusalFailure(session, {resource: {id}}, now.refusal, 'read')};
    const detail = objection(now.object);
    if (detail !== undefined) return {failure: {code: 'plan/stale', resource: id, detail}};
    // Judged a moment ago; a status that is written all the time shall not keep it for ever.
    resourceVersion = tries < EXACT_TRIES ? resourceVersionOf(now.object) : undefined;
  }
}
