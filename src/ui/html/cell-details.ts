import type {ReportCell} from '../../app/report/report.ts';
import type {Diagnostic} from '../../core/diagnostic/diagnostic.ts';
import type {ObjectHealth} from '../../core/readiness/health.ts';
import {count} from '../count.ts';
import {diagnosisLines} from '../diagnosis-text.ts';
import {placeText} from '../diagnostic-text.ts';
import {errorText} from '../error-text.ts';
import {foldEqual, namedIds} from '../fold-equal.ts';
import {plainPaint} from '../paint.ts';
import type {Style} from '../style.ts';
import {PART_WORDS, revisionText} from '../text/report/cell-facts.ts';
import {cellText} from '../text/report/report-text.ts';
import {healthCounts} from '../text/stack/status-text.ts';
import {driftDetails, planDetails} from './change-details.ts';
import {imageDetails} from './image-details.ts';
import {type Child, type Markup, tag} from './tag.ts';

/** The style of the texts on a page: the paths are relative to this directory. */
export type PageStyle = Pick<Style, 'cwd' | 'now'>;

/** Returns the anchor of a cell. It stays the same in later reports. */
export const cellId = ({project, stack, workspace}: ReportCell): string => `${project}/${stack}/${workspace}`;

/** Reports whether there is more to say about a cell than the table does. */
export const hasDetails = ({release, status, plan, failures}: ReportCell): boolean =>
  release !== undefined || status !== undefined || plan !== undefined || failures.length > 0;

/** Returns all that is known about a stack in a workspace. The lists are closed at first. */
export const cellDetails = (cell: ReportCell, style: PageStyle): Markup =>
  tag(
    'article',
    {id: cellId(cell), 'aria-label': cellText(cell)},
    tag('h3', {}, cellText(cell)),
    releaseList(cell),
    ...cell.failures.map((one) => failureBox(one, style)),
    healthDetails(cell),
    driftDetails(cell),
    imageDetails(cell),
    planDetails(cell),
    remarks(cell, style),
  );

/** Returns a time as people read it: `2026-05-04 11:58 UTC`. Reports are read elsewhere and later, so it is not an age. */
export const timeTag = (time: string): Markup =>
  tag('time', {datetime: time}, time.replace(/^(\d{4}-\d\d-\d\d)T(\d\d:\d\d).*Z$/, '$1 $2 UTC'));

function releaseList({release, status}: ReportCell): Markup | undefined {
  const {run, locked, cluster} = status ?? {};
  const commit = release?.source;
  const entries: readonly (readonly [string, readonly Child[] | undefined])[] = [
    ['Cluster', cluster && [`${cluster.server}, ${cluster.version}`]],
    ['Release', release && [revisionText(release), ', ', timeTag(release.finishedAt ?? release.startedAt)]],
    ['By', release && [release.by]],
    ['Commit', commit && [tag('code', {}, commit.commit.slice(0, 12)), commitText(commit)]],
    ['CI run', release?.run === undefined ? undefined : [release.run]],
    ['Run', run && [`revision ${run.revision}, ${run.phase}, by ${run.by}, started `, timeTag(run.startedAt)]],
    ['Locked', locked && [`by ${locked.holder} since `, timeTag(locked.since)]],
  ];
  const shown = entries.flatMap(([name, value]) =>
    value === undefined ? [] : [tag('dt', {}, name), tag('dd', {}, ...value)],
  );
  return shown.length === 0 ? undefined : tag('dl', {}, ...shown);
}

const commitText = ({branch, dirty}: {readonly branch?: string; readonly dirty: boolean}): string =>
  `${branch === undefined ? '' : ` on ${branch}`}${dirty ? ', with changed files' : ''}`;

function failureBox({parts, failure}: ReportCell['failures'][number], {cwd, now}: PageStyle): Markup {
  const text = errorText(failure, {paint: plainPaint, columns: 120, detail: false, cwd, now});
  return tag(
    'div',
    {class: 'box bad'},
    tag('p', {}, tag('strong', {}, `Not read: ${parts.map((part) => PART_WORDS[part]).join(', ')}`)),
    tag('pre', {}, text.trimEnd()),
  );
}

/** Returns the objects that are not ready. Equal health with an equal cause is shown once. */
function healthDetails({status}: ReportCell): Markup | undefined {
  if (status === undefined || status.failure !== undefined || status.healthy) return undefined;
  const said = status.objects
    .filter(({health}) => health !== 'ready')
    .map((object) => ({id: object.id, health: object.health, text: causeOf(object)}));
  return tag(
    'details',
    {},
    tag('summary', {}, `Health: ${healthCounts(status.summary)}`),
    ...foldEqual(said).map(({first, ids, text}) =>
      tag(
        'div',
        {},
        tag('p', {}, tag('strong', {}, first.health), ` ${namedIds(ids, (id) => id)}`),
        tag('pre', {}, text),
      ),
    ),
  );
}

const causeOf = ({health, message, trouble}: ObjectHealth): string =>
  [message === '' ? health : message, ...diagnosisLines(trouble, {paint: plainPaint})].join('\n');

/** Returns the remarks on the release, the drift and the plan; each once. */
function remarks({status, drift, plan}: ReportCell, {cwd}: PageStyle): Markup | undefined {
  const all = [status, drift, plan].flatMap((part) => part?.diagnostics ?? []);
  const lines = [...new Set(all.map((one) => remarkText(one, cwd)))];
  if (lines.length === 0) return undefined;
  const items = lines.map((line) => tag('li', {}, line));
  return tag('details', {}, tag('summary', {}, count(lines.length, 'remark')), tag('ul', {}, ...items));
}

const remarkText = ({severity, message, at}: Diagnostic, cwd: string): string =>
  `${severity}: ${message}${at === undefined ? '' : ` (${placeText(at, cwd)})`}`;
