import {isList, isObject, type Json, type JsonObject} from '../../../../core/json.ts';
import type {FieldChange} from '../../../../core/plan/plan.ts';
import {compareObjects, type FieldDifference} from '../../../../kubernetes/fields/compare.ts';
import {dropServerFields} from '../../../../kubernetes/fields/drop-server-fields.ts';
import {type FieldSet, union} from '../../../../kubernetes/fields/field-set.ts';
import {isGuess, type TakeOver, takeOver} from '../../../../kubernetes/plan/take-over.ts';
import {metadataOf, writerOf} from '../../../../kubernetes/plan/take-over-managers.ts';
import {isTakeOverPending} from '../../../../kubernetes/plan/take-over-pending.ts';
import {prune} from '../../../../kubernetes/plan/take-over-prune.ts';
import {FIELD_MANAGER} from '../../../../kubernetes/resource/labels.ts';
import {deepEqual} from '../../../../lib/deep-equal.ts';
import type {KubernetesClient} from '../client/client.ts';
import type {Refusal} from '../client/status.ts';
import {placeOf} from './dry-run.ts';
import {withMaps} from './local-result.ts';
import type {HelmReleases} from './take-over-release.ts';
import type {Target} from './target.ts';

/** Fields of older tools that become ours with the next write of an object. */
export type TakingOver = {
  /** Computed from the object as it is: once more when it moved before the write. */
  readonly of: (live: JsonObject) => TakeOver | undefined;
  readonly adopting: boolean;
  /** What cannot be known of it, to be said. */
  readonly note: string | undefined;
  /** The same, giving up what the server does not let go of; absent where nothing was guessed. */
  readonly timid: TakingOver | undefined;
};

/** An object whose fields older tools hold. */
export type TakingOverRequest = {
  readonly target: Target;
  readonly live: JsonObject;
  /** The object is not ours yet. */
  readonly adopting: boolean;
  readonly releases: HelmReleases;
};

/** Undefined where nothing is to be taken over. */
export async function takingOver({
  target,
  live,
  adopting,
  releases,
}: TakingOverRequest): Promise<TakingOver | undefined> {
  const {desired, kind, left} = target;
  if (!isTakeOverPending({live, desired, adopting})) return undefined;
  const release = await releases(live);
  const released = release?.kind === 'found' ? release.objects : undefined;
  const of = (timid: boolean) => (now: JsonObject) =>
    takeOver({live: now, desired, schema: kind.schema, adopting, released, timid, left});
  if (!isGuess({live, adopting, released})) return {of: of(false), adopting, note: undefined, timid: undefined};
  const why = release?.kind === 'unreadable' ? release.why : undefined;
  const kept = 'what it set besides labels and annotations and the stack does not name is kept';
  return {
    of: of(false),
    adopting,
    note: why,
    timid: {of: of(true), adopting, note: why === undefined ? kept : `${why}: ${kept}`, timid: undefined},
  };
}

/** A takeover whose managed fields are rewritten after the apply. */
export type Settling = {
  readonly client: Pick<KubernetesClient, 'patch'>;
  /** As it will be sent. */
  readonly target: Target;
  readonly live: JsonObject;
  /** The server's answer to our apply, in which older managers still hold what is theirs. */
  readonly answer: JsonObject;
  readonly taking: TakingOver;
  readonly signal: AbortSignal;
};

/** The object after the takeover, or the server's refusal. */
export type Settled = {readonly object: JsonObject; readonly taking: TakingOver} | {readonly refusal: Refusal};

/**
 * The object as it will be when the older managers' fields were made ours before the apply. Two dry runs cannot be chained:
 * what the apply would drop then is taken out of its answer here, and the server is asked what it makes of the rest (its
 * defaults come back, its admission may refuse).
 */
export async function settleTakeOver({client, target, live, answer, taking, signal}: Settling): Promise<Settled> {
  const plan = taking.of(live);
  if (plan === undefined) return {object: answer, taking};
  const object = withManagers(withoutDropped(answer, target, plan), answer, plan);
  const operations = changed(answer, object);
  if (operations.length === 0) return {object, taking};
  const reply = await client.patch({
    ...placeOf(target),
    operations: [{op: 'test', path: '/metadata/uid', value: metadataOf(live)['uid'] ?? null}, ...changed(live, object)],
    dryRun: true,
    signal,
  });
  if (reply.ok) return {object: withManagers(reply.object, answer, plan), taking};
  if (reply.refusal.kind === 'invalid' && taking.timid !== undefined)
    return settleTakeOver({client, target, live, answer, taking: taking.timid, signal});
  return {refusal: reply.refusal};
}

