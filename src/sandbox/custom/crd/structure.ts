import {isObject, type Json, type JsonObject} from '../../../core/json.ts';
import {list, part, text} from '../../model/part.ts';
import {at, child, forbidden, invalid, required} from '../../model/problem.ts';
import type {Problem} from '../../model/status.ts';
import {goRegexp} from '../regexp/go-regexp.ts';
import {isEmbedded, isIntOrString, keepsUnknown} from '../schema-part.ts';

type Level = 'root' | 'item' | 'field';

const EMPTY_TYPE: Readonly<Record<Level, string>> = {
  root: 'must not be empty at the root',
  item: 'must not be empty for specified array items',
  field: 'must not be empty for specified object fields',
};

/** Reports why a schema is not structural: a structural schema declares the type of every value. */
export function structureProblems(schema: JsonObject, path: string): readonly Problem[] {
  return [...ofSchema(schema, 'root', path)].toSorted((left, right) => (sortKey(left) < sortKey(right) ? -1 : 1));
}

const sortKey = ({field, message}: Problem): string => `${field}: ${message}`;

function ofSchema(schema: JsonObject, level: Level, path: string): readonly Problem[] {
  const {items, additionalProperties} = schema;
  const properties = part(schema['properties']);
  return [
    ...(schema['type'] === 'array' && items === undefined ? [required(child(path, 'items'), 'must be specified')] : []),
    ...(isObject(items) ? ofSchema(items, 'item', child(path, 'items')) : []),
    ...Object.entries(properties).flatMap(([name, one]) =>
      level === 'root' && name === 'metadata' ? [] : ofSchema(part(one), 'field', at(child(path, 'properties'), name)),
    ),
    ...(additionalProperties !== undefined && level === 'root'
      ? [forbidden(child(path, 'additionalProperties'), 'must not be used at the root')]
      : []),
    ...(isObject(additionalProperties)
      ? ofSchema(additionalProperties, 'field', child(path, 'additionalProperties'))
      : []),
    ...markProblems(schema, path),
    ...valueProblems(schema, path),
    ...typeProblems(schema, level, path),
    ...metaProblems(properties, level === 'root' || isEmbedded(schema), level, path),
    ...(isEmbedded(schema) && !keepsUnknown(schema) && Object.keys(properties).length === 0
      ? [
          required(
            child(path, 'properties'),
            'must not be empty if x-kubernetes-embedded-resource is true without x-kubernetes-preserve-unknown-fields',
          ),
        ]
      : []),
  ];
}

function markProblems(schema: JsonObject, path: string): readonly Problem[] {
  if (!isIntOrString(schema)) return [];
  const detail = 'must be false if x-kubernetes-int-or-string is true';
  return ['x-kubernetes-preserve-unknown-fields', 'x-kubernetes-embedded-resource']
    .filter((mark) => schema[mark] === true)
    .map((mark) => invalid(child(path, mark), true, detail));
}

function typeProblems(schema: JsonObject, level: Level, path: string): readonly Problem[] {
  const type = text(schema['type']);
  const field = child(path, 'type');
  const found: Problem[] = [];
  if (isEmbedded(schema) && type !== 'object') {
    const detail = 'must be object if x-kubernetes-embedded-resource is true';
    found.push(type === '' ? required(field, detail) : invalid(field, type, detail));
  } else if (type === '' && !isIntOrString(schema) && !keepsUnknown(schema))
    found.push(required(field, EMPTY_TYPE[level]));
  if (isEmbedded(schema) && schema['additionalProperties'] !== undefined)
    found.push(
      forbidden(child(path, 'additionalProperties'), 'must not be used if x-kubernetes-embedded-resource is set'),
    );
  if (level === 'root' && type !== '' && type !== 'object')
    found.push(invalid(field, type, 'must be object at the root'));
  return found;
}

function metaProblems(properties: JsonObject, isMeta: boolean, level: Level, path: string): readonly Problem[] {
  if (!isMeta) return [];
  const {metadata} = properties;
  const field = (name: string): string => at(child(path, 'properties'), name);
  const strings = ['kind', 'apiVersion'].flatMap((name) => {
    const property = properties[name];
    const type = text(part(property)['type']);
    return property === undefined || type === 'string'
      ? []
      : [invalid(child(field(name), 'type'), type, 'must be string')];
  });
  if (!isObject(metadata)) return strings;
  const type = text(metadata['type']);
  return [
    ...strings,
    ...(type === 'object' ? [] : [invalid(child(field('metadata'), 'type'), type, 'must be object')]),
    ...(level === 'root' && !isNamesOnly(metadata)
      ? [
          forbidden(
            field('metadata'),
            'must not specify anything other than name and generateName, but metadata is implicitly specified',
          ),
        ]
      : []),
  ];
}

