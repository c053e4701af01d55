import type {Json, JsonObject, JsonPath} from '../json.ts';
import {mapStrings} from './map-strings.ts';
import {type Part, parseText} from './parse-text.ts';
import {follow, showPath} from './path.ts';
import type {ReferenceProblem} from './reference.ts';
import {broken, unknownId} from './references-in.ts';

/**
 * Returns the object with an id; `'unknown'` if the value at the path is known only after apply; undefined if there is no such object.
 * Without a path, only the existence of the object matters.
 */
export type Lookup = (id: string, path?: JsonPath) => JsonObject | 'unknown' | undefined;

/** Returns the value of a `ref://…`; undefined leaves the text unchanged. */
export type SecretLookup = (uri: string) => string | undefined;

/** Attributes with their references replaced, and the paths that are unknown or secret. */
export type Resolved = {
  readonly attributes: JsonObject;
  /** The paths of values that are known only after apply. They still have the text of the reference. */
  readonly unknown: readonly JsonPath[];
  /** The paths of values from a secret store. */
  readonly secrets: readonly JsonPath[];
  readonly problems: readonly ReferenceProblem[];
};

/**
 * Replaces references by their values, and removes escapes. Call it only with the attributes from the files. In its own result, an
 * inserted value could be read as a reference.
 */
export function resolveReferences(
  attributes: JsonObject,
  lookup: Lookup,
  knownIds: Iterable<string> = [],
  secretOf: SecretLookup = () => undefined,
): Resolved {
  const unknown: JsonPath[] = [];
  const secrets: JsonPath[] = [];
  const problems: ReferenceProblem[] = [];
  const resolved = mapStrings(attributes, (text, at) => {
    if (!text.includes('$') && !text.startsWith('ref://')) return text;
    const parts = parseText(text, (id) => lookup(id) !== undefined);
    const values = parts.map((part) => valueOf(part, at, {lookup, knownIds, secretOf}));
    if (parts.some((part) => part.kind === 'secret' && secretOf(part.uri) !== undefined)) secrets.push(at);
    const wrong = values.filter((value) => value.kind === 'problem');
    problems.push(...wrong.map(({problem}) => problem));
    if (wrong.length > 0) return text;
    if (values.some(({kind}) => kind === 'unknown')) {
      unknown.push(at);
      return text;
    }
    const known = values.filter((value) => value.kind === 'value').map(({value}) => value);
    if (parts.length === 1 && known[0] !== undefined) return known[0];
    const notScalar = known.findIndex((value) => typeof value === 'object');
    if (notScalar === -1) return known.map(String).join('');
    problems.push(notAScalar(parts[notScalar], known[notScalar] ?? null, at));
    return text;
  });
  return {attributes: resolved, unknown, secrets, problems};
}

type PartValue =
  | {readonly kind: 'value'; readonly value: Json}
  | {readonly kind: 'unknown'}
  | {readonly kind: 'problem'; readonly problem: ReferenceProblem};

type Lookups = {
  readonly lookup: Lookup;
  readonly knownIds: Iterable<string>;
  readonly secretOf: SecretLookup;
};

function valueOf(part: Part, at: JsonPath, {lookup, knownIds, secretOf}: Lookups): PartValue {
  if (part.kind === 'broken') return {kind: 'problem', problem: broken(part, at)};
  if (part.kind === 'secret') return {kind: 'value', value: secretOf(part.uri) ?? part.text};
  if (part.kind !== 'reference') return {kind: 'value', value: part.text};
  const object = lookup(part.id, part.path);
  if (object === 'unknown') return {kind: 'unknown'};
  if (object === undefined) return {kind: 'problem', problem: unknownId(part.id, at, knownIds)};
  return fieldOf(object, part, at);
}

function fieldOf(object: JsonObject, {id, path}: Part & {readonly kind: 'reference'}, at: JsonPath): PartValue {
  const found = follow(object, path);
  if ('value' in found) return {kind: 'value', value: found.value};
  const within = found.within.length === 0 ? '' : ` in ${showPath(found.within)}`;
  const problem: ReferenceProblem = {
    code: 'reference/missing-field',
    at,
    message: `refers to ${showPath(path)} of ${id}, but there is no ${showPath([found.missing])}${within}`,
    hint: found.nearest === undefined ? undefined : `Did you mean ${showPath([...found.within, found.nearest])}?`,
  };
  return {kind: 'problem', problem};
}

function notAScalar(part: Part | undefined, value: Json, at: JsonPath): ReferenceProblem {
  const what = value === null ? 'null' : Array.isArray(value) ? 'a list' : 'an object';
  return {
    code: 'reference/not-a-scalar',
    at,
    message: `${part?.text ?? 'the reference'} is ${what}, which cannot be part of a string`,
    hint: 'Refer to a field of it that is a string, number or boolean, or make the reference the whole value.',
  };
}
