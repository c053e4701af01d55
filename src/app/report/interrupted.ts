import {GantryError} from '../../core/failure/failure.ts';

/** Returns the error of a report that was interrupted: a part of it would look like a cluster in trouble. */
export const interrupted = ({reason}: AbortSignal): GantryError =>
  new GantryError({code: 'cancelled', signal: reason === 'SIGTERM' ? 'SIGTERM' : 'SIGINT'});
