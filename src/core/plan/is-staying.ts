import {deepEqual} from '../../lib/deep-equal.ts';
import type {FieldChange} from './plan.ts';

/** Returns whether a change is an addition that stays as it is. One that is taken back may get a default of the API in its place. */
export const isStaying = ({cause, before, after}: Pick<FieldChange, 'cause' | 'before' | 'after'>): boolean =>
  cause === 'added' && after !== undefined && deepEqual(before, after);
