import {GantryError} from '../core/failure/failure.ts';
import {defined} from '../lib/defined.ts';

/** Creates the failure of an invalid command line (exit code 3). */
export const usageError = (message: string, hint?: string): GantryError =>
  new GantryError({code: 'input/usage', message, ...defined({hint})});
