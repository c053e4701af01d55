import type {Failure} from '../../../../core/failure/failure.ts';
import type {JsonObject} from '../../../../core/json.ts';
import {equalSets} from '../../../../kubernetes/fields/field-set.ts';
import {ownEntry} from '../../../../kubernetes/plan/manager-entry.ts';
import type {TakeOver} from '../../../../kubernetes/plan/take-over.ts';
import {metadataOf} from '../../../../kubernetes/plan/take-over-managers.ts';
import type {StepRun} from '../../../../ports/step-run.ts';
import type {Refused} from '../client/request-types.ts';
import {placeOf} from '../plan/dry-run.ts';
import {resourceVersionOf, uidOf} from '../plan/live-objects.ts';
import type {PlannedObject} from '../plan/planned-object.ts';
import type {Target} from '../plan/target.ts';
import type {ExecuteSession} from './execute-session.ts';
import {heldWhile} from './held-while.ts';
import type {LostResponse} from './lost-response.ts';
import {refusalFailure} from './refusal-failure.ts';
import {isSameObject} from './same-object.ts';

const TRIES = 50;

type Taken = {readonly live: JsonObject | undefined} | {readonly failure: Failure} | LostResponse;

/**
 * Makes the fields of older managers ours, by one patch of the managed fields of exactly the object that the plan saw.
 * The apply that follows removes the fields that the stack does not name. If the run is interrupted in between, no
 * value has changed, and the next run needs only its apply to take over the object.
 */
export async function takeOverFields(session: ExecuteSession, planned: PlannedObject, run: StepRun): Promise<Taken> {
  const {target, live: seen, takeOver} = planned;
  let live = seen;
  let sent: TakeOver | undefined;
  for (let tries = 1; ; tries++) {
    const plan = live === undefined ? undefined : takeOver?.of(live);
    if (live === undefined || plan === undefined) return {live};
    const reply = await session.client.patch({...placeOf(target), operations: patchOf(live, plan), ...heldWhile(run)});
    if (reply.ok) return {live: reply.object};
    if (reply.resent) sent = plan;
    const now = await session.client.get({...placeOf(target), signal: run.signal});
    // An earlier attempt did it, and its answer was lost.
    if (now.ok && isTaken(now.object, {seen, target, plan: sent})) return {live: now.object};
    if (!now.ok || !isMoved(live, now.object) || tries > TRIES) return refused(session, target, reply);
    if (!isSameObject(seen ?? {}, now.object)) return stale(target);
    live = now.object;
  }
}

/** Reports whether the object has changed: then the server refused its version, not the patch. */
const isMoved = (live: JsonObject, now: JsonObject): boolean => resourceVersionOf(now) !== resourceVersionOf(live);

function refused(session: ExecuteSession, target: Target, {refusal, resent, status}: Refused): Taken {
  const failure = refusalFailure(session, target, refusal);
  return resent || status === 502 || status === 504 ? {lost: failure} : {failure};
}

const stale = ({resource}: Target): Taken => ({
  failure: {code: 'plan/stale', resource: resource.id, detail: 'the live object changed after it was previewed'},
});

/** Returns a patch whose tests match only this object at this version. */
const patchOf = (live: JsonObject, {managedFields}: TakeOver): readonly JsonObject[] => [
  {op: 'test', path: '/metadata/uid', value: uidOf(live) ?? null},
  {op: 'test', path: '/metadata/resourceVersion', value: resourceVersionOf(live) ?? null},
  {op: 'replace', path: '/metadata/managedFields', value: managedFields},
];

type Expected = {
  readonly seen: JsonObject | undefined;
  readonly target: Target;
  /** The take-over that was sent and may have been executed. */
  readonly plan: TakeOver | undefined;
};

/** Reports whether the take-over was executed: the values are those that the plan saw, and our entry owns the intended fields. */
function isTaken(now: JsonObject, {seen, target, plan}: Expected): boolean {
  const own = ownEntry(now, target.identity.apiVersion);
  if (plan === undefined || seen === undefined || own === undefined) return false;
  return equalSets(own, plan.held) && isSameObject(unmanaged(seen), unmanaged(now));
}

const unmanaged = (object: JsonObject): JsonObject => ({
  ...object,
  metadata: {...metadataOf(object), managedFields: []},
});
