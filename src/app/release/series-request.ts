import type {GantryError} from '../../core/failure/failure.ts';
import type {SeriesNames} from '../../core/release/series-names.ts';
import {seriesText} from '../../core/release/series-names.ts';
import {findHead} from '../../engine/release/read-head.ts';
import {notFound} from '../../engine/release/revisions.ts';
import {openSeries, type Series} from '../../engine/release/series.ts';
import type {Backend} from '../../ports/backend.ts';

/** Returns the error for a history without a release. */
export const noRelease = (names: SeriesNames, {name}: Pick<Backend, 'name'>): GantryError =>
  notFound(`${seriesText(names)} has no release in ${name}`);

/** Returns the lineage of a release history that must exist. */
export async function lineageOf(backend: Backend, names: SeriesNames): Promise<string> {
  const {lineage} = await findHead(backend, names);
  if (lineage === undefined) throw noRelease(names, backend);
  return lineage;
}

/** Opens a release history with at least one run. */
export async function existingSeries(backend: Backend, names: SeriesNames): Promise<Series> {
  const series = await openSeries({backend, ...names});
  if (series.last === undefined && series.pending === undefined) {
    throw noRelease(names, backend);
  }
  return series;
}
