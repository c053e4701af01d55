import {isList, type Json} from '../../core/json.ts';
import {didYouMean} from '../../lib/did-you-mean.ts';
import type {ScalarSchema, ScalarType} from './schema.ts';

/** A problem of one value. The message continues after the field's name. */
export type ScalarProblem = {
  readonly code: 'wrong-type' | 'bad-base64' | 'enum' | 'not-nullable';
  readonly message: string;
  readonly hint?: string | undefined;
};

/** Checks a value against a scalar type. Returns undefined if the server accepts it. */
export function scalarProblem(value: Json, {scalar, enum: allowed}: ScalarSchema): ScalarProblem | undefined {
  if (!ACCEPTS[scalar](value)) return wrongType(value, scalar);
  if (scalar === 'bytes' && typeof value === 'string' && !isBase64(value)) {
    return {code: 'bad-base64', message: 'is not base64', hint: 'in a Secret, plain text goes under stringData'};
  }
  return allowed === undefined || allowed.includes(value) ? undefined : notAllowed(value, allowed);
}

const isString = (value: Json): boolean => typeof value === 'string';
const isNumber = (value: Json): boolean => typeof value === 'number';
/**
 * Reports whether a value is an integer of 32 bits. The server accepts larger numbers, but silently keeps only the
 * lower bits, which is never intended.
 */
const isInt32 = (value: Json): boolean =>
  Number.isInteger(value) && Number(value) >= -(2 ** 31) && Number(value) < 2 ** 31;

/** Matches every spelling that the server parses. Only the server distinguishes an exponent from a suffix. */
const QUANTITY = /^[+-]?[0-9.]+(?:[eEinumkKMGTP]+[-+]?[0-9]*|[-+][0-9]*)?$/;

const ACCEPTS: Readonly<Record<ScalarType, (value: Json) => boolean>> = {
  string: isString,
  bytes: isString,
  formatted: isString,
  boolean: (value) => typeof value === 'boolean',
  integer: Number.isInteger,
  int32: isInt32,
  number: isNumber,
  'int-or-string': (value) => isString(value) || Number.isInteger(value),
  'int32-or-string': (value) => isString(value) || isInt32(value),
  quantity: (value) => isNumber(value) || (typeof value === 'string' && QUANTITY.test(value)),
};

const NOUNS: Readonly<Record<ScalarType, string>> = {
  string: 'a string',
  bytes: 'a string of base64',
  formatted: 'a string',
  boolean: 'true or false',
  integer: 'an integer',
  int32: 'an integer of 32 bits',
  number: 'a number',
  'int-or-string': 'an integer or a string',
  'int32-or-string': 'an integer of 32 bits or a string',
  quantity: 'a quantity, for example 500m or 1Gi',
};

function wrongType(value: Json, scalar: ScalarType): ScalarProblem {
  return {
    code: 'wrong-type',
    message: `is ${describe(value, scalar)}, must be ${NOUNS[scalar]}${remedy(value, scalar)}`,
  };
}

/** Describes a value: quoted if it has the right type, otherwise by its type. */
function describe(value: Json, scalar: ScalarType): string {
  const wantsNumber = scalar.startsWith('int');
  const isValue = scalar === 'quantity' ? typeof value === 'string' : wantsNumber && typeof value === 'number';
  return isValue ? JSON.stringify(value) : typeName(value);
}

function remedy(value: Json, scalar: ScalarType): string {
  const wantsString = scalar === 'string' || scalar === 'formatted';
  if (wantsString && (typeof value === 'number' || typeof value === 'boolean')) return ': quote it';
  if (typeof value !== 'string' || value === '') return '';
  if (scalar === 'quantity') return '';
  const isBare = scalar === 'boolean' ? value === 'true' || value === 'false' : !Number.isNaN(Number(value));
  return isBare ? ': remove the quotes' : '';
}

function notAllowed(value: Json, allowed: readonly Json[]): ScalarProblem {
  const meant =
    typeof value === 'string'
      ? didYouMean(
          value,
          allowed.filter((one) => typeof one === 'string'),
        )
      : undefined;
  return {
    code: 'enum',
    message: `is ${JSON.stringify(value)}, must be one of ${allowed.map((one) => JSON.stringify(one)).join(', ')}`,
    hint: meant !== undefined ? `did you mean ${meant}?` : undefined,
  };
}

/** Returns the type of a value in words. */
export function typeName(value: Json): string {
  if (value === null) return 'null';
  if (isList(value)) return 'a list';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}

const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

/** Reports whether a text is base64 as Go decodes it: padded, line breaks ignored. */
export const isBase64 = (text: string): boolean => BASE64.test(text.replaceAll(/[\r\n]/g, ''));
