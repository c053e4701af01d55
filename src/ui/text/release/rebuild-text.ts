import type {FoundHistory, RebuildOutcome} from '../../../app/release/rebuild-release.ts';
import {count} from '../../count.ts';
import {failureText} from '../../failure-text.ts';
import {errorBody} from '../../json.ts';
import {printable} from '../../printable.ts';
import type {Style} from '../../style.ts';
import {table} from '../../table.ts';

/** Returns what was found in the cluster, for the question whether to rebuild a release from it. */
export function foundHistoryText(found: FoundHistory, style: Style): string {
  const {project, stack, workspace, lineage, record, problems, isWhole, objects, unread, unavailable} = found;
  const {paint} = style;
  const name = `${project}/${stack} in ${workspace}`;
  const head =
    record === 'lost'
      ? `The backend has no releases of ${name}.`
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
    ...(isWhole ? ['Its head and releases can be read: only the index has to be repaired.'] : []),
    printable(`The cluster has ${count(objects.length, 'object')} with its ownership labels (lineage ${lineage}):`),
    table(['KIND', 'NAMESPACE', 'NAME', 'CREATED', 'ID'], rows, style).trimEnd(),
    ...unread.map((one) => `${paint.warn('not checked')} ${printable(one)}: you lack permission to list it`),
    ...unavailable.map((one) => `${paint.warn('not checked')} ${printable(one)}`),
    ...(unread.length + unavailable.length === 0
      ? []
      : ['Objects of these kinds stay unknown: the next apply would ask to adopt them.']),
    '',
  ].join('\n');
}

/** Returns the question before a release is rebuilt. If only the index is damaged, it asks to repair the index. */
export const rebuildQuestion = ({objects, isWhole}: FoundHistory): string =>
  isWhole ? 'Repair the index of these releases?' : `Create a release from ${count(objects.length, 'object')}?`;

/** Returns the result of `gantry release rebuild`. */
export function rebuildText(outcome: RebuildOutcome, style: Style): string {
  const {kind, project, stack, workspace, revision, objects, unknown} = outcome;
  if (kind === 'declined') return 'Nothing was changed.\n';
  if (kind === 'dry-run') return foundHistoryText(outcome, style);
  const name = `${project}/${stack} in ${workspace}`;
  if (kind === 'reconnected') return printable(`The index of ${name} is repaired.`).concat('\n');
  const made = `Created revision ${revision} of ${name} from ${count(objects.length, 'object')}.`;
  const rest =
    unknown.length === 0
      ? ['The files match the live objects.']
      : [
          `The desired state of ${count(unknown.length, 'object')} is unknown, because the files differ or do not contain ${unknown.length === 1 ? 'it' : 'them'}:`,
          ...unknown.map((id) => `  ${id}`),
          'The next apply records the desired state.',
        ];
  return [made, ...rest, 'Run "gantry preview" to see the pending changes.']
    .map((line) => `${printable(line)}\n`)
    .join('');
}

/** Returns the JSON document of `gantry release rebuild`. Failures include their texts. */
export const rebuildDocument = ({problems, ...outcome}: RebuildOutcome): unknown => ({
  ...outcome,
  problems: problems.map(errorBody),
});
