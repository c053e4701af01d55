import {defined} from '../../../lib/defined.ts';
import type {Chart, ChartPlace, Charts} from '../../../ports/charts.ts';
import {pathInProject} from '../path-in-project.ts';
import type {Built, SourceEntry} from '../source.ts';
import type {HelmSettings} from './helm-model.ts';
import {problemOf} from './problem-of.ts';

/** Finds the chart of a source, and brings it onto this machine. */
export async function findChart(
  settings: HelmSettings,
  entry: SourceEntry,
  open: () => Promise<Charts>,
): Promise<Chart | Built> {
  const place = placeOf(settings, entry);
  if ('candidates' in place) return place;
  const charts = await open();
  const chart = await charts({place, ...defined({version: settings.version})});
  return 'problem' in chart ? problemOf(chart, entry) : chart;
}

function placeOf({repository, chart, oci, path}: HelmSettings, entry: SourceEntry): ChartPlace | Built {
  if (repository !== undefined && chart !== undefined) return {repository, chart};
  return oci === undefined ? pathInProject('helm', path ?? '.', {...entry, at: () => entry.at(['path'])}) : {oci};
}
