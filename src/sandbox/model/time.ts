import type {Json, JsonPath} from '../../core/json.ts';
import {textAt} from './part.ts';

/** As Kubernetes writes `metav1.Time`: whole seconds. */
export const timestamp = (milliseconds: number): string => new Date(milliseconds).toISOString().replace(/\.\d+Z$/, 'Z');

/** As Kubernetes writes `metav1.MicroTime`. */
export const microTimestamp = (milliseconds: number): string =>
  new Date(milliseconds).toISOString().replace('Z', '000Z');

/** Milliseconds since the epoch; 0 where there is no time. */
export function timeAt(value: Json | undefined, ...path: JsonPath): number {
  const ms = Date.parse(textAt(value, ...path));
  return Number.isNaN(ms) ? 0 : ms;
}
