import {expect, it} from 'vitest';
import {formatFieldPath} from '../../../../src/core/fields/field-path.ts';
import {isObject, type Json, type JsonObject} from '../../../../src/core/json.ts';
import {type ApplyResult, applyConfiguration} from '../../../../src/kubernetes/fields/apply-configuration.ts';
import {hasItsEmpties} from '../../../../src/kubernetes/fields/empties.ts';
import {
  difference,
  EMPTY_FIELD_SET,
  type FieldSet,
  leaves,
  union,
} from '../../../../src/kubernetes/fields/field-set.ts';
import {fieldSetOf, toFieldSet} from '../../../../src/kubernetes/fields/field-set-of.ts';
import {fromFieldsV1, toFieldsV1} from '../../../../src/kubernetes/fields/fields-v1.ts';
import {toManagedFields} from '../../../../src/kubernetes/fields/managers.ts';
import {openApiSchemas} from '../../../../src/kubernetes/fields/openapi.ts';
import {isCustom, type Schema} from '../../../../src/kubernetes/fields/schema.ts';
import {validateObject} from '../../../../src/kubernetes/fields/validate.ts';
import {valueAt} from '../../../../src/kubernetes/fields/value-at.ts';
import {definedKinds} from '../../../rig/random-crds.ts';
import {edited, partOf} from '../../../rig/random-edits.ts';
import {randomObject} from '../../../rig/random-kinds.ts';
import {type Random, randomOf} from '../../../rig/random-source.ts';

/** Kinds of every sort of field, as a server would publish them. */
const KINDS = definedKinds('example.dev').map((kind) => ({...kind, schema: schemaOf(kind.kind, kind.definition)}));

function schemaOf(kind: string, definition: JsonObject): Schema {
  const {versions} = definition['spec'] as {versions: readonly [{schema: {openAPIV3Schema: JsonObject}}]};
  const {properties, ...rest} = versions[0].schema.openAPIV3Schema;
  const text = {type: 'string'};
  const map = {type: 'object', additionalProperties: text};
  const metadata = {type: 'object', properties: {name: text, labels: map, annotations: map}};
  const gvk = {group: 'example.dev', version: 'v1', kind};
  const own = {
    ...rest,
    properties: {...(properties as JsonObject), apiVersion: text, kind: text, metadata},
    'x-kubernetes-group-version-kind': [gvk],
  };
  const schema = openApiSchemas({components: {schemas: {[`dev.example.v1.${kind}`]: own}}})(gvk);
  if (schema === undefined) throw new Error(`no schema of ${kind}`);
  return schema;
}

type Case = {readonly random: Random; readonly schema: Schema; readonly fresh: () => JsonObject};

const SEEDS = Array.from({length: 60}, (_, i) => i);

/** Each promise is held to hundreds of objects; the message says which one broke it. */
function promise(title: string, check: (given: Case) => void): void {
  it.each(KINDS)(`${title} ($kind)`, ({schema, ...kind}) => {
    for (const seed of SEEDS) {
      const random = randomOf(seed);
      const fresh = (): JsonObject => randomObject(kind, random, 'x');
      try {
        check({random, schema, fresh});
      } catch (error) {
        throw new Error(`with seed ${seed}`, {cause: error});
      }
    }
  });
}

const applyAs = (manager: string, live: JsonObject | undefined, desired: JsonObject, schema: Schema): ApplyResult =>
  applyConfiguration({live, desired, schema, manager});

function held({object, managers}: ApplyResult): JsonObject {
  const metadata = isObject(object['metadata']) ? object['metadata'] : {};
  return {...object, metadata: {...metadata, managedFields: toManagedFields(managers)}};
}

/** Ours, with what others have put in beside and over it. */
function crowded({random, schema, fresh}: Case, ours: JsonObject): JsonObject {
  const first = held(applyAs('gantry', undefined, ours, schema));
  const second = held(applyAs('other', first, partOf(random, fresh()), schema));
  return held(applyAs('third', second, partOf(random, fresh()), schema));
}