function isNamesOnly(metadata: JsonObject): boolean {
  const {properties, type: _, default: _default, ...rest} = metadata;
  const others = Object.keys(part(properties)).filter((name) => name !== 'name' && name !== 'generateName');
  return others.length === 0 && Object.keys(rest).length === 0;
}

const BOTH = JSON.stringify([{type: 'integer'}, {type: 'string'}]);
const isBoth = (value: Json | undefined): boolean => JSON.stringify(value) === BOTH;

/** Checks `anyOf` and the like, which may constrain values but not declare types, except for int-or-string. */
function valueProblems(schema: JsonObject, path: string): readonly Problem[] {
  const {pattern, not} = schema;
  const nested = (name: string): readonly Problem[] =>
    list(schema[name]).flatMap((one, i) =>
      name === 'allOf' && i === 0 && isBoth(part(one)['anyOf'])
        ? ofNested({...part(one), anyOf: []}, at(child(path, name), i))
        : ofNested(part(one), at(child(path, name), i)),
    );
  return [
    ...(isBoth(schema['anyOf']) ? [] : nested('anyOf')),
    ...nested('allOf'),
    ...nested('oneOf'),
    ...(isObject(not) ? ofNested(not, child(path, 'not')) : []),
    ...(typeof pattern === 'string' && pattern !== '' ? patternProblems(pattern, child(path, 'pattern')) : []),
  ];
}

function patternProblems(pattern: string, field: string): readonly Problem[] {
  const expression = goRegexp(pattern);
  if (expression.ok) return [];
  return [invalid(field, pattern, `must be a valid regular expression, but isn't: ${expression.message}`)];
}

const NOTHING_ELSE = [
  ['title', 'must be empty to be structural'],
  ['description', 'must be empty to be structural'],
  ['nullable', 'must be false to be structural'],
  ['x-kubernetes-preserve-unknown-fields', 'must be false to be structural'],
  ['x-kubernetes-embedded-resource', 'must be false to be structural'],
  ['x-kubernetes-int-or-string', 'must be false to be structural'],
  ['x-kubernetes-list-map-keys', 'must be empty to be structural'],
  ['x-kubernetes-list-type', 'must be undefined to be structural'],
  ['x-kubernetes-map-type', 'must be undefined to be structural'],
  ['x-kubernetes-validations', 'must be empty to be structural'],
] as const;

const isSet = (value: Json | undefined): boolean => value !== undefined && value !== '' && value !== false;

function ofNested(schema: JsonObject, path: string): readonly Problem[] {
  const {items, additionalProperties} = schema;
  const properties = part(schema['properties']);
  return [
    ...valueProblems(schema, path),
    ...(isObject(items) ? ofNested(items, child(path, 'items')) : []),
    ...Object.entries(properties).flatMap(([name, one]) => ofNested(part(one), at(child(path, 'properties'), name))),
    ...(isSet(schema['type']) ? [forbidden(child(path, 'type'), 'must be empty to be structural')] : []),
    ...(additionalProperties === undefined
      ? []
      : [forbidden(child(path, 'additionalProperties'), 'must be undefined to be structural')]),
    ...((schema['default'] ?? null) === null
      ? []
      : [forbidden(child(path, 'default'), 'must be undefined to be structural')]),
    ...NOTHING_ELSE.filter(([name]) => isSet(schema[name])).map(([name, detail]) =>
      forbidden(child(path, name), detail),
    ),
    ...(properties['metadata'] === undefined
      ? []
      : [forbidden(at(child(path, 'properties'), 'metadata'), 'must not be specified in a nested context')]),
  ];
}

/** Reports whether a schema uses what no structural schema can have. Then its structure is not checked. */
export function isBeyondStructure(schema: Json | undefined): boolean {
  if (!isObject(schema)) return false;
  const strange = ['id', '$ref', 'additionalItems', 'patternProperties', 'definitions', 'dependencies'];
  if (strange.some((name) => schema[name] !== undefined) || Array.isArray(schema['items'])) return true;
  const inner = [
    ...Object.values(part(schema['properties'])),
    schema['items'],
    schema['additionalProperties'],
    schema['not'],
  ];
  const lists = ['allOf', 'anyOf', 'oneOf'].flatMap((name) => list(schema[name]));
  return [...inner, ...lists].some(isBeyondStructure);
}
