import type {JsonObject} from '../../core/json.ts';
import type {Manager} from '../../kubernetes/fields/managers.ts';
import {deepEqual} from '../../lib/deep-equal.ts';
import {defined} from '../../lib/defined.ts';
import {withManagers} from '../fields/with-managers.ts';
import {dropMetadata, finalizersOf, isBeingDeleted, metadataOf, nameOf, withMetadata} from '../model/metadata.ts';
import {list, part, text} from '../model/part.ts';
import {alreadyExists, invalid} from '../model/refusals.ts';
import {storeKey} from '../model/resource.ts';
import type {Write} from '../model/rules.ts';
import {type Problem, withWarnings} from '../model/status.ts';
import {timestamp} from '../model/time.ts';
import {admitToLimits} from '../quota/admit-to-limits.ts';
import {admitToQuota} from '../quota/admit-to-quota.ts';
import {admitToNamespace} from './admit-to-namespace.ts';
import {fromStored, toStored} from './convert.ts';
import {metadataProblems, metadataUpdateProblems} from './metadata-problems.ts';
import type {Target, VerbContext, Written} from './verb-context.ts';

/** An object to write: decoded, defaulted and with managed fields, in the version of the request. */
export type Change = {
  readonly target: Target;
  readonly object: JsonObject;
  /** The stored object, in the same version; undefined on creation. */
  readonly before: JsonObject | undefined;
  readonly managers: readonly Manager[];
  readonly dryRun: boolean;
  readonly warnings: readonly string[];
};

/** Completes a write: sets the server's fields, validates the object, and stores it unless this is a dry run. */
export const commit = (change: Change, context: VerbContext): Written =>
  withWarnings(change.warnings, () => committed(change, context));

function committed(change: Change, context: VerbContext): Written {
  const {target, before} = change;
  const object = before === undefined ? created(change, context) : changed({...change, before}, context);
  const write = writeOf(object, change, context);
  const problems = problemsOf(write, change);
  if (problems.length > 0) throw invalid(said(object, target), nameOf(object), problems);
  admitToLimits({object, before, target}, context.store);
  admitToQuota({object, before, target}, context.store);
  const warnings = [...change.warnings, ...(target.resource.rules.warnings?.(write, change.object) ?? [])];
  if (before !== undefined && isSame(object, before)) return {status: 200, object: before, warnings};
  return {status: before === undefined ? 201 : 200, object: keep(object, change, context), warnings};
}

/** Returns the kind of an invalid object. For a custom resource, it is the kind in the object. */
const said = (object: JsonObject, {resource}: Target) =>
  resource.custom === undefined ? resource : {group: resource.group, kind: text(object['kind'])};

function created({target, object, managers, dryRun}: Change, context: VerbContext): JsonObject {
  const {resource, namespace, name} = target;
  const {rules} = resource;
  admitToNamespace(target, nameOf(object), context);
  const now = timestamp(context.now());
  // Kinds without a generation keep any value that they were given.
  const dropped = rules.generation === true ? [...SERVER_FIELDS, 'generation'] : SERVER_FIELDS;
  const bare = dropMetadata(object, dropped);
  const born = withMetadata(bare, {
    ...defined({namespace: resource.namespaced ? namespace : undefined}),
    name: name === '' ? nameOf(object) : name,
    uid: context.uid(),
    creationTimestamp: now,
    ...defined({generation: rules.generation === true ? 1 : undefined}),
  });
  const cleared = hasStatus(target) && !COMES_WITH_STATUS.has(resource.kind) ? withoutStatus(born) : born;
  const write = {object: cleared, before: undefined, subresource: '', cluster: context.store, now, dryRun};
  return withManagers(rules.prepare?.(write) ?? cleared, managers);
}

/** A new node has a status already. */
const COMES_WITH_STATUS = new Set(['Node']);

const SERVER_FIELDS = [
  'uid',
  'creationTimestamp',
  'deletionTimestamp',
  'deletionGracePeriodSeconds',
  'selfLink',
  'resourceVersion',
  'managedFields',
];

function changed(
  {target, object, before, managers, dryRun}: Change & {before: JsonObject},
  context: VerbContext,
): JsonObject {
  const {resource, subresource} = target;
  const {rules} = resource;
  const old = metadataOf(before);
  const given = metadataOf(object);
  const kept = Object.fromEntries(
    ['creationTimestamp', 'deletionTimestamp', 'deletionGracePeriodSeconds', 'generation'].flatMap((field) =>
      old[field] === undefined ? [] : [[field, old[field]]],
    ),
  );
  const carried = withMetadata(dropMetadata(object, ['managedFields', 'selfLink', 'generation']), {
    ...kept,
    uid: given['uid'] ?? old['uid'] ?? '',
    resourceVersion: old['resourceVersion'] ?? '',
  });
  const merged = mergeStatus(carried, before, target);
  const now = timestamp(context.now());
  const write = {object: merged, before, subresource, cluster: context.store, now, dryRun};
  const prepared = rules.prepare?.(write) ?? merged;
  const counted =
    rules.generation === true &&
    !UNCOUNTED.has(subresource) &&
    !deepEqual(specOf(prepared, target), specOf(before, target))
      ? withMetadata(prepared, {generation: Number(old['generation'] ?? 0) + 1})
      : prepared;
  return withManagers(counted, managers);
}

