import {GantryError} from '../../core/failure/failure.ts';
import {type SeriesNames, seriesText} from '../../core/release/series-names.ts';
import {defined} from '../../lib/defined.ts';

/** Returns the error for a resource that a release history does not have, with the nearest id. */
export const resourceNotFound = (names: SeriesNames, id: string, nearest: string | undefined): GantryError =>
  new GantryError({code: 'resource/not-found', series: seriesText(names), id, ...defined({nearest})});
