import {GantryError} from '../../core/failure/failure.ts';

/** Returns the error of a report or of tests that were interrupted, because an incomplete result would look like failures. */
export const interrupted = ({reason}: AbortSignal): GantryError =>
  new GantryError({code: 'cancelled', signal: reason === 'SIGTERM' ? 'SIGTERM' : 'SIGINT'});