/** Subresources whose changes do not increase the generation. */
const UNCOUNTED = new Set(['binding', 'status', 'approval']);

/** Reports whether status is a subresource, so that a write to the object does not change it. */
export const hasStatus = ({resource}: Target): boolean => Object.hasOwn(resource.subresources, 'status');

/** Keeps the stored status on a write to the object, and everything else on a write to the status. */
function mergeStatus(object: JsonObject, before: JsonObject, target: Target): JsonObject {
  if (target.subresource === 'status' || target.subresource === 'approval') {
    const rest = {...withoutStatus(before), metadata: metadataOfStatus(object, before, target)};
    return object['status'] === undefined ? rest : {...rest, status: object['status']};
  }
  // A binding includes its condition.
  if (!hasStatus(target) || target.subresource === 'binding') return object;
  const rest = withoutStatus(object);
  return before['status'] === undefined ? rest : {...rest, status: before['status']};
}

/** Returns the metadata after a write to the status. Built-in kinds accept labels and annotations with it; for the others, the server resets them. */
function metadataOfStatus(object: JsonObject, before: JsonObject, {resource}: Target): JsonObject {
  const given = metadataOf(object);
  const {uid = '', resourceVersion = ''} = given;
  if (resource.custom !== undefined) return {...metadataOf(before), uid, resourceVersion};
  if (resource.kind !== 'Deployment') return given;
  const {labels: _, ...rest} = given;
  const {labels} = metadataOf(before);
  return {...rest, ...defined({labels})};
}

function withoutStatus(object: JsonObject): JsonObject {
  const {status: _, ...rest} = object;
  return rest;
}

function specOf(object: JsonObject, target: Target): JsonObject {
  const {metadata: _, apiVersion: _version, kind: _kind, ...rest} = object;
  const chosen = target.resource.rules.generationOf?.(object);
  return chosen ?? (hasStatus(target) ? withoutStatus(rest) : rest);
}

const writeOf = (object: JsonObject, {target, before}: Change, context: VerbContext): Write => ({
  object,
  before,
  subresource: target.subresource,
  cluster: context.store,
  now: timestamp(context.now()),
});

function problemsOf(write: Write, {target, before}: Change): readonly Problem[] {
  const {rules, namespaced, custom, group} = target.resource;
  // The groups of CRDs and APIServices count as custom, too.
  const isCustom = custom !== undefined || /^api(extensions|registration)\.k8s\.io$/.test(group);
  const {object} = write;
  const own = rules.validate?.(write) ?? [];
  if (before === undefined)
    return [...metadataProblems(object, {namespaced, isCustom, names: rules.names ?? 'subdomain'}), ...own];
  const common = metadataUpdateProblems(object, before);
  return [...metadataProblems(object, {namespaced, isCustom, names: 'segment'}), ...common, ...common, ...own];
}

/** Reports whether only the times in the managed fields differ. */
export function isSame(object: JsonObject, before: JsonObject): boolean {
  return deepEqual(timeless(object), timeless(before));
}

function timeless(object: JsonObject): JsonObject {
  const {managedFields, resourceVersion: _, ...metadata} = metadataOf(object);
  const entries = list(managedFields).map((entry) => {
    const {time: _time, ...rest} = part(entry);
    return rest;
  });
  return {...object, metadata: {...metadata, managedFields: entries}};
}

/** Stores the object. An object that waited for its last finalizer is removed. */
function keep(object: JsonObject, {target, before, dryRun}: Change, context: VerbContext): JsonObject {
  const {resource} = target;
  const key = storeKey(resource);
  const {store} = context;
  const stored = toStored(object, resource, context);
  const namespace = resource.namespaced ? target.namespace : '';
  const there = before === undefined ? store.get(key, namespace, nameOf(object)) : undefined;
  if (there !== undefined) throw alreadyExists(resource, nameOf(object), isBeingDeleted(there));
  if (before !== undefined && isOver(object)) {
    if (!dryRun) store.remove(key, namespace, nameOf(object));
    return object;
  }
  if (dryRun) return object;
  const written = store.put(key, stored);
  // The response is what a read returns: with the defaults of the storage version, including those of the status.
  if (resource.custom !== undefined) return fromStored(written, resource, context);
  return withMetadata(object, {resourceVersion: metadataOf(written)['resourceVersion'] ?? ''});
}

/** Reports whether an object that is being deleted has nothing left to wait for. */
export const isOver = (object: JsonObject): boolean =>
  isBeingDeleted(object) &&
  finalizersOf(object).length === 0 &&
  !(Number(metadataOf(object)['deletionGracePeriodSeconds'] ?? 0) > 0) &&
  (object['kind'] !== 'Namespace' || list(part(object['spec'])['finalizers']).length === 0);
