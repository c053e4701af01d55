import type {Json, JsonObject, JsonPath} from '../json.ts';
import {ENCODERS} from './encoders.ts';
import {mapStrings} from './map-strings.ts';
import {type Part, parseText} from './parse-text.ts';
import {type PartWithin, partsWithin} from './parts-within.ts';
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

/** The values of secrets, and the keyed digest of a text. */
export type SecretValuesOf = {readonly secretOf?: SecretLookup; readonly digestOf?: (text: string) => string};

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
  {secretOf = () => undefined, digestOf}: SecretValuesOf = {},
): Resolved {
  const unknown: JsonPath[] = [];
  const secrets: JsonPath[] = [];
  const problems: ReferenceProblem[] = [];
  const resolved = mapStrings(attributes, (text, at) => {
    if (!text.includes('$') && !text.startsWith('ref://')) return text;
    const parts = parseText(text, (id) => lookup(id) !== undefined);
    const values = parts.map((part) => valueOf(part, at, {lookup, knownIds, secretOf, digestOf}));
    if (partsWithin(text, () => false).some((one) => isRevealed(one, secretOf))) secrets.push(at);
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
  readonly digestOf: ((text: string) => string) | undefined;
};

const isRevealed = ({part, isDigested}: PartWithin, secretOf: SecretLookup): boolean =>
  !isDigested && part.kind === 'secret' && secretOf(part.uri) !== undefined;

function valueOf(part: Part, at: JsonPath, lookups: Lookups): PartValue {
  const {lookup, knownIds, secretOf} = lookups;
  if (part.kind === 'encoded') return encoded(part, at, lookups);
  if (part.kind === 'broken') return {kind: 'problem', problem: broken(part, at)};
  if (part.kind === 'secret') {
    const value = secretOf(part.uri);
    const isLater = part.shared !== undefined && lookup(part.shared.key, part.shared.path) === 'unknown';
    return value === undefined && isLater ? {kind: 'unknown'} : {kind: 'value', value: value ?? part.text};
  }
  if (part.kind !== 'reference') return {kind: 'value', value: part.text};
  const object = lookup(part.id, part.path);
  if (object === 'unknown') return {kind: 'unknown'};
  if (object === undefined) return {kind: 'problem', problem: unknownId(part.id, at, knownIds)};
  return fieldOf(object, part, at);
}

/** Returns the encoded form of the value of a text. While a secret in it has no value, the text stays as it is. */
function encoded(part: Part & {readonly kind: 'encoded'}, at: JsonPath, lookups: Lookups): PartValue {
  const {secretOf, digestOf, lookup} = lookups;
  const parts = parseText(part.inner, (id) => lookup(id) !== undefined);
  const values = parts.map((one) => valueOf(one, at, lookups));
  const open = values.find(({kind}) => kind === 'problem') ?? values.find(({kind}) => kind === 'unknown');
  if (open !== undefined) return open;
  const known = values.flatMap((one) => (one.kind === 'value' ? [one.value] : []));
  const notScalar = known.findIndex((value) => typeof value === 'object');
  if (notScalar !== -1) return {kind: 'problem', problem: notAScalar(parts[notScalar], known[notScalar] ?? null, at)};
  const encode = part.encoding === 'digest' ? digestOf : ENCODERS[part.encoding];
  const isUnread = parts.some((one) => one.kind === 'secret' && secretOf(one.uri) === undefined);
  return {kind: 'value', value: encode === undefined || isUnread ? part.text : encode(known.map(String).join(''))};
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
