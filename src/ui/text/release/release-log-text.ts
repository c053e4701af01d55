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
  if (entries.length > 0) return `${entriesTable(entries, style)}${usersTable(log, style)}${told}`;
  const what = lineage === undefined ? 'no releases' : 'no matching release';
  return told === ''
    ? `${printable(`${project}/${stack} has ${what} in ${workspace}${lineage === undefined ? ' yet' : ''}.`)}\n`
    : told;
}

/** Returns a line for each entry. The last column is there if a release used shared resources. */
function entriesTable(entries: readonly LogEntry[], style: Style): string {
  const uses = entries.map(usesText);
  if (uses.every((text) => text === '')) return table(HEADS, entries.map(row), style);
  const rows = entries.map((entry, index) => [...row(entry), uses[index] ?? '']);
  return table([...HEADS, 'USED'], rows, style);
}

/** Returns the releases of shared stacks that a release used: `shared/shared:3`. */
function usesText(entry: LogEntry): string {
  const uses = entry.kind === 'release' ? (entry.uses ?? []) : [];
  const texts = uses.map(({stack, revision, id}) =>
    revision === undefined ? `${stack} ${id}` : `${stack}:${revision}`,
  );
  return [...new Set(texts)].join(', ');
}

/** Returns the stacks that use a shared stack, and since when. */
function usersTable({usedBy}: ReleaseLog, style: Style): string {
  if (usedBy === undefined) return '';
  if (usedBy.length === 0) return '\nNo stack uses it.\n';
  const rows = usedBy.map(({stack, workspace, id, sharedRevision, since}) => [
    workspace === undefined ? stack : `${stack} in ${workspace}`,
    id,
    sharedRevision === undefined ? '' : String(sharedRevision),
    since === undefined ? '' : `${secondsOf(since.at)} (release ${since.revision})`,
  ]);
  return `\n${table(['USED BY', 'ID', 'REVISION', 'SINCE'], rows, style)}`;
}

const secondsOf = (time: string): string => time.replace(/\.\d+Z$/, 'Z');

const HEADS = ['TIME', 'REVISION', 'WHAT', 'CHANGES', 'COMMIT', 'BY', 'RUN'];

function row(entry: LogEntry): readonly string[] {
  const time = secondsOf(timeOf(entry));
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
