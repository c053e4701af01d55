import type {ChartsLocked} from '../../../app/chart/lock-charts.ts';
import {shownFile} from '../../diagnostic-text.ts';
import {printable} from '../../printable.ts';
import type {Style} from '../../style.ts';
import {table} from '../../table.ts';

const counted = (count: number): string => `${count} checksum${count === 1 ? '' : 's'}`;

/** Returns the locked charts, other fetched sources, modules and providers as a table. */
export function chartsLockedText(
  {file, changed, charts, sources = [], modules = [], cluster, terraform}: ChartsLocked,
  style: Pick<Style, 'paint' | 'cwd'>,
): string {
  const shown = printable(shownFile(file, style.cwd));
  const rows = charts.map(({source, version, before, digest = ''}) => [
    source,
    before === undefined || before === version ? version : `${before} → ${version}`,
    digest,
  ]);
  const pins = sources.map(({git, oci, wanted = '', pin}) => [git ?? oci ?? '', wanted, pin]);
  const packages = modules.map((one) =>
    'npm' in one
      ? [one.npm, one.version, one.integrity]
      : [[one.git, ...(one.path === undefined ? [] : [one.path])].join('/'), one.wanted ?? '', one.pin],
  );
  const providers =
    terraform === undefined
      ? []
      : [
          [terraform.program, terraform.version, ''],
          ...terraform.providers.map(({source, version, hashes}) => [source, version, counted(hashes.length)]),
        ];
  const apis = cluster === undefined ? '' : ` The APIs of Kubernetes ${printable(cluster)} are locked.`;
  const head = changed ? `Wrote ${shown}.${apis}\n` : `${shown} is up to date.${apis}\n`;
  return `${head}\n${table(['SOURCE', 'VERSION', 'DIGEST'], [...rows, ...pins, ...packages, ...providers], style)}`;
}
