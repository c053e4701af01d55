import {type LogEntry, type ReleaseLog, timeOf} from '../../../app/release/log-releases.ts';
import {describeAuthor} from '../../../core/release/describe-holder.ts';
import {shortSource} from '../../../core/release/describe-source.ts';
import {printable} from '../../printable.ts';
import type {Style} from '../../style.ts';
import {table} from '../../table.ts';
import {changesText, phaseText, unreadableDocument, unreadableText} from './release-text.ts';

/** Returns one line for each entry, newest first. */
export function releaseLogText(log: ReleaseLog, style: Style): string {
  const {project, stack, workspace, entries, unreadable, lineage} = log;
  const told = unreadableText(unreadable, style);
  if (entries.length > 0) return `${table(HEADS, entries.map(row), style)}${told}`;
  const what = lineage === undefined ? 'no releases' : 'no matching release';
  return told === ''
    ? `${printable(`${project}/${stack} has ${what} in ${workspace}${lineage === undefined ? ' yet' : ''}.`)}\n`
    : told;
}

const HEADS = ['TIME', 'REVISION', 'WHAT', 'CHANGES', 'COMMIT', 'BY', 'RUN'];

function row(entry: LogEntry): readonly string[] {
  const time = timeOf(entry).replace(/\.\d+Z$/, 'Z');
  if (entry.kind === 'unlock') {
    const what = `lock of ${entry.holder} broken (${BECAUSE[entry.because]})`;
    return [time, '', what, '', '', entry.by, ''];
  }
  const {revision, current, summary, source, run} = entry;
  return [
    time,
    `${revision}${current ? '*' : ''}`,
    phaseText(entry),
    changesText(summary),
    source === undefined ? '' : shortSource(source),
    describeAuthor(entry),
    run ?? '',
  ];
}

const BECAUSE = {dead: 'its run was dead', expired: 'not renewed', forced: 'by force'} as const;

/** Returns the JSON document of `gantry release log`. Failures include their texts. */
export const releaseLogDocument = ({unreadable, ...log}: ReleaseLog): unknown => ({
  ...log,
  unreadable: unreadableDocument(unreadable),
});
