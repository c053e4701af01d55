import type {ChartsFound} from '../../../app/chart/search-charts.ts';
import type {Style} from '../../style.ts';
import {table} from '../../table.ts';

const MOST_DESCRIPTION = 80;

/** Returns the charts that a search found as a table. A repository without a name is shown by its address. */
export function chartsFoundText({charts}: ChartsFound, style: Pick<Style, 'paint'>): string {
  if (charts.length === 0) return 'No chart found.\n';
  const rows = charts.map(({repository, name, version, appVersion = '', deprecated, description}) => [
    name,
    version,
    appVersion,
    repository.name ?? repository.url,
    `${deprecated === true ? '(deprecated) ' : ''}${shortened(description)}`,
  ]);
  return table(['CHART', 'VERSION', 'APP VERSION', 'REPOSITORY', 'DESCRIPTION'], rows, style);
}

const shortened = (text: string): string =>
  text.length > MOST_DESCRIPTION ? `${text.slice(0, MOST_DESCRIPTION - 1)}…` : text;
