import {isObject, type Json, type JsonObject} from '../core/json.ts';
import {parseSecretUri} from '../core/secret/secret-uri.ts';
import {httpsProblem} from '../core/workspace/https-problem.ts';
import type {DeclaredField} from '../ports/declared-field.ts';

type Fields = Readonly<Record<string, DeclaredField>>;
type Problem = {readonly problem: string};

/**
 * Returns the members of a mapping that no schema has checked, without empty members; or the first problem. A problem never quotes a
 * value, because the value may be a secret.
 * @param unknown returns the problem of an unknown name
 */
export function readMembers(
  written: JsonObject,
  fields: Fields,
  unknown: (name: string) => string,
): {readonly members: JsonObject} | Problem {
  const given = Object.entries(written).filter(([, value]) => value !== null && value !== undefined);
  for (const [name, value] of given) {
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
    const problem = field === undefined ? unknown(name) : problemOf(name, value ?? null, field);
    if (problem !== undefined) return {problem};
  }
  const missing = Object.entries(fields).find(([name, {required}]) => required && (written[name] ?? null) === null);
  if (missing !== undefined) return {problem: `\`${missing[0]}\` is missing`};
  const members = given.map(([name, value]) => [
    name,
    fields[name]?.type === 'flag' ? value === true || value === 'true' : value,
  ]);
  return {members: Object.fromEntries(members) as JsonObject};
}

function problemOf(name: string, value: Json, field: DeclaredField): string | undefined {
  if (field.type === 'flag')
    return [true, false, 'true', 'false'].some((one) => one === value)
      ? undefined
      : `\`${name}\` must be true or false`;
  if (field.type === 'reference') return referenceProblem(name, value);
  if (field.type === 'mapping') return mappingProblem(name, value, field.fields);
  const mayBeEmpty = field.type === 'text' && field.mayBeEmpty;
  if (typeof value !== 'string' || (value.trim() === '' && !mayBeEmpty)) return `\`${name}\` must be a string`;
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
