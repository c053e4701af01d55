import {isList, isObject, type Json, type JsonObject} from '../../../core/json.ts';
import {defined} from '../../../lib/defined.ts';
import {list, own, part, text, texts} from '../../model/part.ts';
import {at, child, choiceOf, forbidden, invalid, notSupported, required} from '../../model/problem.ts';
import type {Problem} from '../../model/status.ts';
import {celProblems} from './cel-rules.ts';
import {ruleProblems} from './rule-texts.ts';
import type {SchemaPlace} from './schema-place.ts';

/** The findings about a schema and about its rules. The rules are checked only if the schema is valid. */
export type SchemaFindings = {readonly problems: readonly Problem[]; readonly rules: readonly Problem[]};

const TYPES = ['array', 'boolean', 'integer', 'number', 'object', 'string'] as const;
const LIST_TYPE = 'x-kubernetes-list-type';
const MAP_TYPE = 'x-kubernetes-map-type';
const MAP_KEYS = 'x-kubernetes-list-map-keys';
const META: ReadonlySet<string> = new Set(['metadata', 'kind', 'apiVersion']);

/** Makes the checks of `ValidateCustomResourceDefinitionOpenAPISchema` that do not concern the structure. */
export function schemaFindings(value: Json | undefined, place: SchemaPlace): SchemaFindings {
  if (!isObject(value)) return {problems: [], rules: []};
  const inner = partsOf(value, place).map(([schema, where]) => schemaFindings(schema, where));
  const problems = [...ownProblems(value, place), ...inner.flatMap((one) => one.problems)];
  const own_ = problems.length === 0 && place.withRules ? celProblems(value, place) : [];
  return {problems, rules: [...inner.flatMap((one) => one.rules), ...own_]};
}

type Part = readonly [Json | undefined, SchemaPlace];

function partsOf(schema: JsonObject, place: SchemaPlace): readonly Part[] {
  const {path} = place;
  const below: SchemaPlace = {...place, isRoot: false};
  const nested: SchemaPlace = {...below, withRules: false};
  const many = (name: string): readonly Part[] =>
    list(schema[name]).map((one, i): Part => [one, {...nested, path: at(child(path, name), i)}]);
  const named = (name: string): readonly Part[] =>
    Object.entries(part(schema[name])).map(([key, one]): Part => [one, {...nested, path: at(child(path, name), key)}]);
  return [
    [schema['additionalProperties'], additionalPlace(below)],
    ...Object.entries(part(schema['properties'])).map(([name, one]): Part => [one, propertyPlace(name, schema, place)]),
    [schema['not'], {...nested, path: child(path, 'not')}],
    ...many('allOf'),
    ...many('oneOf'),
    ...many('anyOf'),
    ...named('definitions'),
    ...itemParts(schema, below),
    ...named('dependencies'),
  ];
}

const additionalPlace = (place: SchemaPlace): SchemaPlace => ({
  ...place,
  path: child(place.path, 'additionalProperties'),
  ...defined({
    noDefaults: place.inMeta === true ? 'inside additionalProperties applying to object metadata' : undefined,
  }),
});

function propertyPlace(name: string, schema: JsonObject, place: SchemaPlace): SchemaPlace {
  const isMeta = META.has(name) && (place.isRoot === true || schema['x-kubernetes-embedded-resource'] === true);
  return {
    ...place,
    isRoot: false,
    path: at(child(place.path, 'properties'), name),
    ...defined({
      inMeta: isMeta ? true : undefined,
      noDefaults: isMeta && place.isRoot === true ? `in top-level ${name}` : undefined,
    }),
  };
}

function itemParts(schema: JsonObject, place: SchemaPlace): readonly Part[] {
  const {items} = schema;
  const path = child(place.path, 'items');
  const inside: SchemaPlace =
    schema[LIST_TYPE] === 'map' ? {...place, path} : {...place, path, loose: place.loose ?? place.path};
  if (isList(items)) return items.map((one, i): Part => [one, {...inside, path: at(path, i)}]);
  return [[items, inside]];
}

