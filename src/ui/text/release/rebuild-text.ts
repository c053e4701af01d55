import type {FoundSeries, RebuildOutcome} from '../../../app/release/rebuild-release.ts';
import {count} from '../../count.ts';
import {failureText} from '../../failure-text.ts';
import {errorBody} from '../../json.ts';
import {printable} from '../../printable.ts';
import type {Style} from '../../style.ts';
import {table} from '../../table.ts';

/** What the cluster has, before anybody says yes to it. */
export function foundSeriesText(found: FoundSeries, style: Style): string {
  const {project, stack, workspace, lineage, record, problems, isWhole, objects, unread, unavailable} = found;
  const {paint} = style;
  const name = `${project}/${stack} in ${workspace}`;
  const head =
    record === 'lost'
      ? `The backend knows no release of ${name}.`
      : record === 'healthy'
        ? `The releases of ${name} can be read.`
        : `The record of ${name} is damaged.`;
  const rows = objects.map(({kind, namespace, name: own, id, created}) => [
    kind,
    namespace ?? '',
    own,
    created ?? '',
    id,
  ]);
  return [
    printable(head),
    ...problems.map((failure) => `${paint.bad('damaged')} ${printable(failureText(failure).message)}`),
    ...(isWhole ? ['Its head and releases are there and can be read: only the index has to lead to them again.'] : []),
    printable(`The cluster has ${count(objects.length, 'object')} with its marks (lineage ${lineage}):`),
    table(['KIND', 'NAMESPACE', 'NAME', 'CREATED', 'ID'], rows, style).trimEnd(),
    ...unread.map((one) => `${paint.warn('not looked at')} ${printable(one)}: you may not list it`),
    ...unavailable.map((one) => `${paint.warn('not looked at')} ${printable(one)}`),
    ...(unread.length + unavailable.length === 0
      ? []
      : ['What it has of that stays unknown: the next apply would ask to adopt it.']),
    '',
  ].join('\n');
}

/** Asks before a release is rebuilt; a whole history is only pointed to again. */
export const rebuildQuestion = ({objects, isWhole}: FoundSeries): string =>
  isWhole ? 'Lead to these releases again?' : `Make a release of ${count(objects.length, 'object')}?`;

/** The end of it. */
export function rebuildText(outcome: RebuildOutcome, style: Style): string {
  const {kind, project, stack, workspace, revision, objects, unknown} = outcome;
  if (kind === 'declined') return 'Nothing was changed.\n';
  if (kind === 'dry-run') return foundSeriesText(outcome, style);
  const name = `${project}/${stack} in ${workspace}`;
  if (kind === 'reconnected') return printable(`${name} has its releases again.`).concat('\n');
  const made = `Made revision ${revision} of ${name} from ${count(objects.length, 'object')}.`;
  const rest =
    unknown.length === 0
      ? ['The files say of all of them just what is live.']
      : [
          `What was wanted of ${count(unknown.length, 'object')} is not known, because the files say something else, or nothing:`,
          ...unknown.map((id) => `  ${id}`),
          'The next apply records what it wants.',
        ];
  return [made, ...rest, '"gantry preview" shows what is to be done.'].map((line) => `${printable(line)}\n`).join('');
}

/** For machines: failures with their words. */
export const rebuildDocument = ({problems, ...outcome}: RebuildOutcome): unknown => ({
  ...outcome,
  problems: problems.map(errorBody),
});
