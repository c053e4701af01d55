import {GantryError} from '../core/failure/failure.ts';
import {defined} from '../lib/defined.ts';

/** What was typed is wrong: exit 3, with the hint. */
export const usageError = (message: string, hint?: string): GantryError =>
  new GantryError({code: 'input/usage', message, ...defined({hint})});
