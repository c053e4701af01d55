import {isList, isObject, type Json, type JsonObject} from '../../core/json.ts';
import {stepsOfPointer} from '../../core/json-pointer.ts';
import {deepEqual} from '../../lib/deep-equal.ts';
import {Refusal} from '../model/status.ts';

/**
 * Applies a JSON patch (RFC 6902), with two extensions of the server's library: negative indexes count from the end, and `replace` and
 * `copy` accept missing fields. All mismatches have the same short message.
 */
export function applyJsonPatch(object: JsonObject, operations: readonly JsonObject[]): Json {
  return operations.reduce<Json>(applied, object);
}

const refused = (): Refusal =>
  new Refusal({
    code: 422,
    reason: 'Invalid',
    message: 'the server rejected our request due to an error in our request',
    details: {},
  });

function applied(document: Json, operation: JsonObject): Json {
  const {op, value = null} = operation;
  switch (typeof op === 'string' ? op : '') {
    case 'add':
      return added(placeOf(document, operation['path']), value);
    case 'remove':
      return removed(placeOf(document, operation['path']));
    case 'replace':
      return replaced(document, operation['path'], value);
    case 'test':
      return tested(document, operation['path'], value);
    case 'move':
      return moved(document, 'move', operation);
    case 'copy':
      return moved(document, 'copy', operation);
    default:
      throw refused();
  }
}

function replaced(document: Json, path: Json | undefined, value: Json): Json {
  // Like the server, this ignores a string or a number in place of the whole document.
  if (path === '') return isObject(value) || isList(value) ? value : document;
  const {container, key, put} = placeOf(document, path);
  return put(
    isObject(container) ? {...container, [key]: value} : container.with(indexOf(key, container.length), value),
  );
}

function tested(document: Json, path: Json | undefined, value: Json): Json {
  const there = path === '' ? document : (found(placeOf(document, path)) ?? null);
  if (!deepEqual(there, value)) throw refused();
  return document;
}

function moved(document: Json, op: 'move' | 'copy', {from, path}: JsonObject): Json {
  const source = placeOf(document, from);
  const value = found(source) ?? null;
  return added(placeOf(op === 'copy' ? document : removed(source), path), value);
}

type Container = JsonObject | readonly Json[];

/** The object or list that a path points into. `put` returns the document with a replacement for it. */
type Place = {readonly container: Container; readonly key: string; readonly put: (container: Container) => Json};

function placeOf(document: Json, path: Json | undefined): Place {
  if (typeof path !== 'string') throw refused();
  const keys = stepsOfPointer(path);
  if (keys.length === 0) throw refused();
  return descend(document, keys, (container) => container);
}

function descend(value: Json | undefined, keys: readonly string[], put: Place['put']): Place {
  if (!isObject(value) && !isList(value)) throw refused();
  const [key = '', ...rest] = keys;
  const place: Place = {container: value, key, put};
  if (rest.length === 0) return place;
  return descend(found(place), rest, (inner) =>
    put(isObject(value) ? {...value, [key]: inner} : value.with(indexOf(key, value.length), inner)),
  );
}

function found({container, key}: Place): Json | undefined {
  if (isObject(container)) return Object.hasOwn(container, key) ? container[key] : undefined;
  return container[indexOf(key, container.length)];
}

function added({container, key, put}: Place, value: Json): Json {
  if (isObject(container)) return put({...container, [key]: value});
  if (key === '-') return put([...container, value]);
  return put(container.toSpliced(indexOf(key, container.length + 1), 0, value));
}

function removed({container, key, put}: Place): Json {
  if (isList(container)) return put(container.toSpliced(indexOf(key, container.length), 1));
  if (!Object.hasOwn(container, key)) throw refused();
  const {[key]: _, ...rest} = container;
  return put(rest);
}

function indexOf(key: string, length: number): number {
  const index = /^[+-]?\d+$/.test(key) ? Number(key) : Number.NaN;
  if (!(index < length && index >= -length)) throw refused();
  return index < 0 ? index + length : index;
}
