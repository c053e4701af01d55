import type {AllStatus, StatusLine} from '../../../app/operate/status-of-all.ts';
import {historyText} from '../../../core/release/history-names.ts';
import {count} from '../../count.ts';
import {ago} from '../../duration.ts';
import {failureText} from '../../failure-text.ts';
import {errorBody} from '../../json.ts';
import {printable} from '../../printable.ts';
import type {Style} from '../../style.ts';
import {table} from '../../table.ts';
import {healthCounts} from './status-text.ts';

const HEADS = ['STACK', 'WORKSPACE', 'REVISION', 'PHASE', 'WHEN', 'RESOURCES', 'HEALTH'];

/** Returns a table with a line for each stack in each workspace, and the reasons why the health of some is not known. */
export function allStatusText({stacks}: AllStatus, style: Style): string {
  if (stacks.length === 0) return 'The backend has no matching releases.\n';
  const unhealthy = stacks.filter(({healthy}) => healthy === false).length;
  const unknown = stacks.filter(({healthy}) => healthy === undefined);
  const verdict = [
    count(stacks.length, 'stack'),
    ...(unhealthy === 0 ? [] : [`${unhealthy} not healthy`]),
    ...(unknown.length === 0 ? [] : [`${unknown.length} with unknown health`]),
  ];
  return [
    table(
      HEADS,
      stacks.map((line) => row(line, style)),
      style,
    ),
    ...unknown.map((line) => reason(line, style)),
    `\n${verdict.join(', ')}.\n`,
  ].join('');
}

/** Returns the JSON document of the status of all stacks. */
export const allStatusDocument = ({stacks, ...status}: AllStatus): unknown => ({
  ...status,
  stacks: stacks.map(({failure, ...line}) => ({...line, error: failure && errorBody(failure)})),
});

function row(line: StatusLine, {now}: Style): readonly string[] {
  const {project, stack, workspace, resources} = line;
  return [`${project}/${stack}`, workspace, ...lastRun(line, now), String(resources), healthText(line)];
}

/** Returns the revision, the phase and the age of the run that has not ended, else of the last release. */
function lastRun({release, run}: StatusLine, now: Date): readonly string[] {
  if (run !== undefined) return [String(run.revision), run.phase, ago(run.startedAt, now)];
  if (release === undefined) return ['', '', ''];
  const {revision, phase, operation, startedAt, finishedAt} = release;
  return [String(revision), operation === 'destroy' ? `${phase} (destroy)` : phase, ago(finishedAt ?? startedAt, now)];
}

function healthText({healthy, summary, resources}: StatusLine): string {
  if (healthy === undefined) return 'unknown';
  if (resources === 0) return '';
  return healthy || summary === undefined ? 'healthy' : healthCounts(summary);
}

function reason({project, stack, workspace, failure}: StatusLine, {paint}: Style): string {
  if (failure === undefined) return '';
  const name = historyText({project, stack, workspace});
  return `${paint.warn('unknown')} ${printable(`${name}: ${failureText(failure).message}`)}\n`;
}
