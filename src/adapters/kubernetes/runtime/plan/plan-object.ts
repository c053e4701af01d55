import {isObject, type JsonObject} from '../../../../core/json.ts';
import type {FieldChange} from '../../../../core/plan/plan.ts';
import {PASSED} from '../../../../core/readiness/health.ts';
import type {KubernetesState} from '../../../../core/release/kubernetes-state.ts';
import type {FieldDifference} from '../../../../kubernetes/fields/compare.ts';
import {project} from '../../../../kubernetes/fields/project.ts';
import {isCoOwned} from '../../../../kubernetes/plan/co-owned.ts';
import {isEnding} from '../../../../kubernetes/plan/ending.ts';
import {needsRequest} from '../../../../kubernetes/plan/needs-request.ts';
import {lineageOf} from '../../../../kubernetes/plan/ownership.ts';
import {updateEffects} from '../../../../kubernetes/plan/update-effects.ts';
import type {Refusal} from '../client/status.ts';
import {reverting} from './added-fields.ts';
import {isUnownedScale, leaveReplicas} from './autoscalers.ts';
import {adoptReason, blockChange} from './block-change.ts';
import {coOwnedChange} from './co-owned-change.ts';
import {dryRun, placeOf, type Verdict} from './dry-run.ts';
import {answeredChanges, explainChanges} from './explain-object.ts';
import {leaveOutCleared} from './leave-out-cleared.ts';
import {resourceVersionOf} from './live-objects.ts';
import {answeredDifferences} from './local-result.ts';
import {
  base,
  changeOf,
  created,
  isKnown,
  local,
  type ObjectRequest,
  permitted,
  recreated,
  unchanged,
  vanished,
} from './object-change.ts';
import {ownershipChanges} from './ownership-changes.ts';
import type {PlannedObject} from './planned-object.ts';
import {settleTakeOver, type TakingOver, takenEntries, takeOverTexts, takingOver, withTaken} from './take-over.ts';
import {appliedOf, type Target} from './target.ts';
import {unreadable} from './unreadable.ts';

/** The server answered about another object than the one that was read: this is read, and planned again. */
type Moved = {readonly found: JsonObject};

type Outcome = PlannedObject | Moved;

/** Where somebody writes all the time, the answer is compared with what was read last. */
const MOST_READ_AGAIN = 3;

/**
 * Compares one wanted object with live, asking the server only where engine rule 2 does not decide. An object that was written, or created,
 * since it was read is planned as it is now.
 */
export async function planObject(request: ObjectRequest): Promise<PlannedObject> {
  let {live} = request;
  for (let again = 0; ; again++) {
    const outcome = await planOnce({...request, live}, again < MOST_READ_AGAIN);
    if (!('found' in outcome)) return outcome;
    live = outcome.found;
  }
}

/** `mayMove`: an answer about a later version of the object is no answer. */
async function planOnce(given: ObjectRequest, mayMove: boolean): Promise<Outcome> {
  // Recognise what needs no look at the fields.
  const sure = withoutAsking(given);
  if (sure !== undefined) return sure;
  const {live} = given;
  if (live === undefined) return decided(given, {asks: false, mayMove});
  // Leave to others what is theirs; then nothing may be left to do.
  const {leave} = given.target;
  const mine = leave === undefined ? given : {...given, target: leave(live)};
  const rest = leave === undefined ? undefined : withoutAsking(mine);
  if (rest !== undefined) return rest;
  // Resolve who gives fields up, and which additions go.
  const request = {...mine, taking: await newlyTaken(mine, live)};
  const going = newlyReverted(request, live);
  const taking = going ?? request.taking;
  // Decide what is sent, ask where that does not settle it, and explain the answer.
  const whole = leaveOutCleared(mine.target, withTaken(live, taking), request);
  const {target, left} = await autoscaled(request, whole, live);
  const outcome = await decided({...request, taking, target}, {asks: going !== undefined, mayMove});
  if (left === undefined || 'found' in outcome) return outcome;
  return {...outcome, change: {...outcome.change, fields: [...outcome.change.fields, left]}};
}

/** Without the replicas of an object that an autoscaler has scaled to zero: nobody owns them, and so the server sees no conflict. */
async function autoscaled(
  {permissions, isAutoscaled}: ObjectRequest,
  target: Target,
  live: JsonObject,
): Promise<{readonly target: Target; readonly left?: FieldChange}> {
  const insists = permissions.forceConflicts.includes(target.resource.id);
  if (insists || !isUnownedScale(target, live) || !(await isAutoscaled(target.identity))) return {target};
  return leaveReplicas(target, live);
}

