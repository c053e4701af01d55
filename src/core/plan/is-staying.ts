import type {FieldChange} from './plan.ts';

/** Returns whether a change is an addition that stays as it is. */
export const isStaying = ({cause, after}: Pick<FieldChange, 'cause' | 'after'>): boolean =>
  cause === 'added' && after !== undefined;
