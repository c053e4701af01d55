import {resolve} from 'node:path';
import {findStack, type StackLocation} from '../../config/find-project.ts';
import type {HelmSettings} from '../../config/sources/helm/helm-model.ts';
import {stacksIn} from '../../config/stacks/known-stacks.ts';
import {defined} from '../../lib/defined.ts';
import type {ChartPlace} from '../../ports/charts.ts';

/** A Helm source of a stack. */
export type ChartSource = {
  readonly location: StackLocation;
  /** Its index in `sources`. */
  readonly index: number;
  readonly settings: HelmSettings;
  readonly place: ChartPlace;
  /** The name that selects it: the release, else the name of the chart. */
  readonly name: string;
};

/** Returns the Helm sources of a stack, in their order. */
export function chartSourcesOf(location: StackLocation): readonly ChartSource[] {
  return (location.stack.sources ?? []).flatMap(({helm}, index): readonly ChartSource[] => {
    if (helm === undefined) return [];
    const settings = helm as HelmSettings;
    const place = placeOfChart(settings, location.stack.dir);
    return [{location, index, settings, place, name: settings.release ?? nameOfPlace(place)}];
  });
}

/** Returns the Helm sources of every stack at or below a directory. A stack whose files are not valid is left out: other commands report it. */
export async function chartSourcesBelow(directory: string): Promise<readonly ChartSource[]> {
  const found: ChartSource[] = [];
  for (const {dir} of stacksIn(directory)) {
    const location = await findStack({directory: dir}).catch(() => undefined);
    if (location !== undefined) found.push(...chartSourcesOf(location));
  }
  return found;
}

/** Returns the place of the chart of a source. Its schema has checked that there is exactly one. */
export const placeOfChart = ({repository, chart, oci, path}: HelmSettings, stackDir: string): ChartPlace => {
  if (repository !== undefined && chart !== undefined) return {repository, chart};
  return oci === undefined ? {path: resolve(stackDir, path ?? '.')} : {oci};
};

/** Returns the name of a chart as its place shows it, without reading the chart. */
export function nameOfPlace(place: ChartPlace): string {
  if ('chart' in place) return place.chart;
  const last =
    ('oci' in place ? place.oci : place.path)
      .replace(/(?<![\\/])[\\/]+$/, '')
      .split(/[\\/]/)
      .at(-1) ?? '';
  return (last.split(/[:@]/)[0] ?? '').replace(/\.tgz$/, '');
}

/** Returns the settings of a source that name a place. */
export const settingsOfPlace = (place: ChartPlace): Pick<HelmSettings, 'repository' | 'chart' | 'oci' | 'path'> =>
  defined({...place});
