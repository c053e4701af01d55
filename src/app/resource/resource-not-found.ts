import {GantryError} from '../../core/failure/failure.ts';
import {type HistoryNames, historyText} from '../../core/release/history-names.ts';
import {defined} from '../../lib/defined.ts';

/** Returns the error for a resource that a release history does not have, with the nearest id. */
export const resourceNotFound = (names: HistoryNames, id: string, nearest: string | undefined): GantryError =>
  new GantryError({code: 'resource/not-found', series: historyText(names), id, ...defined({nearest})});
