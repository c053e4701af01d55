import type {Json} from '../../core/json.ts';
import type {FieldChange} from '../../core/plan/plan.ts';
import {containsHole, isHole, showHoles} from '../../core/secret/hole.ts';
import {defined} from '../../lib/defined.ts';
import type {FieldDifference} from '../fields/compare.ts';

/** The sides of a difference as a plan may show them. */
export type Shown = Pick<FieldChange, 'before' | 'after' | 'sensitive'>;

/** Of a value that is never shown: whether it comes, goes or changes. */
export function hidden({before, after}: Omit<FieldDifference, 'path'>): Shown {
  if (before === undefined) return {sensitive: true, ...defined({after: after === undefined ? undefined : '***'})};
  return {sensitive: true, ...defined({before: after === undefined ? '***' : undefined})};
}

/**
 * A difference whose sides are sealed. A whole that comes or goes is shown without the secrets in it. Where one of two sides is
 * or holds a secret, both are hidden: the other one may be the former value, which nobody knows any more.
 */
export function shownSealed(sides: Omit<FieldDifference, 'path'>): Shown {
  const {before, after} = sides;
  const both = before !== undefined && after !== undefined;
  const touched = [before, after].some((side) => side !== undefined && (both ? containsHole(side) : isHole(side)));
  if (touched) return hidden(sides);
  return {...side('before', before), ...side('after', after)};
}

const side = (name: 'before' | 'after', value: Json | undefined): Shown =>
  value === undefined ? {} : {[name]: containsHole(value) ? showHoles(value) : value};
