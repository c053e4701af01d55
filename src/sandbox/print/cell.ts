import {isList, isObject, type Json, type JsonObject} from '../../core/json.ts';
import {nameOf} from '../model/metadata.ts';
import {numberAt, objectsAt, textAt, valueAt} from '../model/part.ts';
import {sinceTime} from './human-duration.ts';

/** Returns the value of one column for one object. */
export type Cell = (object: JsonObject, now: number) => Json;

/** The cells of each kind, by `Kind` or `Kind.group`, in the order of the columns. */
export type Cells = Readonly<Record<string, readonly Cell[]>>;

/** The column Name of every table. */
export const name: Cell = (object) => nameOf(object);
/** The column Age: the time since creation, as kubectl prints it (`5m`, `3d2h`). */
export const age: Cell = (object, now) => sinceTime(textAt(object, 'metadata', 'creationTimestamp'), now);
/** Returns a cell with the text at a path, empty if there is none. */
export const text =
  (...path: readonly string[]): Cell =>
  (object) =>
    textAt(object, ...path);

/** Returns a cell with the text at a path, or a replacement if it is empty or missing. */
export const textOr =
  (otherwise: string, ...path: readonly string[]): Cell =>
  (object) =>
    textAt(object, ...path) || otherwise;

/** Returns a cell with the number at a path, 0 if there is none. */
export const number =
  (...path: readonly string[]): Cell =>
  (object) =>
    numberAt(object, ...path);

/** Returns a cell with the boolean at a path, `otherwise` if there is none. */
export const flag =
  (otherwise: boolean, ...path: readonly string[]): Cell =>
  (object) => {
    const value = valueAt(object, ...path);
    return typeof value === 'boolean' ? value : otherwise;
  };

/** Returns a cell with the size of a list or a map. */
export const count =
  (...path: readonly string[]): Cell =>
  (object) =>
    sizeAt(object, ...path);

/** Counts the items of a list or the keys of a map at a path, 0 if there is neither. */
export function sizeAt(object: JsonObject, ...path: readonly string[]): number {
  const value = valueAt(object, ...path);
  return isList(value) ? value.length : isObject(value) ? Object.keys(value).length : 0;
}

/** Returns the columns that every kind with a pod template has under `-o wide`: container names and images. */
export const containerCells = (...spec: readonly string[]): readonly [Cell, Cell] => [
  joined('name', ...spec, 'containers'),
  joined('image', ...spec, 'containers'),
];

const joined =
  (field: string, ...path: readonly string[]): Cell =>
  (object) =>
    objectsAt(object, ...path)
      .map((item) => textAt(item, field))
      .join(',');

/** Returns the first items of a list for one cell, and the number of the others. */
export const firstOf = (items: readonly string[], most: number, separator = ','): string =>
  items.length > most
    ? `${items.slice(0, most).join(separator)} + ${items.length - most} more...`
    : items.join(separator);
