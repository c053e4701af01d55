import type {JsonObject} from '../../../../core/json.ts';
import type {FieldDifference} from '../../../../kubernetes/fields/compare.ts';
import type {Refusal} from '../client/status.ts';
import {dryRun, placeOf, type Verdict} from './dry-run.ts';
import type {Finding, Moved} from './finding.ts';
import {resourceVersionOf} from './live-objects.ts';
import {answeredDifferences} from './local-result.ts';
import type {ObjectRequest} from './object-request.ts';
import type {Sent} from './resolve-sent.ts';
import {settleTakeOver} from './settle-take-over.ts';
import {unreadable} from './unreadable.ts';

/**
 * Asks the server for the result of the write by a dry run.
 * @param mayMove an answer about a later version of the object than `live` is not compared with `live`; the later version is returned
 */
export async function askServer(object: ObjectRequest, sent: Sent, mayMove: boolean): Promise<Finding | Moved> {
  const {client, live, state, permissions, isAutoscaled, signal} = object;
  const {target, taking} = sent;
  const verdict = await dryRun({
    client,
    target,
    live,
    applied: state?.applied,
    takeOver: live === undefined ? undefined : taking?.of(live),
    insists: permissions.forceConflicts.includes(target.resource.id),
    isAutoscaled,
    signal,
  });
  if (verdict.kind === 'refused') return refused(object, verdict.refusal);
  if (verdict.kind === 'created') {
    const isGone = state !== undefined && state.uid !== '';
    return {kind: 'absent', answer: verdict.object, reason: isGone ? DELETED_SINCE : undefined};
  }
  if (live === undefined) return readAgain(object);
  const real = answeredDifferences(live, verdict.object, verdict.target);
  if (mayMove && isOfAnother(live, verdict, real)) return readAgain(object);
  return settled(object, taking, {...verdict, live, real});
}

const DELETED_SINCE = 'somebody deleted it after the last release';

type Answer = Verdict & {readonly kind: 'updated'};

/**
 * Reports whether the server answered about another version of the object than the one that was read: a controller wrote it in between, and
 * its fields would look as if our apply changed them. A dry run answers with the resourceVersion of the stored object.
 */
const isOfAnother = (live: JsonObject, {object}: Answer, real: readonly FieldDifference[]): boolean =>
  resourceVersionOf(live) !== resourceVersionOf(object) && real.length > 0;

async function readAgain({client, target, signal}: ObjectRequest): Promise<Finding | Moved> {
  const found = await client.get({...placeOf(target), signal});
  if (found.ok) return {kind: 'moved', live: found.object};
  // It vanished between the two answers, so the write would create it.
  if (found.refusal.kind === 'not-found') return {kind: 'absent', reason: 'it disappeared while it was read'};
  throw unreadable(client.server, target.kind.resource, found.refusal, target.resource.id);
}

/** An object that is not ours is missing from the list: the server may refuse a change of it rather than a creation. */
async function refused({client, target, live, signal}: ObjectRequest, refusal: Refusal): Promise<Finding | Moved> {
  const denied = isDenied(refusal);
  if (live === undefined && (denied || refusal.kind === 'invalid')) {
    const found = await client.get({...placeOf(target), signal});
    if (found.ok) return {kind: 'moved', live: found.object};
  }
  return {kind: 'refused', refusal, denied};
}

/** Takes into account what older managers give up before the write. */
async function settled(
  {client, signal}: ObjectRequest,
  taking: Sent['taking'],
  updated: Omit<Finding & {readonly kind: 'updated'}, 'taking'>,
): Promise<Finding> {
  if (taking === undefined) return {...updated, taking};
  const {target, live, object: answer} = updated;
  const done = await settleTakeOver({client, target, live, answer, taking, signal});
  if ('refusal' in done) return {kind: 'refused', refusal: done.refusal, denied: isDenied(done.refusal)};
  return {...updated, ...done, real: answeredDifferences(live, done.object, target)};
}

const isDenied = (refusal: Refusal): boolean => refusal.kind === 'forbidden' && refusal.by === 'authorization';
