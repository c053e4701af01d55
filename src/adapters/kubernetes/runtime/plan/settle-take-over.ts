import {isList, isObject, type Json, type JsonObject} from '../../../../core/json.ts';
import {dropServerFields} from '../../../../kubernetes/fields/drop-server-fields.ts';
import type {TakeOver} from '../../../../kubernetes/plan/take-over.ts';
import {metadataOf, writerOf} from '../../../../kubernetes/plan/take-over-managers.ts';
import {FIELD_MANAGER} from '../../../../kubernetes/resource/labels.ts';
import {deepEqual} from '../../../../lib/deep-equal.ts';
import type {KubernetesClient} from '../client/client.ts';
import type {Refusal} from '../client/status.ts';
import {placeOf} from './dry-run.ts';
import type {TakingOver} from './take-over.ts';
import type {Target} from './target.ts';
import {withoutDropped} from './without-dropped.ts';

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

/**
 * Returns the operations that change one object into the other, part by part. Returns none if only labels and annotations differ, because
 * the server defaults nothing in them.
 */
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

/** Returns the object with the managed fields that the two writes leave: those of others, and ours as the apply writes them. */
function withManagers(object: JsonObject, answer: JsonObject, {managedFields}: TakeOver): JsonObject {
  const answered = metadataOf(answer)['managedFields'];
  const ours = isList(answered) ? answered.filter(isOwn) : [];
  return {
    ...object,
    metadata: {...metadataOf(object), managedFields: [...managedFields.filter((entry) => !isOwn(entry)), ...ours]},
  };
}

const isOwn = (entry: Json): boolean => isObject(entry) && writerOf(entry).manager === FIELD_MANAGER;
