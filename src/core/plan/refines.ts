import {deepEqual} from '../../lib/deep-equal.ts';
import type {Change, FieldChange} from './plan.ts';

/**
 * Whether a change is what was shown, with nothing new but values that were shown as known only after apply, and what the server then
 * says: for a plan that was made before another stack of the same run was applied. What is written and what was live are compared by
 * themselves.
 */
export function refines(then: Change, now: Change): boolean {
  const waited = !then.verified || then.fields.some(({unknown}) => unknown === true);
  if (!waited || then.blocked?.needs !== now.blocked?.needs) return false;
  if (then.action === 'update' && now.action === 'unchanged') return true;
  if (then.action !== now.action) return false;
  // What is made anew was shown as the files have it; the rest comes from the server.
  return then.action === 'create' || now.fields.every((field) => isExpected(field, then.fields));
}

function isExpected(field: FieldChange, shown: readonly FieldChange[]): boolean {
  const {path, cause} = field;
  if (shown.some((one) => one.unknown === true && overlaps(one.path, path))) return true;
  const same = shown.find((one) => one.path === path);
  if (same === undefined) return FILLED.has(cause);
  return FILLED.has(cause) || (deepEqual(same.after, field.after) && deepEqual(same.before, field.before));
}

/** What a value of another stack, or the server, brings. */
const FILLED: ReadonlySet<FieldChange['cause']> = new Set(['reference', 'default', 'server', 'webhook']);

const overlaps = (a: string, b: string): boolean => a === b || isWithin(a, b) || isWithin(b, a);

const isWithin = (part: string, whole: string): boolean => part.startsWith(`${whole}.`) || part.startsWith(`${whole}[`);
