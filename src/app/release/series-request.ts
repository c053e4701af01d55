import type {SeriesNames} from '../../core/release/series-names.ts';
import {seriesText} from '../../core/release/series-names.ts';
import {notFound} from '../../engine/release/revisions.ts';
import {openSeries, readLineage, type Series} from '../../engine/release/series.ts';
import type {Backend} from '../../ports/backend.ts';

/** The lineage of a series that must exist. */
export async function lineageOf(backend: Backend, names: SeriesNames): Promise<string> {
  const lineage = await readLineage(backend, names);
  if (lineage === undefined) throw notFound(`${seriesText(names)} has no release in ${backend.name}`);
  return lineage;
}

/** A series with at least one run. */
export async function existingSeries(backend: Backend, names: SeriesNames): Promise<Series> {
  const series = await openSeries({backend, ...names});
  if (series.last === undefined && series.pending === undefined) {
    throw notFound(`${seriesText(names)} has no release in ${backend.name}`);
  }
  return series;
}
