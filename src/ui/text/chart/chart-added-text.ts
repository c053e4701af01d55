import type {ChartAdded} from '../../../app/chart/add-chart.ts';
import {shownFile} from '../../diagnostic-text.ts';
import {printable} from '../../printable.ts';
import type {Style} from '../../style.ts';
import {planText} from '../stack/plan-text.ts';

/** Returns what was written for a new chart, and the plan of the stack. */
export function chartAddedText(added: ChartAdded, style: Style): string {
  const {chart, version, source, project, stack, written, plan} = added;
  const head = printable(`Added the chart ${chart} ${version} to ${project}/${stack} as ${source}`);
  const files = written.map((file) => `  ${printable(shownFile(file, style.cwd))}\n`).join('');
  const planned = plan === undefined ? '' : `\n${planText({plan, chosen: undefined}, style)}`;
  return `${head}:\n${files}${planned}`;
}
