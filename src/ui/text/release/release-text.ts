import type {AllReleases} from '../../../app/release/list-all-releases.ts';
import type {ReleaseList} from '../../../app/release/list-releases.ts';
import type {ReleaseLine} from '../../../app/release/release-line.ts';
import type {Summary} from '../../../core/plan/plan.ts';
import {chartsOf} from '../../../core/release/charts-of.ts';
import {describeAuthor} from '../../../core/release/describe-holder.ts';
import {shortSource, wholeSource} from '../../../core/release/describe-source.ts';
import {historyText} from '../../../core/release/history-names.ts';
import type {Release} from '../../../core/release/release.ts';
import {count} from '../../count.ts';
import {ago, duration} from '../../duration.ts';
import {failureText} from '../../failure-text.ts';
import {errorBody} from '../../json.ts';
import {printable} from '../../printable.ts';
import {STATE_COLUMNS, stateRow} from '../../state-row.ts';
import type {Style} from '../../style.ts';
import {facts, table} from '../../table.ts';

/** Returns the table of releases, newest first, then unreadable releases and the holder of the lock. */
export function releaseListText(list: ReleaseList, style: Style): string {
  const {project, stack, workspace, locked, releases, unreadable} = list;
  if (releases.length + unreadable.length === 0)
    return printable(
      list.lineage === undefined
        ? `${project}/${stack} has no releases in ${workspace} yet.`
        : `${project}/${stack} has no matching release in ${workspace}.`,
    ).concat('\n');
  const hasCharts = releases.some(({charts}) => charts !== undefined);
  return [
    table(
      hasCharts ? [...HEADS, 'CHARTS'] : HEADS,
      releases.map((line) => [...row(line, style), ...(hasCharts ? [shortCharts(line)] : [])]),
      style,
    ),
    unreadableText(unreadable, style),
    locked === undefined
      ? ''
      : `${style.paint.warn('locked')} by ${printable(locked.holder)}, taken ${ago(locked.since, style.now)} (${printable(locked.command)})\n`,
  ].join('');
}

const HEADS = ['REVISION', 'PHASE', 'WHEN', 'TOOK', 'CHANGES', 'RESOURCES', 'COMMIT', 'BY'];

/** Returns the releases of many stacks, each under its name. */
export function allReleasesText({stacks}: AllReleases, style: Style): string {
  if (stacks.length === 0) return 'No stack has releases in this backend yet.\n';
  const parts = stacks.map((list) => {
    const {project, stack, workspace} = list;
    return `${style.paint.strong(printable(historyText({project, stack, workspace})))}\n${releaseListText(list, style)}`;
  });
  return parts.join('\n');
}

/** Returns a line for each release that cannot be read. */
export const unreadableText = (unreadable: ReleaseList['unreadable'], {paint}: Pick<Style, 'paint'>): string =>
  unreadable
    .map(
      ({revision, failure}) => `${paint.bad('unreadable')} ${revision}: ${printable(failureText(failure).message)}\n`,
    )
    .join('');

function row(line: ReleaseLine, {now}: Style): string[] {
  const {revision, startedAt, finishedAt, summary, resources, source, by, current} = line;
  return [
    `${revision}${current ? '*' : ''}`,
    phaseText(line),
    ago(startedAt, now),
    finishedAt === undefined ? '' : duration((Date.parse(finishedAt) - Date.parse(startedAt)) / 1000),
    changesText(summary),
    String(resources),
    source === undefined ? '' : shortSource(source),
    by,
  ];
}

const MOST_CHARTS = 3;

/** Returns the charts of a release in short: `web 1.1.0, redis 2.0.0`. */
function shortCharts({charts = []}: ReleaseLine): string {
  const shown = charts.slice(0, MOST_CHARTS).map(({chart, version}) => `${chart} ${version}`);
  return [...shown, ...(charts.length > MOST_CHARTS ? [`${charts.length - MOST_CHARTS} more`] : [])].join(', ');
}

/** Returns the phase of a release: `succeeded (destroy)`, `failed (rollback to 3)`, `rebuilt`. */
export function phaseText({
  operation,
  phase,
  from,
  rebuilt,
}: Pick<ReleaseLine, 'operation' | 'phase' | 'from' | 'rebuilt'>): string {
  if (rebuilt !== undefined) return 'rebuilt';
  if (operation === 'destroy') return `${phase} (destroy)`;
  return from === undefined ? phase : `${phase} (rollback to ${from.revision})`;
}

const SIGN: readonly (readonly [name: keyof Summary, sign: string])[] = [
  ['create', '+'],
  ['adopt', '='],
  ['update', '~'],
  ['replace', '-/+'],
  ['delete', '-'],
];

