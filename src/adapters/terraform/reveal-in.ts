import {isList, isObject, type Json, type JsonObject} from '../../core/json.ts';
import {Secret} from '../../core/secret/secret.ts';

const MARK = '$secret';

/** Returns a value with its secrets in clear, for the pipe to a process of this run. */
export function revealIn(value: unknown): Json {
  if (value instanceof Secret) return {[MARK]: value.isText ? {text: value.reveal()} : {base64: value.base64()}};
  if (Array.isArray(value)) return value.map(revealIn);
  if (typeof value !== 'object' || value === null) return (value ?? null) as Json;
  const parts = Object.entries(value).filter(([, part]) => part !== undefined);
  return Object.fromEntries(parts.map(([name, part]) => [name, revealIn(part)]));
}

/** Returns the value that `revealIn` was called with. */
export function concealIn(value: Json): unknown {
  if (isList(value)) return value.map(concealIn);
  if (!isObject(value)) return value;
  const mark = value[MARK];
  if (isObject(mark)) return secretOf(mark);
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, concealIn(part)]));
}

const secretOf = ({text, base64 = ''}: JsonObject): Secret =>
  new Secret(typeof text === 'string' ? text : Buffer.from(typeof base64 === 'string' ? base64 : '', 'base64'));
