import type {Report, ReportCell} from '../../app/report/report.ts';
import {hasChanges} from '../../core/plan/summary.ts';
import {count} from '../count.ts';
import type {Fact} from '../text/report/cell-facts.ts';
import {hasDrift} from '../text/stack/drift-text.ts';
import {cellDetails, hasDetails, type PageStyle, timeTag} from './cell-details.ts';
import {factBadge} from './fact-badge.ts';
import {overviewTable} from './overview-table.ts';
import {POLICY, SHEET} from './sheet.ts';
import {type Markup, page, styleTag, tag} from './tag.ts';

const COMMENT = 'gantry:report';

/** Reports whether a text is a page that `reportPage` made. */
export const isReportPage = (text: string): boolean => text.startsWith(`<!doctype html>\n<!-- ${COMMENT} -->\n`);

/** Returns a report as one page that loads and runs nothing. Equal reports make equal pages. */
export function reportPage(report: Report, style: PageStyle): string {
  const title = `Gantry report: ${[...new Set(report.stacks.map(({project}) => project))].join(', ')}`;
  const head = tag(
    'head',
    {},
    tag('meta', {charset: 'utf-8'}),
    tag('meta', {'http-equiv': 'Content-Security-Policy', content: POLICY}),
    tag('meta', {name: 'viewport', content: 'width=device-width, initial-scale=1'}),
    tag('meta', {name: 'referrer', content: 'no-referrer'}),
    tag('meta', {name: 'robots', content: 'noindex'}),
    tag('title', {}, title),
    styleTag(SHEET),
  );
  return page(
    COMMENT,
    tag('html', {lang: 'en'}, head, tag('body', {}, headerOf(report, title), mainOf(report, style))),
  );
}

function headerOf({at, stacks, workspaces, cells}: Report, title: string): Markup {
  const size = `${count(stacks.length, 'stack')} in ${count(workspaces.length, 'workspace')}, read at `;
  const badges = totals(cells).map((fact) => tag('li', {}, factBadge(fact)));
  return tag(
    'header',
    {},
    tag('h1', {}, title),
    tag('p', {class: 'soft'}, size, timeTag(at)),
    tag('ul', {class: 'totals', 'aria-label': 'Totals'}, ...badges),
  );
}

/** Returns how many cells need attention, and for what. */
function totals(cells: readonly ReportCell[]): readonly Fact[] {
  const number = (isOne: (cell: ReportCell) => boolean): number => cells.filter(isOne).length;
  const unread = number(({failures}) => failures.length > 0);
  const failed = number(({release}) => release !== undefined && release.phase !== 'succeeded');
  const unwell = number(({status}) => status !== undefined && status.failure === undefined && !status.healthy);
  const drifted = number(({drift}) => drift !== undefined && hasDrift(drift));
  const changing = number(({plan}) => plan !== undefined && hasChanges(plan));
  const facts: readonly (Fact & {readonly n: number})[] = [
    {n: unread, text: `${unread} not read`, tone: 'bad'},
    {n: failed, text: count(failed, 'failed release'), tone: 'bad'},
    {n: unwell, text: `${unwell} not ready`, tone: 'bad'},
    {n: drifted, text: `${drifted} drifted`, tone: 'warn'},
    {n: changing, text: `${changing} with changes to apply`, tone: 'note'},
  ];
  const shown = facts.filter(({n}) => n > 0);
  return shown.length > 0 ? shown : [{text: 'nothing to do', tone: 'good'}];
}

function mainOf(report: Report, style: PageStyle): Markup {
  const told = report.cells.filter(hasDetails);
  return tag(
    'main',
    {},
    tag('h2', {id: 'overview'}, 'Overview'),
    report.cells.length === 0 ? tag('p', {}, 'No stacks found here.') : overviewTable(report),
    told.length === 0 ? undefined : tag('h2', {}, 'Details'),
    ...told.map((cell) => cellDetails(cell, style)),
  );
}
