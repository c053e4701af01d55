import {formatFieldPath} from '../../core/fields/field-path.ts';
import type {JsonPath} from '../../core/json.ts';
import type {Change} from '../../core/plan/plan.ts';

/**
 * Whether the value at a path is known only when this change has been made: the object is new, the change is about the value or
 * what holds it, or it is what the server writes anew with every change.
 */
export function awaitsValue(change: Change | undefined, path: JsonPath): boolean {
  if (change === undefined || change.action === 'unchanged' || change.action === 'retain') return false;
  if (change.action !== 'update') return true;
  const [first, second] = path;
  if (first === 'status') return true;
  if (first === 'metadata' && (second === 'resourceVersion' || second === 'generation')) return true;
  return change.fields.some((field) => field.yielded !== true && overlap(beforeItems(field.path), plainStart(path)));
}

/** Items of lists are named by their keys in plans, and by their numbers in references: what comes before the first is compared. */
const plainStart = (path: JsonPath): string => {
  const item = path.findIndex((step) => typeof step === 'number');
  const start = item === -1 ? path : path.slice(0, item);
  return formatFieldPath(start.map((step) => ({field: String(step)})));
};

const beforeItems = (path: string): string => path.split(/\[(?!")/, 1)[0] ?? path;

const overlap = (a: string, b: string): boolean => a === b || isWithin(a, b) || isWithin(b, a);

const isWithin = (part: string, whole: string): boolean =>
  whole === '' || part.startsWith(`${whole}.`) || part.startsWith(`${whole}[`);
