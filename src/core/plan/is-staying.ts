import {deepEqual} from '../../lib/deep-equal.ts';
import type {FieldChange} from './plan.ts';

/** Reports whether a field that others added stays. If Gantry removes the field, the API may set a default, so both sides have a value. */
export const isStaying = ({cause, before, after}: Pick<FieldChange, 'cause' | 'before' | 'after'>): boolean =>
  cause === 'added' && after !== undefined && deepEqual(before, after);
