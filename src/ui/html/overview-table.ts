import type {Report, ReportCell, ReportStack, ReportWorkspace} from '../../app/report/report.ts';
import {stackText} from '../../core/stacks/stack-name.ts';
import {cellFacts, type Fact} from '../text/report/cell-facts.ts';
import {cellText} from '../text/report/report-text.ts';
import {cellId, hasDetails} from './cell-details.ts';
import {factBadge} from './fact-badge.ts';
import {type Child, type Markup, tag} from './tag.ts';

/** The names of the facts in a cell of the table. */
const NAMES = {release: 'Release', health: 'Health', drift: 'Drift', plan: 'Plan'} as const;

/**
 * Returns the table of stacks and workspaces. The roles are written out, because narrow screens show the table as blocks, and browsers drop the
 * roles of such tables.
 */
export function overviewTable({stacks, workspaces, cells}: Report): Markup {
  const found = new Map(cells.map((cell) => [cellText(cell), cell]));
  const row = (stack: ReportStack): Markup =>
    tag(
      'tr',
      {role: 'row'},
      tag('th', {scope: 'row', role: 'rowheader'}, stackText(stack)),
      ...workspaces.map(({name}) => tableCell(found.get(cellText({...stack, workspace: name})), {name, stack})),
    );
  return tag(
    'div',
    {class: 'scroll', role: 'region', 'aria-labelledby': 'overview', tabindex: '0'},
    tag(
      'table',
      {role: 'table'},
      tag('thead', {role: 'rowgroup'}, tag('tr', {role: 'row'}, header('Stack'), ...workspaces.map(workspaceHeader))),
      tag('tbody', {role: 'rowgroup'}, ...stacks.map(row)),
    ),
  );
}

const header = (...children: readonly Child[]): Markup => tag('th', {scope: 'col', role: 'columnheader'}, ...children);

const workspaceHeader = ({name, suspended}: ReportWorkspace): Markup =>
  header(name, suspended ? factBadge({text: 'suspended', tone: 'warn'}) : undefined);

type Place = {readonly name: string; readonly stack: ReportStack};

function tableCell(cell: ReportCell | undefined, {name, stack}: Place): Markup {
  const where = tag('span', {class: 'where', 'aria-hidden': 'true'}, name);
  if (cell === undefined) return tag('td', {role: 'cell'}, where);
  const facts = cellFacts(cell, stack.hasFiles);
  const items = Object.entries(NAMES).map(([key, label]) => factItem(label, facts[key as keyof typeof NAMES]));
  const link = tag('a', {class: 'jump', href: `#${encodeURI(cellId(cell))}`}, `Details of ${cellText(cell)}`);
  return tag('td', {role: 'cell'}, where, tag('ul', {class: 'facts'}, ...items), hasDetails(cell) ? link : undefined);
}

const factItem = (label: string, fact: Fact): Markup | undefined =>
  fact.text === '' ? undefined : tag('li', {}, tag('span', {class: 'soft'}, `${label} `), factBadge(fact));
