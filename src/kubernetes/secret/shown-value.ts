import type {Json} from '../../core/json.ts';
import type {FieldChange} from '../../core/plan/plan.ts';
import {containsRedacted, isRedacted, showRedacted} from '../../core/secret/redacted-value.ts';
import {defined} from '../../lib/defined.ts';
import type {FieldDifference} from '../fields/compare.ts';

/** The sides of a difference in the form in which a plan may show them. */
export type Shown = Pick<FieldChange, 'before' | 'after' | 'sensitive'>;

/** Describes a difference of a hidden value: whether it is added, removed or changed. */
export function hidden({before, after}: Omit<FieldDifference, 'path'>): Shown {
  if (before === undefined) return {sensitive: true, ...defined({after: after === undefined ? undefined : '***'})};
  return {sensitive: true, ...defined({before: after === undefined ? '***' : undefined})};
}

/**
 * Returns the sides of a sealed difference. A whole that is added or removed is shown without its secrets. If one of
 * two sides is or contains a secret, both are hidden: the other one may be the former secret, which is no longer known.
 */
export function shownRedacted(sides: Omit<FieldDifference, 'path'>): Shown {
  const {before, after} = sides;
  const both = before !== undefined && after !== undefined;
  const touched = [before, after].some(
    (side) => side !== undefined && (both ? containsRedacted(side) : isRedacted(side)),
  );
  if (touched) return hidden(sides);
  return {...side('before', before), ...side('after', after)};
}

const side = (name: 'before' | 'after', value: Json | undefined): Shown =>
  value === undefined ? {} : {[name]: containsRedacted(value) ? showRedacted(value) : value};
