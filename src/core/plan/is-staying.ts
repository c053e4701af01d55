import {deepEqual} from '../../lib/deep-equal.ts';
import type {FieldChange} from './plan.ts';

/** Reports whether an addition of others stays. If Gantry removes it, the API may set a default instead, so that both sides have a value. */
export const isStaying = ({cause, before, after}: Pick<FieldChange, 'cause' | 'before' | 'after'>): boolean =>
  cause === 'added' && after !== undefined && deepEqual(before, after);
