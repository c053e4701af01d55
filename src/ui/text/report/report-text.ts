import type {Report, ReportCell} from '../../../app/report/report.ts';
import {stackText} from '../../../core/stacks/stack-name.ts';
import {defined} from '../../../lib/defined.ts';
import {count} from '../../count.ts';
import {failureText} from '../../failure-text.ts';
import {hintLine} from '../../hint-line.ts';
import {errorBody} from '../../json.ts';
import {printable} from '../../printable.ts';
import type {Style} from '../../style.ts';
import {table} from '../../table.ts';
import {statusDocument} from '../stack/status-text.ts';
import {cellFacts, PART_WORDS} from './cell-facts.ts';

/** Returns a line for each stack in each workspace, then the failures, each with the cells that it is about. */
export function reportText(report: Report, style: Style): string {
  const {stacks, cells} = report;
  if (cells.length === 0) return 'No stacks found here.\n';
  const withFiles = new Set(stacks.filter(({hasFiles}) => hasFiles).map(stackText));
  const rows = cells.map((cell) => {
    const {release, health, drift, plan} = cellFacts(cell, withFiles.has(stackText(cell)));
    return [stackText(cell), cell.workspace, release.text, health.text, drift.text, plan.text];
  });
  return [
    table(['STACK', 'WORKSPACE', 'RELEASE', 'HEALTH', 'DRIFT', 'PLAN'], rows, style),
    ...failureLines(cells, style),
  ].join('');
}

/** Returns the failures of all cells. An equal cause is printed once. */
function failureLines(cells: readonly ReportCell[], style: Style): readonly string[] {
  const found = cells.flatMap((cell) =>
    cell.failures.map(({parts, failure}) => ({...failureText(failure), cell: cellText(cell), parts})),
  );
  return [...Map.groupBy(found, ({message, hint}) => `${message}\n${hint ?? ''}`).values()].flatMap((alike) => {
    const [{message, hint}] = alike as [(typeof alike)[number]];
    const parts = [...new Set(alike.flatMap((one) => one.parts))].map((part) => PART_WORDS[part]).join(', ');
    const where = [...new Set(alike.map(({cell}) => cell))];
    const more = where.length > MOST ? ` and ${count(where.length - MOST, 'other')}` : '';
    return [
      `\n${style.paint.bad('Not read:')} ${printable(`${parts} of ${where.slice(0, MOST).join(', ')}${more}: ${message}`)}\n`,
      ...(hint === undefined ? [] : [`${hintLine(hint, style)}\n`]),
    ];
  });
}

const MOST = 5;

/** Returns the name of a cell: `shop/web in prod`. */
export const cellText = (cell: Pick<ReportCell, 'project' | 'stack' | 'workspace'>): string =>
  `${stackText(cell)} in ${cell.workspace}`;

/** Returns the JSON document of `gantry report`. */
export const reportDocument = ({cells, ...report}: Report): unknown => ({
  ...report,
  cells: cells.map(({status, failures, ...cell}) => ({
    ...cell,
    ...defined({status: status && statusDocument(status)}),
    failures: failures.map(({parts, failure}) => ({parts, error: errorBody(failure)})),
  })),
});