/** `asks`: more is to be done than to send what is wanted. */
type Asking = {readonly asks: boolean; readonly mayMove: boolean};

/** With what is sent known. */
async function decided(request: ObjectRequest, {asks, mayMove}: Asking): Promise<Outcome> {
  const {target, live} = request;
  if (request.waits) return local(request, request.waitsBecause ?? 'it takes values that are known only after apply');
  if (live !== undefined && isKnown(request, live) && !asks && !askNeeded(target, live, request.state))
    return unchanged(request, live, true);
  return asked(request, mayMove);
}

/** What needs no look at the fields. */
function withoutAsking(request: ObjectRequest): PlannedObject | undefined {
  const {target, live, absentBecause, lineage} = request;
  if (absentBecause !== undefined)
    return created(request, {verified: false, reason: absentBecause, surelyAbsent: true});
  if (live === undefined) return passed(request);
  if (isEnding(live)) return recreated(request, live);
  if (!isCoOwned({...target, ...target.kind, live, lineage})) return undefined;
  const change = coOwnedChange({...request, id: target.resource.id, live});
  return {...base(request), change, predicted: live, coOwns: true};
}

/** A Job that completed as it is wanted, and that the cluster has deleted since: there is nothing to do. */
function passed(request: ObjectRequest): PlannedObject | undefined {
  const {state, target, waits} = request;
  if (state?.done !== true || waits || state.desiredDigest !== target.digest()) return undefined;
  const change = changeOf(request, {action: 'unchanged', reason: PASSED, verified: true, fields: []});
  return {...base(request), change, predicted: target.desired};
}

/** By the server's answer to a dry run. */
async function asked(request: ObjectRequest, mayMove: boolean): Promise<Outcome> {
  const {target, live, state} = request;
  const verdict = await dryRun({
    ...request,
    applied: state?.applied,
    takeOver: live === undefined ? undefined : request.taking?.of(live),
    insists: request.permissions.forceConflicts.includes(target.resource.id),
  });
  if (verdict.kind === 'refused') return (await foundAfterAll(request, verdict)) ?? refused(request, verdict);
  if (verdict.kind === 'created')
    return created(request, {verified: true, predicted: verdict.object, ...vanished(state)});
  if (live !== undefined && !(mayMove && isOfAnother(live, verdict))) return answered(request, live, verdict);
  const found = await request.client.get({...placeOf(target), signal: request.signal});
  // It vanished between the two answers: what is wanted is a creation after all.
  if (!found.ok && found.refusal.kind !== 'not-found')
    throw unreadable(request.client.server, target.kind.resource, found.refusal, target.resource.id);
  if (!found.ok) return created(request, {verified: false, reason: 'it vanished while it was read'});
  return {found: found.object};
}

/**
 * The server answered about another version of the object than the one that was read: a controller wrote it in between, and its fields would
 * look as if our apply changed them. A dry run answers with the resourceVersion of what is stored.
 */
const isOfAnother = (live: JsonObject, {object, target}: Answer): boolean =>
  resourceVersionOf(live) !== resourceVersionOf(object) && answeredDifferences(live, object, target).length > 0;

const newlyTaken = (request: ObjectRequest, live: JsonObject): Promise<TakingOver | undefined> =>
  takingOver({...request, live, adopting: !isKnown(request, live)});

const newlyReverted = (request: ObjectRequest, live: JsonObject): TakingOver | undefined =>
  reverting({
    ...request,
    live,
    asked: request.permissions.revertAdded ?? [],
    taking: request.taking,
    adopting: !isKnown(request, live),
  });

const askNeeded = (target: Target, live: JsonObject, state: KubernetesState | undefined): boolean =>
  needsRequest({
    ...target,
    live,
    schema: target.kind.schema,
    recorded: state === undefined ? undefined : recordFor(target, state),
    sealedProjection: () => appliedOf(target, live),
  });

/** What was left to others since is no longer part of what was recorded; the rest was sent, and answered, with it. */
const recordFor = ({left: isLeft, fields, kind}: Target, {desiredDigest, applied}: KubernetesState) => ({
  desiredDigest,
  applied: isLeft === undefined || !isObject(applied) ? applied : project(applied, fields, kind.schema),
});

