import type {Failure} from '../../../../core/failure/failure.ts';
import {equalSets} from '../../../../core/fields/field-set.ts';
import type {JsonObject} from '../../../../core/json.ts';
import {ownEntry} from '../../../../core/plan/manager-entry.ts';
import type {TakeOver} from '../../../../core/plan/take-over.ts';
import {metadataOf} from '../../../../core/plan/take-over-managers.ts';
import type {StepRun} from '../../../../ports/runtime.ts';
import {placeOf} from '../plan/dry-run.ts';
import {resourceVersionOf, uidOf} from '../plan/live-objects.ts';
import type {PlannedObject} from '../plan/planned-object.ts';
import type {Target} from '../plan/target.ts';
import type {ExecuteSession} from './execute-session.ts';
import {heldWhile} from './held-while.ts';
import type {Lost} from './lost-answer.ts';
import {refusalFailure} from './refusal-failure.ts';
import {isSameWorld} from './same-world.ts';

const TRIES = 50;

type Taken = {readonly live: JsonObject | undefined} | {readonly failure: Failure} | Lost;

/**
 * Makes the fields of older managers ours, by one patch of the managed fields of the very object that the plan saw; the apply
 * that follows drops those that the stack does not name. When the run dies in between, no value has changed, and the next run
 * finds an object that it takes over by its apply alone.
 */
export async function takeOverFields(session: ExecuteSession, planned: PlannedObject, run: StepRun): Promise<Taken> {
  const {target, live: seen, takeOver} = planned;
  if (takeOver === undefined || seen === undefined) return {live: seen};
  let live = seen;
  let sent: TakeOver | undefined;
  for (let tries = 1; ; tries++) {
    const plan = takeOver.of(live);
    if (plan === undefined) return {live};
    const reply = await session.client.patch({
      ...placeOf(target),
      operations: patchOf(live, plan),
      ...heldWhile(run),
    });
    if (reply.ok) return {live: reply.object};
    if (reply.resent) sent = plan;
    const now = await session.client.get({...placeOf(target), signal: run.signal});
    // An earlier attempt did it, and its answer was lost.
    if (now.ok && sent !== undefined && isTaken(now.object, {seen, target, plan: sent})) return {live: now.object};
    const moved = now.ok && resourceVersionOf(now.object) !== resourceVersionOf(live);
    if (!moved || tries > TRIES) {
      const failure = refusalFailure(session, target, reply.refusal);
      return reply.resent || reply.status === 502 || reply.status === 504 ? {lost: failure} : {failure};
    }
    if (!isSameWorld(seen, now.object)) {
      const detail = 'the live object changed after it was previewed';
      return {failure: {code: 'plan/stale', resource: target.resource.id, detail}};
    }
    live = now.object;
  }
}

/** The tests make it a patch of this object at this version and of no other. */
const patchOf = (live: JsonObject, {managedFields}: TakeOver): readonly JsonObject[] => [
  {op: 'test', path: '/metadata/uid', value: uidOf(live) ?? null},
  {op: 'test', path: '/metadata/resourceVersion', value: resourceVersionOf(live) ?? null},
  {op: 'replace', path: '/metadata/managedFields', value: managedFields},
];

type Expected = {readonly seen: JsonObject; readonly target: Target; readonly plan: TakeOver};

/** The values are those that the plan saw, and our entry holds what it was to hold. */
function isTaken(now: JsonObject, {seen, target, plan}: Expected): boolean {
  const own = ownEntry(now, target.identity.apiVersion);
  return own !== undefined && equalSets(own, plan.held) && isSameWorld(unmanaged(seen), unmanaged(now));
}

const unmanaged = (object: JsonObject): JsonObject => ({
  ...object,
  metadata: {...metadataOf(object), managedFields: []},
});
