import {isList, type Json, type JsonObject} from '../../../core/json.ts';
import {deepEqual} from '../../../lib/deep-equal.ts';
import {list, text} from '../../model/part.ts';
import {invalid, notSupported, tooLong} from '../../model/problem.ts';
import type {Problem} from '../../model/status.ts';
import {isIntOrString} from '../schema-part.ts';
import {formatCheck} from './formats.ts';
import {goNumber} from './go-number.ts';
import {matchesPattern} from './matches-pattern.ts';
import type {Found} from './outcome.ts';

/** The position of a value: `path` is for messages (`spec.x`, `.spec`), `field` is for the problem. */
export type Spot = {readonly path: string; readonly field: string};

const typesOf = (schema: JsonObject): readonly string[] => {
  if (isIntOrString(schema)) return ['integer', 'string'];
  const type = text(schema['type']);
  return type === '' ? [] : [type];
};

function typeOf(value: Json): string {
  if (value === null) return 'null';
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number';
  if (isList(value)) return 'array';
  return typeof value;
}

const found = (text: string, problem: Problem): Found => ({text, problem});

const wrongType = ({path, field}: Spot, called: string, value: string): Found => {
  const text = `${path} in body must be of type ${called}: ${JSON.stringify(value)}`;
  return found(text, {...invalid(field, value, text), reason: 'FieldValueTypeInvalid'});
};

/** Checks the type of a value. A schema with a format has its own message. */
export function typeProblem(value: Json, schema: JsonObject, spot: Spot): Found | undefined {
  const types = typesOf(schema);
  if (value === null) {
    const mayBe = types.length === 0 || schema['nullable'] === true;
    return mayBe ? undefined : wrongType(spot, types.join(','), 'null');
  }
  const type = typeOf(value);
  const fits = types.includes(type) || (type === 'integer' && types.includes('number'));
  const format = formatCheck(text(schema['format'])) === undefined ? '' : text(schema['format']);
  if (format !== '' && !fits) return formatless(value, {types, format}, spot);
  return fits || types.length === 0 ? undefined : wrongType(spot, types.join(','), type);
}

type Wanted = {readonly types: readonly string[]; readonly format: string};

/** Checks a list in place of a string with a format; the server makes no other check of it. */
function formatless(value: Json, {types, format}: Wanted, spot: Spot): Found | undefined {
  if (typeof value !== 'string' && !isList(value)) return wrongType(spot, format, goFormat(value));
  const isNumber = types.includes('number') || types.includes('integer');
  return isNumber ? wrongType(spot, types.join(','), typeOf(value)) : undefined;
}

const goFormat = (value: Json): string => {
  if (typeof value !== 'number') return '';
  return Number.isInteger(value) ? 'int64' : 'float64';
};

/** Checks `enum`, with the words of kube-openapi. It never allows null. Returns undefined if the value is valid or there is no enum. */
export function enumProblem(value: Json, schema: JsonObject, {path, field}: Spot): Found | undefined {
  const values = list(schema['enum']);
  if (values.length === 0 || values.some((one) => one !== null && deepEqual(one, value))) return undefined;
  const names = values.map((one) => (typeof one === 'string' ? one : JSON.stringify(one)));
  return found(`${path} in body should be one of [${names.join(' ')}]`, notSupported(field, value, names));
}

/** Returns the first problem of a string. */
export function textProblem(value: string, schema: JsonObject, {path, field}: Spot): Found | undefined {
  const {maxLength, minLength, pattern} = schema;
  const length = Array.from(value).length;
  if (typeof maxLength === 'number' && length > maxLength)
    return found(`${path} in body should be at most ${maxLength} chars long`, tooLong(field, maxLength));
  if (typeof minLength === 'number' && length < minLength)
    return shown(`${path} in body should be at least ${minLength} chars long`, value, field);
  if (typeof pattern === 'string' && pattern !== '' && matchesPattern(pattern, value) === false)
    return shown(`${path} in body should match '${pattern}'`, value, field);
  return undefined;
}

const shown = (text: string, value: Json, field: string): Found => found(text, invalid(field, value, text));

/** Checks `format`; formats that the server does not know are ignored. */
export function formatProblem(value: string, schema: JsonObject, spot: Spot): Found | undefined {
  const format = text(schema['format']);
  return formatCheck(format)?.(value) === false ? wrongType(spot, format, value) : undefined;
}

/** Checks multipleOf and the bounds of a number with the words of kube-openapi. */
export function numberProblems(value: number, schema: JsonObject, {path, field}: Spot): readonly Found[] {
  const isWhole = Number.isInteger(value);
  // Go compares an int with the truncated bound.
  const bound = (limit: number): number => (isWhole ? Math.trunc(limit) : limit);
  const numberText = (limit: number): string => (isWhole ? String(limit) : goNumber(limit));
  const {multipleOf, maximum, minimum, exclusiveMaximum, exclusiveMinimum} = schema;
  const problems: string[] = [];
  if (typeof multipleOf === 'number') {
    const factor = bound(multipleOf);
    if (factor <= 0) problems.push(`factor MultipleOf declared for ${path} must be positive: ${numberText(factor)}`);
    else if (!isMultiple(value, factor)) problems.push(`${path} in body should be a multiple of ${numberText(factor)}`);
  }
  if (typeof minimum === 'number') {
    const limit = bound(minimum);
    const exclusive = exclusiveMinimum === true;
    if (exclusive ? value <= limit : value < limit)
      problems.push(`${path} in body should be greater than ${exclusive ? '' : 'or equal to '}${numberText(limit)}`);
  }
  if (typeof maximum === 'number') {
    const limit = bound(maximum);
    const exclusive = exclusiveMaximum === true;
    if (exclusive ? value >= limit : value > limit)
      problems.push(`${path} in body should be less than ${exclusive ? '' : 'or equal to '}${numberText(limit)}`);
  }
  return problems.map((text) => shown(text, value, field));
}

const isMultiple = (value: number, factor: number): boolean => {
  const times = factor < 1 ? (1 / factor) * value : value / factor;
  return Math.abs(times - Math.round(times)) < 1e-9;
};
