import type {Failure} from '../../../../core/failure/failure.ts';
import {isObject, type JsonObject} from '../../../../core/json.ts';
import type {StepRun} from '../../../../ports/runtime.ts';
import {resourceVersionOf, uidOf} from '../plan/live-objects.ts';
import {awaitObject} from './await-object.ts';
import type {ExecuteSession} from './execute-session.ts';
import type {Observed, Place} from './watch-hub.ts';

export type ReadyWait = Pick<ExecuteSession, 'hub' | 'clock' | 'readiness'> & {
  readonly place: Place;
  readonly id: string;
  /** The server's answer to the write. */
  readonly written: JsonObject;
  readonly run: Pick<StepRun, 'signal' | 'timeoutMs' | 'limit' | 'onWaiting'>;
};

/** Waits until a written object is ready by the rules of core/readiness. Answers the object as last seen. */
export async function awaitReady({
  hub,
  clock,
  readiness,
  place,
  id,
  written,
  run,
}: ReadyWait): Promise<{readonly end: JsonObject} | {readonly failure: Failure}> {
  const now = readiness(id, written);
  if (now.status === 'Current') return {end: written};
  if (now.status === 'Failed') return {failure: {code: 'object/failed', resource: id, detail: now.message}};
  const outcome = await awaitObject<JsonObject | Failure>({
    ...run,
    hub,
    clock,
    place,
    id,
    first: now.message,
    judge: (observed) => judge(observed, {written, readiness, id}),
  });
  if ('failure' in outcome) return outcome;
  return isFailure(outcome.end) ? {failure: outcome.end} : {end: outcome.end};
}

type Judged = Pick<ReadyWait, 'written' | 'readiness' | 'id'>;

function judge(
  {object, deleted}: Observed,
  {written, readiness, id}: Judged,
): {end: JsonObject | Failure} | {waiting: string} {
  if (deleted || uidOf(object) !== uidOf(written)) {
    if (isOlder(object, written)) return {waiting: 'waiting for the server to show it'};
    return {end: {code: 'object/failed', resource: id, detail: 'it was deleted while Gantry waited for it'}};
  }
  // What a watch showed before our write is not about it.
  if (isOlder(object, written)) return {waiting: 'waiting for the server to show the change'};
  const {status, message} = readiness(id, object);
  if (status === 'Current') return {end: object};
  if (status === 'Failed') return {end: {code: 'object/failed', resource: id, detail: message}};
  return {waiting: message};
}

const isFailure = (value: JsonObject | Failure): value is Failure =>
  typeof value['code'] === 'string' && 'resource' in value;

/** By the generation of the same object, else by resourceVersion where both are numbers (as all of etcd's are). */
function isOlder(object: JsonObject, than: JsonObject): boolean {
  const [a, b] = [generationOf(object), generationOf(than)];
  if (a !== undefined && b !== undefined && a !== b && uidOf(object) === uidOf(than)) return a < b;
  const [left, right] = [resourceVersionOf(object) ?? '', resourceVersionOf(than) ?? ''];
  return /^\d+$/.test(left) && /^\d+$/.test(right) && BigInt(left) < BigInt(right);
}

function generationOf(object: JsonObject): number | undefined {
  const generation = isObject(object['metadata']) ? object['metadata']['generation'] : undefined;
  return typeof generation === 'number' ? generation : undefined;
}
