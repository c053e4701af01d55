import {formatFieldPath} from '../../core/fields/field-path.ts';
import type {JsonPath} from '../../core/json.ts';
import type {Change} from '../../core/plan/plan.ts';

/**
 * Reports whether the value at a path is known only after a change was made: the object is new, the change affects the
 * value or a parent of it, or the server writes the value with every change.
 */
export function awaitsValue(change: Change | undefined, path: JsonPath): boolean {
  if (change === undefined || change.action === 'unchanged' || change.action === 'retain') return false;
  if (change.action !== 'update') return true;
  const [first, second] = path;
  if (first === 'status') return true;
  if (first === 'metadata' && (second === 'resourceVersion' || second === 'generation')) return true;
  const changed = change.fields.filter(({yielded}) => yielded !== true).map((field) => field.path);
  return [...changed, ...(change.computed ?? [])].some((one) => overlap(beforeItems(one), plainStart(path)));
}

/** Returns the part of a path before the first list index: plans name list items by their keys, references by their indexes. */
const plainStart = (path: JsonPath): string => {
  const item = path.findIndex((step) => typeof step === 'number');
  const start = item === -1 ? path : path.slice(0, item);
  return formatFieldPath(start.map((step) => ({field: String(step)})));
};

const beforeItems = (path: string): string => path.split(/\[(?!")/, 1)[0] ?? path;

const overlap = (a: string, b: string): boolean => a === b || isWithin(a, b) || isWithin(b, a);

const isWithin = (part: string, whole: string): boolean =>
  whole === '' || part.startsWith(`${whole}.`) || part.startsWith(`${whole}[`);
