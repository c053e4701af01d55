import type {Json} from '../../core/json.ts';

/** Reports whether an object is a mapping, and not an instance of a class. */
const isPlain = (value: object): boolean =>
  [Object.prototype, null].includes(Object.getPrototypeOf(value) as object | null);

/** Converts a value of CEL to JSON; undefined: JSON has no such value. */
export function jsonOf(value: unknown): Json | undefined {
  if (typeof value === 'bigint') return Number(value);
  if (value === null || ['string', 'boolean', 'number'].includes(typeof value)) return value as Json;
  if (Array.isArray(value)) {
    const items = value.map(jsonOf);
    return items.includes(undefined) ? undefined : (items as Json);
  }
  // A timestamp or a duration is an instance of a class.
  if (typeof value !== 'object' || !isPlain(value)) return undefined;
  const fields = Object.entries(value).map(([key, field]) => [key, jsonOf(field)] as const);
  return fields.some(([, field]) => field === undefined) ? undefined : (Object.fromEntries(fields) as Json);
}
