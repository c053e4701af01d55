import type {ChartValue, ChartValuesShown} from '../../../app/chart/chart-values.ts';
import {shownFile} from '../../diagnostic-text.ts';
import {printable} from '../../printable.ts';
import type {Style} from '../../style.ts';
import {table} from '../../table.ts';

/** Returns the merged values of a chart as a table, with the place that set each. */
export function chartValuesText(
  {values, source, chart, version}: ChartValuesShown,
  style: Pick<Style, 'paint' | 'cwd'>,
): string {
  const rows = values.map((one) => [one.path, JSON.stringify(one.value), placeOf(one, style.cwd)]);
  const head = printable(`The values of ${source} (${chart} ${version})`);
  return values.length === 0 ? `${head}: none.\n` : `${head}:\n\n${table(['VALUE', 'IS', 'FROM'], rows, style)}`;
}

const WORDS: Readonly<Record<ChartValue['from'], string>> = {
  chart: 'default, ',
  file: '',
  values: 'values, ',
  set: 'set, ',
};

const placeOf = ({from, file, line}: ChartValue, cwd: string): string =>
  `${WORDS[from]}${from === 'chart' ? file : shownFile(file, cwd)}:${line}`;
