import type {Json, JsonPath} from '../../core/json.ts';
import {textAt} from './part.ts';

/** Formats a time like `metav1.Time`, in whole seconds. */
export const timestamp = (milliseconds: number): string => new Date(milliseconds).toISOString().replace(/\.\d+Z$/, 'Z');

/** Formats a time like `metav1.MicroTime`. */
export const microTimestamp = (milliseconds: number): string =>
  new Date(milliseconds).toISOString().replace('Z', '000Z');

/** Returns the time at a path in milliseconds since 1970; 0 if there is none. */
export function timeAt(value: Json | undefined, ...path: JsonPath): number {
  const ms = Date.parse(textAt(value, ...path));
  return Number.isNaN(ms) ? 0 : ms;
}
