import {deepEqual} from '../../lib/deep-equal.ts';
import type {Change, FieldChange} from './plan.ts';

/**
 * Reports whether a change is the one that was shown, except for values that were shown as unknown and for values from the server. It is
 * for a plan that was made before another stack of the same run was applied. Files and live objects are compared elsewhere.
 */
export function refines(then: Change, now: Change): boolean {
  const waited = !then.verified || then.fields.some(({unknown}) => unknown === true);
  if (!waited || then.blocked?.needs !== now.blocked?.needs) return false;
  if (then.action === 'update' && now.action === 'unchanged') return true;
  if (then.action !== now.action) return false;
  // A new object was shown with the values of the files; the other values come from the server.
  return then.action === 'create' || now.fields.every((field) => isExpected(field, then.fields));
}

function isExpected(field: FieldChange, shown: readonly FieldChange[]): boolean {
  const {path, cause} = field;
  if (shown.some((one) => one.unknown === true && overlaps(one.path, path))) return true;
  const same = shown.find((one) => one.path === path);
  if (same === undefined) return DEFAULTED.has(cause);
  return DEFAULTED.has(cause) || (deepEqual(same.after, field.after) && deepEqual(same.before, field.before));
}

/** The causes of values from another stack or from the server. */
const DEFAULTED: ReadonlySet<FieldChange['cause']> = new Set(['reference', 'default', 'server', 'webhook']);

const overlaps = (a: string, b: string): boolean => a === b || isWithin(a, b) || isWithin(b, a);

const isWithin = (part: string, whole: string): boolean => part.startsWith(`${whole}.`) || part.startsWith(`${whole}[`);
