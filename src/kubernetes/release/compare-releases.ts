import {formatFieldPath} from '../../core/fields/field-path.ts';
import {isList, isObject, type Json, type JsonObject} from '../../core/json.ts';
import type {Change, FieldChange} from '../../core/plan/plan.ts';
import type {Release} from '../../core/release/release.ts';
import {kubernetesStates} from '../../core/release/resource-state.ts';
import type {Resource} from '../../core/resource/resource.ts';
import {isRedacted} from '../../core/secret/redacted-value.ts';
import {compareNaturally} from '../../lib/compare-naturally.ts';
import {defined} from '../../lib/defined.ts';
import {compareObjects, type FieldDifference} from '../fields/compare.ts';
import {DEDUCED} from '../fields/schema.ts';
import {shownRedacted} from '../secret/shown-value.ts';
import {knownSchema} from './known-schema.ts';

/** The differences of one resource between two releases. Secrets are compared by their digests. */
export type ReleaseChange = Pick<Change, 'id' | 'type' | 'fields'> & {
  readonly action: 'create' | 'update' | 'delete';
};

/** The differences between two releases. */
export type Compared = {
  /** The changed resources, sorted by id. */
  readonly changes: readonly ReleaseChange[];
  /** The changed settings of the stack: its namespace, ignore rules, health rules and deletion guards. */
  readonly settings: readonly FieldChange[];
  readonly summary: ChangeCounts;
};

/** The number of resources by the difference between two releases. */
export type ChangeCounts = Readonly<Record<ReleaseChange['action'] | 'unchanged', number>>;

type Sides = {
  readonly before: Pick<Release, 'spec' | 'state' | Setting>;
  readonly after: Pick<Release, 'spec' | 'state' | Setting>;
};

/** Returns the differences between the configurations of two releases. */
export function compareReleases({before, after}: Sides): Compared {
  const [old, now] = [resourcesOf(before), resourcesOf(after)];
  const ids = [...new Set([...before.spec, ...after.spec].map(({id}) => id))].toSorted(compareNaturally);
  const all = ids.map((id) => changeOf(id, old(id), now(id)));
  const changes = all.filter((change) => change !== undefined);
  const count = (action: ReleaseChange['action']): number => changes.filter((one) => one.action === action).length;
  const unchanged = all.length - changes.length;
  return {
    changes,
    settings: settingsOf({before, after}),
    summary: {create: count('create'), update: count('update'), delete: count('delete'), unchanged},
  };
}

function resourcesOf({spec, state}: Sides['before']): (id: string) => Side {
  const wanted = new Map(spec.map((one) => [one.id, one]));
  const left = new Map(kubernetesStates(state).map(({id, applied}) => [id, applied]));
  return (id) => ({resource: wanted.get(id), applied: left.get(id)});
}

type Side = {readonly resource: Resource | undefined; readonly applied: Json | undefined};

function changeOf(id: string, before: Side, after: Side): ReleaseChange | undefined {
  const type = (after.resource ?? before.resource)?.type ?? 'Kubernetes';
  if (before.resource === undefined) return {id, type, action: 'create', fields: wholeFields('after', after.resource)};
  if (after.resource === undefined) return {id, type, action: 'delete', fields: wholeFields('before', before.resource)};
  const fields = [...specFields(before.resource, after.resource), ...rotatedFields(before.applied, after.applied)];
  const unique = [...new Map(fields.toReversed().map((field) => [field.path, field])).values()].toReversed();
  return unique.length === 0 ? undefined : {id, type, action: 'update', fields: unique};
}

/** Returns all fields of a resource that only one release has, without the fields that its id contains. */
function wholeFields(side: 'before' | 'after', resource: Resource | undefined): readonly FieldChange[] {
  if (resource === undefined) return [];
  const {apiVersion, kind, metadata, ...fields} = resource.attributes;
  const {name, namespace, ...marks} = isObject(metadata) ? metadata : {};
  const rest: JsonObject = {...defined({metadata: Object.keys(marks).length === 0 ? undefined : marks}), ...fields};
  return Object.entries(rest).map(([field, value]) => ({
    path: field,
    ...shownRedacted({[side]: value}),
    cause: 'spec' as const,
  }));
}

function specFields(before: Resource, after: Resource): readonly FieldChange[] {
  const [old, now] = [before.attributes, after.attributes];
  return [
    ...compareObjects(old, now, knownSchema(now, old)).map(fieldOf),
    ...compareObjects(besides(before), besides(after), DEDUCED).map(fieldOf),
  ];
}

const besides = ({dependsOn, extensions}: Resource): JsonObject => ({dependsOn, extensions});

const fieldOf = ({path, ...sides}: FieldDifference): FieldChange => ({
  path: formatFieldPath(path),
  ...shownRedacted(sides),
  cause: 'spec',
});

/** Returns the fields with an unchanged reference whose value in the secret store had changed. */
function rotatedFields(before: Json | undefined, after: Json | undefined): readonly FieldChange[] {
  if (!isObject(before) || !isObject(after)) return [];
  return compareObjects(before, after, knownSchema(after, before)).flatMap(({path, before: old, after: now}) => {
    const [then, since] = [digestsIn(old), digestsIn(now)];
    if (then.length === 0 || since.length === 0 || then.join() === since.join()) return [];
    return [{path: formatFieldPath(path), sensitive: true as const, cause: 'secret' as const}];
  });
}

function digestsIn(value: Json | undefined): readonly string[] {
  if (value === undefined) return [];
  if (isRedacted(value)) return [value.$gantry.secret.hmac];
  if (isList(value)) return value.flatMap(digestsIn);
  return isObject(value) ? Object.values(value).flatMap(digestsIn) : [];
}

const SETTINGS = ['namespace', 'createdNamespace', 'ignore', 'health', 'guards'] as const;
type Setting = (typeof SETTINGS)[number];

function settingsOf({before, after}: Sides): readonly FieldChange[] {
  return compareObjects(saidBy(before), saidBy(after), DEDUCED).map(fieldOf);
}

const saidBy = (release: Sides['before']): JsonObject =>
  Object.fromEntries(
    SETTINGS.flatMap((name) => (release[name] === undefined ? [] : [[name, withoutPlaces(release[name])]])),
  );

/** Removes the position of a rule, which differs between machines. */
const withoutPlaces = (setting: Sides['before'][Setting]): Json =>
  Array.isArray(setting) ? (setting.map(({from: _, ...rule}) => rule) as Json) : (setting ?? null);