function refused(request: ObjectRequest, {refusal}: Verdict & {kind: 'refused'}): PlannedObject {
  if (isDenied(refusal)) {
    const planned = local(request, `a dry run is not permitted: ${refusal.message.replace(NAMED, '')}`);
    const {live} = request;
    const {action, fields} = planned.change;
    // All that differs is left to others: there is nothing to be tried.
    if (live !== undefined && action === 'update' && fields.length > 0 && fields.every(({yielded}) => yielded === true))
      return unchanged(request, live, false, fields);
    return {...planned, denied: {action: 'apply', detail: refusal.message}};
  }
  const explain = (differences: readonly FieldDifference[]) =>
    explainChanges(request, request.live ?? {}, request.target.desired, differences);
  return {...local(request, `the server refused it: ${refusal.message}`), refusal, explain};
}

// The change names its object: what is left is the same of all objects of a kind, and is told once.
const NAMED = /^\S+ "[^"]*" is forbidden: /;

const isDenied = (refusal: Refusal): boolean => refusal.kind === 'forbidden' && refusal.by === 'authorization';

/** An object that is not ours is not in the list: perhaps it is the change of that which the server refuses, or does not let the user try. */
async function foundAfterAll(
  request: ObjectRequest,
  {refusal}: Verdict & {kind: 'refused'},
): Promise<Moved | undefined> {
  if (request.live !== undefined || (refusal.kind !== 'invalid' && !isDenied(refusal))) return undefined;
  const found = await request.client.get({...placeOf(request.target), signal: request.signal});
  return found.ok ? {found: found.object} : undefined;
}

type Answer = Verdict & {kind: 'updated'};

/** With what older managers give up taken into account. */
async function answered(request: ObjectRequest, live: JsonObject, verdict: Answer): Promise<PlannedObject> {
  const {client, taking, signal} = request;
  if (taking === undefined) return updated(request, live, verdict);
  const settled = await settleTakeOver({client, target: verdict.target, live, answer: verdict.object, taking, signal});
  if ('refusal' in settled) return refused(request, {kind: 'refused', refusal: settled.refusal});
  return updated({...request, taking: settled.taking}, live, {...verdict, object: settled.object});
}

function updated(request: ObjectRequest, live: JsonObject, verdict: Answer): PlannedObject {
  const asked = {...request, target: verdict.target};
  const {target, conflicts, contested, force} = {...verdict};
  const real = answeredDifferences(live, verdict.object, target);
  const differences = answeredChanges(asked, live, verdict.object, real);
  const known = isKnown(request, live);
  const taken = takenEntries(request.taking, live);
  const ownership =
    known && differences.length === 0 ? [...taken, ...ownershipChanges(live, verdict.object, target)] : [];
  const fields = [...merge(differences, contested), ...ownership, ...conflicts];
  if (known && differences.length === 0 && ownership.length === 0) {
    // A dry run stamps nothing: what it leaves alone, the write leaves alone.
    return {...unchanged(asked, live, true, conflicts), force};
  }
  const effects = updateEffects(real, verdict.object);
  const change = changeOf(asked, {
    action: known ? 'update' : 'adopt',
    verified: true,
    ...(known
      ? differences.length === 0
        ? {reason: 'only who owns its fields changes'}
        : firstMarks(request, live, fields)
      : {reason: [adoptReason(live, request), ...takeOverTexts(request.taking, live, fields)].join('; ')}),
    ...(effects.length === 0 ? {} : {effects}),
    fields,
  });
  return {
    ...base(asked),
    change: blockChange(change, permitted(asked, live), contested),
    predicted: verdict.object,
    force,
  };
}

/** Another tool made it, and its release was taken over: it is known, and has no mark of ours yet. */
function firstMarks(
  {taking}: ObjectRequest,
  live: JsonObject,
  fields: readonly FieldChange[],
): {readonly reason?: string} {
  const texts = lineageOf(live) === undefined ? takeOverTexts(taking, live, fields) : [];
  return texts.length === 0 ? {} : {reason: texts.join('; ')};
}

/** A contested field is shown once, as the conflict that it is. */
function merge(differences: readonly FieldChange[], contested: readonly FieldChange[]): readonly FieldChange[] {
  const named = new Set(contested.map(({path}) => path));
  return [...contested, ...differences.filter(({path}) => !named.has(path))];
}