function ownProblems(schema: JsonObject, place: SchemaPlace): readonly Problem[] {
  const {path} = place;
  return [
    ...standardProblems(schema, place),
    ...(schema['uniqueItems'] === true
      ? [
          forbidden(
            child(path, 'uniqueItems'),
            'uniqueItems cannot be set to true since the runtime complexity becomes quadratic',
          ),
        ]
      : []),
    ...(isExclusive(schema)
      ? [forbidden(child(path, 'additionalProperties'), 'additionalProperties and properties are mutual exclusive')]
      : []),
    ...(schema['x-kubernetes-preserve-unknown-fields'] === false
      ? [invalid(child(path, 'x-kubernetes-preserve-unknown-fields'), false, 'must be true or undefined')]
      : []),
    ...mapProblems(schema, path),
    ...listProblems(schema, path),
    ...keyProblems(schema, path),
    ...itemKeyProblems(schema, path),
    ...ruleProblems(schema, path),
  ];
}

const isExclusive = (schema: JsonObject): boolean => {
  const {additionalProperties, properties} = schema;
  return (
    additionalProperties !== undefined && additionalProperties !== true && Object.keys(part(properties)).length > 0
  );
};

const UNSUPPORTED = ['patternProperties', 'definitions', 'dependencies'] as const;

function standardProblems(schema: JsonObject, {path, noDefaults, inMeta}: SchemaPlace): readonly Problem[] {
  const type = text(schema['type']);
  const unsupported = (name: string): Problem => forbidden(child(path, name), `${name} is not supported`);
  return [
    ...(type !== '' && !TYPES.some((one) => one === type) ? [notSupported(child(path, 'type'), type, TYPES)] : []),
    ...(schema['default'] !== undefined && noDefaults !== undefined
      ? [forbidden(child(path, 'default'), `must not be set ${noDefaults}`)]
      : []),
    ...(text(schema['id']) === '' ? [] : [unsupported('id')]),
    ...(schema['additionalItems'] === undefined ? [] : [unsupported('additionalItems')]),
    ...UNSUPPORTED.filter((name) => Object.keys(part(schema[name])).length > 0).map(unsupported),
    ...(schema['$ref'] === undefined ? [] : [unsupported('$ref')]),
    ...(type === 'null'
      ? [forbidden(child(path, 'type'), 'type cannot be set to null, use nullable as an alternative')]
      : []),
    ...(isList(schema['items']) && schema['items'].length > 0
      ? [forbidden(child(path, 'items'), 'items must be a schema object and not an array')]
      : []),
    ...(inMeta === true && schema['x-kubernetes-embedded-resource'] === true
      ? [forbidden(child(path, 'x-kubernetes-embedded-resource'), 'must not be used inside of resource meta')]
      : []),
  ];
}

/** Reports an extension (`x-kubernetes-…`) on a schema of the wrong type. */
function wrongType(schema: JsonObject, path: string, wanted: string, mark: string): readonly Problem[] {
  const type = text(schema['type']);
  if (type === wanted) return [];
  const detail = `must be ${wanted} if ${mark} is specified`;
  return [type === '' ? required(child(path, 'type'), detail) : invalid(child(path, 'type'), type, detail)];
}

function mapProblems(schema: JsonObject, path: string): readonly Problem[] {
  const mapType = schema[MAP_TYPE];
  if (mapType === undefined) return [];
  return [
    ...wrongType(schema, path, 'object', MAP_TYPE),
    ...choiceOf(child(path, MAP_TYPE), mapType, ['atomic', 'granular']),
  ];
}

function listProblems(schema: JsonObject, path: string): readonly Problem[] {
  const listType = schema[LIST_TYPE];
  if (listType === undefined) return [];
  const known = ['atomic', 'set', 'map'];
  return [
    ...(schema['type'] === 'array' ? setProblems(schema, path) : wrongType(schema, path, 'array', LIST_TYPE)),
    ...(known.includes(text(listType)) ? [] : [notSupported(child(path, LIST_TYPE), listType, known)]),
  ];
}

