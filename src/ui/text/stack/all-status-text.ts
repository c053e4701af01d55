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
    `${count(stacks.length, 'stack')}`,
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
  const {project, stack, workspace, release, run, resources} = line;
  const phase = run?.phase ?? (release?.operation === 'destroy' ? `${release.phase} (destroy)` : release?.phase);
  const time = run?.startedAt ?? release?.finishedAt ?? release?.startedAt;
  return [
    `${project}/${stack}`,
    workspace,
    String(run?.revision ?? release?.revision ?? ''),
    phase ?? '',
    time === undefined ? '' : ago(time, now),
    String(resources),
    healthText(line),
  ];
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
