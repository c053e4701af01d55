import {elementKey} from '../../core/fields/field-path.ts';
import {isList, isObject, type Json, type JsonObject, type JsonPath} from '../../core/json.ts';
import {didYouMean} from '../../lib/did-you-mean.ts';
import {itemElement} from './list-item.ts';
import {type ScalarProblem, scalarProblem, typeName} from './scalar-problem.ts';
import {asList, asMap, fieldOf, type ListSchema, type MapSchema, type ScalarSchema, type Schema} from './schema.ts';

/** A part of an object that the server would refuse or silently change. */
export type Problem = {
  readonly path: JsonPath;
  readonly code: 'unknown-field' | 'duplicate-key' | 'missing-key' | ScalarProblem['code'];
  /** The message. It continues after the field's name: `is a number, must be a string: quote it`. */
  readonly message: string;
  readonly hint?: string | undefined;
};

type Place = (string | number)[];

/**
 * Returns all problems of an object, in the order of the object. It reports only what the server certainly refuses, or
 * accepts but changes (a number too large, a field that it drops). Required fields, ranges and formats are left to the
 * server's admission and validation. Null counts as absent.
 */
export function validateObject(object: JsonObject, schema: Schema): Problem[] {
  const problems: Problem[] = [];
  check(object, schema, [], problems);
  return problems;
}

/** @param path the place of the value; it is changed while parts are checked, so that only problems copy it */
function check(value: Json, schema: Schema, path: Place, problems: Problem[]): void {
  if (value === null) return;
  if (schema.type === 'scalar') return checkScalar(value, schema, path, problems);
  if (isObject(value)) {
    const map = asMap(schema);
    if (map !== undefined) return checkFields(value, map, path, problems);
  } else if (isList(value)) {
    const list = asList(schema);
    if (list !== undefined) return checkItems(value, list, path, problems);
  } else if (schema.type === 'any') {
    return;
  }
  problems.push({path: [...path], code: 'wrong-type', message: `is ${typeName(value)}, must be ${expected(schema)}`});
}

const expected = (schema: Schema): string => (schema.type === 'list' ? 'a list' : 'an object');

function checkScalar(value: Json, schema: ScalarSchema, path: Place, problems: Problem[]): void {
  const problem = scalarProblem(value, schema);
  if (problem !== undefined) problems.push({path: [...path], ...problem});
}

function checkFields(object: JsonObject, schema: MapSchema, path: Place, problems: Problem[]): void {
  for (const name of Object.keys(object)) {
    const type = schema.prunes ? schema.declared(name) : fieldOf(schema, name);
    path.push(name);
    if (type === undefined) problems.push(unknownField(name, schema, [...path]));
    else check(object[name] ?? null, type, path, problems);
    path.pop();
  }
}

function unknownField(name: string, schema: MapSchema, path: JsonPath): Problem {
  const meant = didYouMean(name, schema.fieldNames);
  return {
    path,
    code: 'unknown-field',
    message: isDropped(schema) ? 'is not a field of this object: the server drops it' : 'is not a field of this object',
    hint: meant !== undefined ? `did you mean ${meant}?` : undefined,
  };
}

const isDropped = (schema: MapSchema): boolean => schema.prunes === true && schema.additional() !== undefined;

function checkItems(items: readonly Json[], schema: ListSchema, path: Place, problems: Problem[]): void {
  const seen = new Map<string, number>();
  for (const [i, item] of items.entries()) {
    path.push(i);
    if (schema.listType !== 'atomic') checkKey({item, at: [...path], first: seen}, schema, problems);
    check(item, schema.items(), path, problems);
    path.pop();
  }
}

type KeyedItem = {readonly item: Json; readonly at: JsonPath; readonly first: Map<string, number>};

function checkKey({item, at, first}: KeyedItem, schema: ListSchema, problems: Problem[]): void {
  const element = itemElement(item, schema);
  if (element === undefined) return problemOfKeyless(item, at, schema, problems);
  const lacking = isObject(item)
    ? schema.keys().filter(({name, required}) => required && (item[name] ?? null) === null)
    : [];
  for (const {name} of lacking) {
    problems.push({path: at, code: 'missing-key', message: `has no ${name}, which identifies the items of this list`});
  }
  if (lacking.length > 0) return;
  const key = elementKey(element);
  const earlier = first.get(key);
  if (earlier === undefined) first.set(key, Number(at.at(-1)));
  else problems.push({path: at, code: 'duplicate-key', message: duplicate(key.slice(2), earlier)});
}

const duplicate = (key: string, earlier: number): string => `has the same key ${key} as item ${earlier} of this list`;

function problemOfKeyless(item: Json, at: JsonPath, schema: ListSchema, problems: Problem[]): void {
  if (item === null) {
    problems.push({path: at, code: 'not-nullable', message: 'is null; an item of this list must not be null'});
    return;
  }
  // Another check reports an item of the wrong type.
  if (schema.listType === 'set' || !isObject(item)) return;
  const names = schema.keys().map(({name}) => name);
  problems.push({
    path: at,
    code: 'missing-key',
    message: `has no ${names.join(' and no ')}, which identifies the items of this list`,
  });
}
