import type {ChartAge, ChartsOutdated} from '../../../app/chart/outdated-charts.ts';
import type {Style} from '../../style.ts';
import {table} from '../../table.ts';

const STATE: Readonly<Record<ChartAge, string>> = {
  current: 'current',
  update: 'update: "gantry chart lock --upgrade"',
  upgrade: 'newer version outside of the range',
  unknown: 'unknown',
};

/** Returns the charts of stacks with their newest versions as a table. */
export function chartsOutdatedText({charts}: ChartsOutdated, style: Pick<Style, 'paint'>): string {
  if (charts.length === 0) return 'No stack uses a chart of a repository or a registry.\n';
  const rows = charts.map(
    ({project, stack, source, used = '', isLocked, wanted = '', newestInRange = '', newest = '', state}) => [
      `${project}/${stack}`,
      source,
      used === '' || isLocked ? used : `${used} (not locked)`,
      wanted,
      newestInRange,
      newest,
      STATE[state],
    ],
  );
  return table(['STACK', 'SOURCE', 'USED', 'RANGE', 'NEWEST IN RANGE', 'NEWEST', 'STATE'], rows, style);
}