/** What the user makes of it; a list with two items of one key is refused, and is no case. */
function wantedAfter({random, schema, fresh}: Case, ours: JsonObject): JsonObject {
  const wanted = edited(random, ours, fresh());
  return validateObject(wanted, schema).some(({code}) => code === 'duplicate-key') ? ours : wanted;
}

const entriesOf = ({managers}: ApplyResult): Json =>
  managers.map(({manager, fields}) => [manager, toFieldsV1(fields)]).toSorted();

promise('an apply of the same changes nothing more', (given) => {
  const {schema, fresh} = given;
  const ours = fresh();
  const wanted = wantedAfter(given, ours);
  const once = applyAs('gantry', crowded(given, ours), wanted, schema);
  // What it emptied, it leaves as null or nothing: the next one makes it empty.
  const settled = hasItsEmpties(wanted, once.object, schema) ? once : applyAs('gantry', held(once), wanted, schema);
  const again = applyAs('gantry', held(settled), wanted, schema);
  expect(again.object).toEqual(settled.object);
  expect(entriesOf(again)).toEqual(entriesOf(settled));
  expect(again.conflicts).toEqual([]);
});

promise('an apply of what is live changes nothing, but that it is ours as well', (given) => {
  const {schema, fresh} = given;
  const live = crowded(given, fresh());
  const {metadata, ...rest} = live;
  const {managedFields: _, ...described} = metadata as JsonObject;
  const desired = {...rest, metadata: described};
  const result = applyAs('gantry', live, desired, schema);
  expect(result.object).toEqual(desired);
  expect(result.conflicts).toEqual([]);
});

const ownedByOthers = ({managers}: ApplyResult): FieldSet =>
  managers.filter(({manager}) => manager !== 'gantry').reduce((sum, {fields}) => union(sum, fields), EMPTY_FIELD_SET);

promise('what only we owned and no longer want is gone; what others own stays', (given) => {
  const {schema, fresh} = given;
  const ours = fresh();
  const live = crowded(given, ours);
  const wanted = wantedAfter(given, ours);
  const result = applyAs('gantry', live, wanted, schema);
  const before = fromFieldsV1(ownEntry(live));
  const theirs = ownedByOthers(result);
  const dropped = difference(difference(before, fieldSetOf(wanted, schema)), theirs);
  const present = toFieldSet(result.object, schema);
  const wantedLeaves = new Set(leaves(union(toFieldSet(wanted, schema), theirs)).map(formatFieldPath));
  for (const path of leaves(dropped)) {
    const name = formatFieldPath(path);
    // A parent of what is wanted, or of what others own, is no leaf of its own.
    if ([...wantedLeaves].some((leaf) => leaf.startsWith(name))) continue;
    expect(leaves(present).map(formatFieldPath), name).not.toContain(name);
  }
  for (const path of leaves(theirs)) {
    const value = valueAt(live, path, schema);
    if (isObject(value) || Array.isArray(value)) continue;
    expect(valueAt(result.object, path, schema), formatFieldPath(path)).toEqual(value);
  }
});

function ownEntry(live: JsonObject): JsonObject {
  const {managedFields} = live['metadata'] as {managedFields: readonly JsonObject[]};
  return (managedFields.find(({manager}) => manager === 'gantry')?.['fieldsV1'] ?? {}) as JsonObject;
}

promise('our entry is the field set of what we want', (given) => {
  const {schema, fresh} = given;
  const ours = fresh();
  const wanted = wantedAfter(given, ours);
  const {managers} = applyAs('gantry', crowded(given, ours), wanted, schema);
  const entry = managers.find(({manager}) => manager === 'gantry');
  expect(toFieldsV1(entry?.fields ?? EMPTY_FIELD_SET)).toEqual(toFieldsV1(fieldSetOf(wanted, schema)));
});

it('the kinds are taken for custom resources', () => expect(KINDS.every(({schema}) => isCustom(schema))).toBe(true));
