import type {ReleaseLine, ReleaseList} from '../app/release/list-releases.ts';
import type {Summary} from '../core/plan/plan.ts';
import type {Release} from '../core/release/release.ts';
import {failureText} from './failure-text.ts';
import {errorBody} from './json.ts';
import {printable} from './printable.ts';
import type {Style} from './style.ts';
import {facts, table} from './table.ts';
import {ago, duration} from './time.ts';

/** Newest first; who holds the lock; and what cannot be read. */
export function releaseListText(list: ReleaseList, style: Style): string {
  const {project, stack, workspace, locked, releases, unreadable} = list;
  if (releases.length + unreadable.length === 0)
    return printable(`${project}/${stack} has no release in ${workspace} yet.`).concat('\n');
  return [
    table(
      ['REVISION', 'PHASE', 'WHEN', 'TOOK', 'CHANGES', 'HELD', 'BY'],
      releases.map((line) => row(line, style)),
      style,
    ),
    ...unreadable.map(
      ({revision, failure}) =>
        `${style.paint.bad('unreadable')} ${revision}: ${printable(failureText(failure).message)}\n`,
    ),
    locked === undefined
      ? ''
      : `${style.paint.warn('locked')} by ${printable(locked.holder)} since ${ago(locked.since, style.now)} (${printable(locked.command)})\n`,
  ].join('');
}

function row(
  {revision, operation, from, phase, startedAt, finishedAt, summary, resources, by, current}: ReleaseLine,
  {now}: Style,
): string[] {
  return [
    `${revision}${current ? '*' : ''}`,
    operation === 'destroy'
      ? `${phase} (destroy)`
      : from === undefined
        ? phase
        : `${phase} (rollback to ${from.revision})`,
    ago(startedAt, now),
    finishedAt === undefined ? '' : duration((Date.parse(finishedAt) - Date.parse(startedAt)) / 1000),
    changesText(summary),
    String(resources),
    by,
  ];
}

const SIGN: readonly (readonly [name: keyof Summary, sign: string])[] = [
  ['create', '+'],
  ['adopt', '='],
  ['update', '~'],
  ['replace', '-/+'],
  ['delete', '-'],
];

const WORD: readonly (readonly [name: keyof Summary, word: string])[] = [
  ['forget', 'forgotten'],
  ['gone', 'gone'],
  ['retain', 'kept'],
];

/** `+3 ~1`, `-1, 2 kept`. */
const changesText = (summary: Summary): string => {
  const signs = SIGN.filter(([name]) => summary[name] > 0).map(([name, sign]) => `${sign}${summary[name]}`);
  const words = WORD.filter(([name]) => summary[name] > 0).map(([name, word]) => `${summary[name]} ${word}`);
  return [signs.join(' '), ...words].filter((part) => part !== '').join(', ') || 'none';
};

const rollbackText = ({from}: Pick<Release, 'from'>): string | undefined =>
  from === undefined
    ? undefined
    : `to revision ${from.revision}${from.failed === undefined ? '' : `, because revision ${from.failed} failed`}`;

/** One release: what was done, when, by whom, where; and what it left. */
export function releaseText(release: Release, style: Style): string {
  const {project, stack, workspace, revision, phase, operation, startedAt, finishedAt, by, cluster, summary, state} =
    release;
  const took =
    finishedAt === undefined ? '' : `, took ${duration((Date.parse(finishedAt) - Date.parse(startedAt)) / 1000)}`;
  const head = facts(
    [
      ['Release', `${revision} of ${project}/${stack} in ${workspace}`],
      ['Operation', operation],
      ['Rollback', rollbackText(release)],
      ['Phase', phase],
      ['Started', `${startedAt} (${ago(startedAt, style.now)})${took}`],
      ['By', `${by.user}@${by.host}: ${by.command}`],
      ['Run', by.run],
      ['Cluster', `${cluster.server}, ${cluster.version}, ${cluster.identity}`],
      ['Gantry', release.gantryVersion],
      ['Changes', changesText(summary)],
    ],
    style,
  );
  const rows = state.map(({kind, namespace, name, id}) => [kind, namespace ?? '', name, id]);
  return rows.length === 0
    ? `${head}\nIt left no resource.\n`
    : `${head}\n${table(['KIND', 'NAMESPACE', 'NAME', 'ID'], rows, style)}`;
}

/** For machines: failures with their words. */
export const releaseListDocument = ({unreadable, ...list}: ReleaseList): unknown => ({
  ...list,
  unreadable: unreadable.map(({revision, failure}) => ({revision, error: errorBody(failure)})),
});
