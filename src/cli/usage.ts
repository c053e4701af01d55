import {GantryError} from '../core/failure/failure.ts';

/** What was typed is wrong: exit 3, with the hint. */
export const usageError = (message: string, hint?: string): GantryError =>
  new GantryError({code: 'input/usage', message, ...(hint === undefined ? {} : {hint})});