/** What goes in addition to what we would set, as far as can be told without the server. */
export function takenDifferences(
  taking: TakingOver | undefined,
  live: JsonObject,
  target: Target,
): readonly FieldDifference[] {
  const plan = taking?.of(live);
  if (plan === undefined) return [];
  // Entry by entry also where the last annotation goes: of kubectl's copy of a Secret nothing may be shown.
  return compareObjects(
    withMaps(dropServerFields(live)),
    withMaps(dropServerFields(withoutDropped(live, target, plan))),
    target.kind.schema,
  );
}

/** Without what goes because somebody asks for it. */
const takenOver = (taking: TakingOver | undefined, live: JsonObject): TakeOver['taken'] =>
  (taking?.of(live)?.taken ?? []).filter(({reverted}) => reverted !== true);

/** The live object as the fields of older managers are ours in it. */
export function withTaken(live: JsonObject, taking: TakingOver | undefined): JsonObject {
  const plan = taking?.of(live);
  return plan === undefined ? live : {...live, metadata: {...metadataOf(live), managedFields: plan.managedFields}};
}

/** The managed fields of an object that is ours change, though none of its values does. */
export const takenEntries = (taking: TakingOver | undefined, live: JsonObject): readonly FieldChange[] =>
  takenOver(taking, live)
    .slice(0, 1)
    .map(({manager}) => ({
      path: 'metadata.managedFields',
      cause: 'takeover',
      manager,
    }));

/** What a person wants to know of it beside the fields. */
export function takeOverTexts(
  taking: TakingOver | undefined,
  live: JsonObject,
  fields: readonly FieldChange[],
): readonly string[] {
  const managers = new Set(takenOver(taking, live).map(({manager}) => manager));
  if (managers.size === 0) return [];
  return [
    `what ${[...managers].join(' and ')} set becomes ours`,
    ...(fields.every(({cause}) => cause === 'ownership') ? ['no field changes'] : []),
    ...(taking?.note === undefined ? [] : [taking.note]),
  ];
}

/** Without what the stack does not name of the fields that were taken, as far as nobody else holds it. */
export const withoutDropped = (
  object: JsonObject,
  {fields, kind}: {readonly fields: FieldSet; readonly kind: Pick<Target['kind'], 'schema'>},
  {held, others}: TakeOver,
): JsonObject => prune(object, {held, kept: union(fields, others), schema: kind.schema});

/** What differs beside labels and annotations, of which the server fills in nothing: part by part of the object. */
function changed(from: JsonObject, to: JsonObject): readonly JsonObject[] {
  const [before, after] = [dropServerFields(from), dropServerFields(to)];
  const parts = Object.keys({...before, ...after}).filter((name) => name !== 'metadata');
  const rest = parts.flatMap((name) => operation(`/${name}`, before[name], after[name]));
  const lists = ['finalizers', 'ownerReferences'].flatMap((name) =>
    operation(`/metadata/${name}`, metadataOf(before)[name], metadataOf(after)[name]),
  );
  if (rest.length === 0 && lists.length === 0) return [];
  const maps = ['labels', 'annotations'].flatMap((name) =>
    operation(`/metadata/${name}`, metadataOf(before)[name], metadataOf(after)[name]),
  );
  return [...rest, ...lists, ...maps];
}

function operation(path: string, before: Json | undefined, after: Json | undefined): readonly JsonObject[] {
  if (deepEqual(before ?? null, after ?? null)) return [];
  if (after === undefined) return [{op: 'remove', path}];
  return [{op: before === undefined ? 'add' : 'replace', path, value: after}];
}

/** With the managed fields that the two writes leave: the others', and ours as the apply makes it. */
function withManagers(object: JsonObject, answer: JsonObject, {managedFields}: TakeOver): JsonObject {
  const answered = metadataOf(answer)['managedFields'];
  const ours = isList(answered) ? answered.filter(isOwn) : [];
  return {
    ...object,
    metadata: {...metadataOf(object), managedFields: [...managedFields.filter((entry) => !isOwn(entry)), ...ours]},
  };
}

const isOwn = (entry: Json): boolean => isObject(entry) && writerOf(entry).manager === FIELD_MANAGER;
