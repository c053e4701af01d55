import type {Change, FieldChange} from '../../core/plan/plan.ts';
import {deepEqual} from '../../lib/deep-equal.ts';

/**
 * Reports whether a change that was planned again is the one that was shown: unknown values may be known now, and all that was known is the
 * same.
 */
export function isRefined(then: Change, now: Change): boolean {
  const known = then.fields.filter(({unknown}) => unknown !== true);
  if (now.action === 'unchanged' && then.action === 'update') return known.length === 0;
  if (now.action !== then.action) return false;
  return (
    known.every((field) => now.fields.some((one) => isSame(one, field))) &&
    now.fields.every((one) => isShown(one, then))
  );
}

const isShown = (field: FieldChange, then: Change): boolean =>
  field.cause === 'server' ||
  then.fields.some((one) => isSame(one, field) || (one.unknown === true && isWithin(field.path, one.path)));

const isSame = (one: FieldChange, other: FieldChange): boolean =>
  one.path === other.path &&
  deepEqual([one.before ?? null, one.after ?? null], [other.before ?? null, other.after ?? null]);

const isWithin = (part: string, whole: string): boolean =>
  part === whole || part.startsWith(`${whole}.`) || part.startsWith(`${whole}[`);
