import {isList, isObject, type Json} from '../../core/json.ts';
import {type TypeFault, unfit} from '../decode/decode-value.ts';
import type {GoType} from '../decode/go-struct.ts';
import {goType} from '../model/go-value.ts';

/** Returns the error of Go's converter for a value that does not fit. Strategic merge patches use it instead of the JSON decoder. */
export function convertProblem({value, type}: TypeFault): string {
  const {is} = type;
  if (is === 'struct') return `cannot restore struct from: ${kindOf(value)}`;
  if (is === 'list' || is === 'bytes') return `cannot restore slice from ${kindOf(value)}`;
  if (is === 'map') return `cannot restore map from ${kindOf(value)}`;
  if (is !== 'int-or-string' && is !== 'time' && is !== 'micro-time') return plainProblem(value, type);
  return `json: cannot unmarshal ${unfit(value, type)} into Go value of type ${type.name}`;
}

/** Returns the message for plain types. Go could convert numbers and strings, but refuses to; other types cannot be converted at all. */
function plainProblem(value: Json, {is, name}: GoType): string {
  const convertible = typeof value === 'number' && is !== 'bool';
  return convertible ? `cannot convert ${goType(value)} to ${name}` : `unrecognized type: ${is}`;
}

const kindOf = (value: Json): string => (isList(value) ? 'slice' : isObject(value) ? 'map' : goType(value));