function setProblems(schema: JsonObject, path: string): readonly Problem[] {
  const {items} = schema;
  if (schema[LIST_TYPE] !== 'set' || !isObject(items)) return [];
  const detail = 'must be atomic as item of a list with x-kubernetes-list-type=set';
  const listType = items[LIST_TYPE] ?? null;
  if (items['type'] === 'array' && listType !== null && listType !== 'atomic')
    return [invalid(child(path, 'items', LIST_TYPE), listType, detail)];
  // The server prints the type of the list even though that of the map is wrong.
  if (items['type'] === 'object' && items[MAP_TYPE] !== 'atomic')
    return [invalid(child(path, 'items', MAP_TYPE), listType, detail)];
  return [];
}

function keyProblems(schema: JsonObject, path: string): readonly Problem[] {
  const listType = schema[LIST_TYPE];
  const keys = texts(schema[MAP_KEYS]);
  const detail = 'must be map if x-kubernetes-list-map-keys is non-empty';
  const field = child(path, LIST_TYPE);
  if (keys.length > 0 && listType === undefined) return [required(field, detail)];
  if (keys.length > 0 && listType !== 'map') return [invalid(field, listType, detail)];
  return listType === 'map' ? mapListProblems(schema, keys, path) : [];
}

function mapListProblems(schema: JsonObject, keys: readonly string[], path: string): readonly Problem[] {
  const {items} = schema;
  const empty =
    keys.length === 0 ? [required(child(path, MAP_KEYS), 'must not be empty if x-kubernetes-list-type is map')] : [];
  if (items === undefined)
    return [...empty, required(child(path, 'items'), 'must have a schema if x-kubernetes-list-type is map')];
  if (!isObject(items)) return empty;
  const type = text(items['type']);
  if (type !== 'object') {
    const detail = "must be object if parent array's x-kubernetes-list-type is map";
    return [...empty, invalid(child(path, 'items', 'type'), type, detail)];
  }
  return [...empty, ...keys.flatMap((key, i) => keyProblem(key, {keys, i, items, path}))];
}

type Key = {readonly keys: readonly string[]; readonly i: number; readonly items: JsonObject; readonly path: string};

function keyProblem(key: string, {keys, i, items, path}: Key): readonly Problem[] {
  const field = child(path, MAP_KEYS);
  const property = own(part(items['properties']), key);
  const type = part(property)['type'];
  return [
    ...(property === undefined ? [invalid(field, keys, 'entries must all be names of item properties')] : []),
    ...(type === 'array' || type === 'object'
      ? [
          invalid(
            `${at(child(path, 'items', 'properties'), key)}.type`,
            text(items['type']),
            "must be a scalar type if parent array's x-kubernetes-list-type is map",
          ),
        ]
      : []),
    ...(keys.indexOf(key) < i ? [invalid(field, keys, 'must not contain duplicate entries')] : []),
  ];
}

function itemKeyProblems(schema: JsonObject, path: string): readonly Problem[] {
  const {items} = schema;
  const listType = text(schema[LIST_TYPE]);
  if (!isObject(items) || (listType !== 'set' && listType !== 'map')) return [];
  const nullable =
    items['nullable'] === true
      ? [forbidden(child(path, 'items', 'nullable'), `cannot be nullable when x-kubernetes-list-type is ${listType}`)]
      : [];
  if (listType === 'set') return nullable;
  return [...nullable, ...texts(schema[MAP_KEYS]).flatMap((key) => keyFieldProblems(key, items, path))];
}

function keyFieldProblems(key: string, items: JsonObject, path: string): readonly Problem[] {
  const property = own(part(items['properties']), key);
  if (!isObject(property)) return [];
  const field = at(child(path, 'items', 'properties'), key);
  const why = 'this property is in x-kubernetes-list-map-keys, so it';
  return [
    ...(texts(items['required']).includes(key) || property['default'] !== undefined
      ? []
      : [required(child(field, 'default'), `${why} must have a default or be a required property`)]),
    ...(property['nullable'] === true ? [forbidden(child(field, 'nullable'), `${why} cannot be nullable`)] : []),
  ];
}