const WORD: readonly (readonly [name: keyof Summary, word: string])[] = [
  ['run', 'run'],
  ['read', 'read'],
  ['forget', 'forgotten'],
  ['gone', 'gone'],
  ['retain', 'kept'],
];

/** Returns the changes of a release in short: `+3 ~1`, `-1, 2 kept`. */
export const changesText = (summary: Summary): string => {
  const signs = SIGN.filter(([name]) => (summary[name] ?? 0) > 0).map(([name, sign]) => `${sign}${summary[name]}`);
  const words = WORD.filter(([name]) => (summary[name] ?? 0) > 0).map(([name, word]) => `${summary[name]} ${word}`);
  return [signs.join(' '), ...words].filter((part) => part !== '').join(', ') || 'none';
};

const rollbackText = ({from}: Pick<Release, 'from'>): string | undefined =>
  from === undefined
    ? undefined
    : `to revision ${from.revision}${from.failed === undefined ? '' : `, because revision ${from.failed} failed`}`;

const rebuiltText = ({unknown, unread}: NonNullable<Release['rebuilt']>): string =>
  [
    'from the objects in the cluster',
    ...(unknown.length === 0 ? [] : [`the desired state of ${count(unknown.length, 'resource')} is unknown`]),
    ...(unread.length === 0 ? [] : [`not checked: ${unread.join(', ')}`]),
  ].join('; ');

/** Returns who permitted a change of a protected workspace: `approved by alice@example.com (SHA256:…), plan 3f2a…`. */
function admissionText({by, approver, key, digest, outsideWindows}: NonNullable<Release['admission']>): string {
  const how =
    by === 'name'
      ? 'the name of the workspace was typed'
      : `approved by ${approver ?? ''} (${key ?? ''}), plan ${digest?.slice(0, 12) ?? ''}`;
  return outsideWindows === undefined ? how : `${how}; outside of the change windows: ${outsideWindows}`;
}

/** Returns the waivers that a release used: `limits for v1:Pod:shop:old until 2027-01-31: reason`. */
const waivedText = ({waivers}: Pick<Release, 'waivers'>): string | undefined =>
  waivers?.map(({rule, resource, reason, expires}) => `${rule} for ${resource} until ${expires}: ${reason}`).join('; ');

/** Returns the charts of a release by the names of their Helm releases: `shop (web 1.1.0)`. */
function chartsText(release: Pick<Release, 'sources'>): string | undefined {
  const charts = chartsOf(release).map(({release: name, chart, version}) => `${name} (${chart} ${version})`);
  return charts.length === 0 ? undefined : charts.join(', ');
}

/** Returns one release: operation, time, author, cluster and resources. */
export function releaseText(release: Release, style: Style): string {
  const {project, stack, workspace, revision, phase, operation, startedAt, finishedAt, cluster, summary, state} =
    release;
  const {by, source, rebuilt, admission} = release;
  const took =
    finishedAt === undefined ? '' : `, took ${duration((Date.parse(finishedAt) - Date.parse(startedAt)) / 1000)}`;
  const head = facts(
    [
      ['Release', `${revision} of ${project}/${stack} in ${workspace}`],
      ['Operation', operation],
      ['Rollback', rollbackText(release)],
      ['Rebuilt', rebuilt === undefined ? undefined : rebuiltText(rebuilt)],
      ['Phase', phase],
      ['Started', `${startedAt} (${ago(startedAt, style.now)})${took}`],
      ['By', `${describeAuthor(by)}: ${by.command}`],
      ['Permitted', admission === undefined ? undefined : admissionText(admission)],
      ['Waived', waivedText(release)],
      ['Run', by.run],
      ['Commit', source === undefined ? undefined : wholeSource(source)],
      ['Charts', chartsText(release)],
      ['Cluster', `${cluster.server}, ${cluster.version}, ${cluster.identity}`],
      ['Gantry', release.gantryVersion],
      ['Changes', changesText(summary)],
    ],
    style,
  );
  return state.length === 0
    ? `${head}\nNo resources.\n`
    : `${head}\n${table(STATE_COLUMNS, state.map(stateRow), style)}`;
}

/** Returns the JSON document of `gantry release list`. Failures include their texts. */
export const releaseListDocument = ({unreadable, ...list}: ReleaseList): unknown => ({
  ...list,
  unreadable: unreadableDocument(unreadable),
});

/** Returns the releases that could not be read, for JSON documents. */
export const unreadableDocument = (unreadable: ReleaseList['unreadable']): unknown =>
  unreadable.map(({revision, failure}) => ({revision, error: errorBody(failure)}));
