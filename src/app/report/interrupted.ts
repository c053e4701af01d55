import {GantryError} from '../../core/failure/failure.ts';

/** Returns the error of a report that was interrupted, because an incomplete one would look like failures of clusters. */
export const interrupted = ({reason}: AbortSignal): GantryError =>
  new GantryError({code: 'cancelled', signal: reason === 'SIGTERM' ? 'SIGTERM' : 'SIGINT'});
