import {isObject, type Json, type JsonObject} from '../core/json.ts';
import {parseSecretUri} from '../core/secret/secret-uri.ts';
import {httpsProblem} from '../core/workspace/https-problem.ts';
import type {DeclaredField} from '../ports/declared-field.ts';

type Fields = Readonly<Record<string, DeclaredField>>;
type Problem = {readonly problem: string};

/**
 * Returns the members of a mapping that was not checked by a schema, without those that are empty; or why one is wrong. Problems quote no
 * value: it may be a secret.
 * @param strange says of a name that it is none
 */
export function readMembers(
  written: JsonObject,
  fields: Fields,
  strange: (name: string) => string,
): {readonly members: JsonObject} | Problem {
  const given = Object.entries(written).filter(([, value]) => value !== null && value !== undefined);
  for (const [name, value] of given) {
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
    const problem = field === undefined ? strange(name) : problemOf(name, value ?? null, field);
    if (problem !== undefined) return {problem};
  }
  const missing = Object.entries(fields).find(([name, {required}]) => required && (written[name] ?? null) === null);
  if (missing !== undefined) return {problem: `it needs a ${missing[0]}`};
  const members = given.map(([name, value]) => [
    name,
    fields[name]?.type === 'flag' ? value === true || value === 'true' : value,
  ]);
  return {members: Object.fromEntries(members) as JsonObject};
}

function problemOf(name: string, value: Json, field: DeclaredField): string | undefined {
  if (field.type === 'flag')
    return [true, false, 'true', 'false'].some((one) => one === value) ? undefined : `\`${name}\` is true or false`;
  if (field.type === 'reference') return referenceProblem(name, value);
  if (field.type === 'mapping') return mappingProblem(name, value, field.fields);
  const mayBeEmpty = field.type === 'text' && field.mayBeEmpty;
  if (typeof value !== 'string' || (value.trim() === '' && !mayBeEmpty)) return `\`${name}\` must be a text`;
  const wrong = field.type === 'endpoint' ? httpsProblem(value) : undefined;
  return wrong && `its ${name} ${wrong}`;
}

function mappingProblem(name: string, value: Json, fields: Fields): string | undefined {
  const needs = `\`${name}\` needs ${Object.keys(fields)
    .map((one) => `a ${one}`)
    .join(' and ')}`;
  if (!isObject(value)) return needs;
  if (Object.entries(fields).some(([inner, {required}]) => required && (value[inner] ?? null) === null)) return needs;
  return Object.entries(fields)
    .map(([inner, field]) => problemOf(`${name}.${inner}`, value[inner] ?? null, field))
    .find((problem) => problem !== undefined);
}

function referenceProblem(name: string, value: Json): string | undefined {
  if (typeof value !== 'string' || !value.startsWith('ref://'))
    return `\`${name}\` must be a reference to a secret: ref://NAME`;
  const parsed = parseSecretUri(value);
  return 'because' in parsed ? `\`${name}\`: the reference ${parsed.because}` : undefined;
}
