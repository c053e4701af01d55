import type {StackStatus} from '../../../app/operate/stack-status.ts';
import type {Failure} from '../../../core/failure/failure.ts';
import {HEALTHS, type Health, type HealthSummary, type ObjectHealth, PASSED} from '../../../core/readiness/health.ts';
import {compareNaturally} from '../../../lib/compare-naturally.ts';
import {count} from '../../count.ts';
import {diagnosisLines} from '../../diagnosis-text.ts';
import {ago} from '../../duration.ts';
import {failureText} from '../../failure-text.ts';
import {hintLine} from '../../hint-line.ts';
import {errorBody} from '../../json.ts';
import {printable} from '../../printable.ts';
import {putBack} from '../../put-back.ts';
import type {Style} from '../../style.ts';
import {facts} from '../../table.ts';

const BRUSH = {
  ready: 'good',
  progressing: 'warn',
  failed: 'bad',
  terminating: 'warn',
  unknown: 'warn',
  missing: 'bad',
} as const satisfies Readonly<Record<Health, string>>;

/** Returns the health of a stack on one screen: the last release, a current run, unhealthy objects with their causes, and the rest by kind. */
export function statusText(status: StackStatus, style: Style): string {
  if (status.failure !== undefined) return unreachedText(status, status.failure, style);
  const unwell = status.objects.filter(({health}) => health !== 'ready');
  return [
    head(status, style),
    '\n',
    ...UNWELL.flatMap((health) => unwell.filter((object) => object.health === health)).map((object) =>
      objectText(object, style),
    ),
    readyText(status, style),
    '\n',
    verdict(status, style),
    ...hints(status, style),
  ].join('');
}

/** Returns the status of a stack whose cluster cannot be reached: only the release is known. */
function unreachedText(status: StackStatus, failure: Failure, style: Style): string {
  const {message, hint} = failureText(failure);
  const objects =
    status.objects.length === 0
      ? 'The release has no resources'
      : `The release has ${count(status.objects.length, 'resource')}`;
  return [
    head(status, style),
    '\n',
    `${objects}; the current health is unknown.\n`,
    `${style.paint.bad(printable(message))}\n`,
    ...(hint === undefined ? [] : [`${hintLine(hint, style)}\n`]),
  ].join('');
}

/** Returns the JSON document of `gantry status`. */
export const statusDocument = ({failure, ...status}: StackStatus): unknown => ({
  ...status,
  error: failure && errorBody(failure),
});

/** The kinds of health that are not ready, the worst first. */
const UNWELL: readonly Health[] = ['failed', 'missing', 'unknown', 'terminating', 'progressing'];

function head({project, stack, workspace, cluster, release, run, locked}: StackStatus, style: Style): string {
  const {revision, phase, operation, startedAt, finishedAt, by} = release;
  const what = operation === 'destroy' ? `${phase} (destroy)` : phase;
  const since = (time: string): string => ago(time, style.now);
  const work =
    run === undefined
      ? undefined
      : `revision ${run.revision}, ${run.phase}, started ${since(run.startedAt)} by ${run.by}`;
  return facts(
    [
      ['Stack', `${project}/${stack}`],
      ['Workspace', workspace],
      ['Cluster', `${cluster.server}, ${cluster.version}`],
      ['Release', `revision ${revision}, ${what}, ${since(finishedAt ?? startedAt)}, by ${by}`],
      ['Run', work],
      [
        'Locked',
        locked === undefined ? undefined : `by ${locked.holder}, taken ${since(locked.since)} (${locked.command})`,
      ],
    ],
    style,
  );
}

const WIDTH = Math.max(...HEALTHS.map((health) => health.length));

function objectText({id, health, message, trouble}: ObjectHealth, style: Style): string {
  const {paint} = style;
  const lines = [
    `  ${paint[BRUSH[health]](health.padEnd(WIDTH))}  ${printable(id)}`,
    `  ${' '.repeat(WIDTH)}  ${printable(message)}`,
    ...diagnosisLines(trouble, {paint}).map((line) => `  ${' '.repeat(WIDTH)}${line}`),
  ];
  return lines.map((line) => `${line.trimEnd()}\n`).join('');
}

/** Returns the ready objects by kind: `ready  3 ConfigMap, 2 Deployment, Service`. Completed Jobs that are gone have their own lines. */
function readyText({objects}: StackStatus, style: Style): string {
  const {paint} = style;
  const ready = objects.filter(({health}) => health === 'ready');
  const passed = ready.filter(({message}) => message === PASSED).map((object) => objectText(object, style));
  const kinds = new Map<string, number>();
  for (const {kind, message} of ready) if (message !== PASSED) kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
  if (kinds.size === 0) return passed.join('');
  const listed = [...kinds]
    .toSorted(([a], [b]) => compareNaturally(a, b))
    .map(([kind, n]) => (n === 1 ? kind : `${n} ${kind}`));
  return [`  ${paint.good('ready'.padEnd(WIDTH))}  ${printable(listed.join(', '))}\n`, ...passed].join('');
}

function verdict({healthy, objects, summary}: StackStatus, {paint}: Style): string {
  if (objects.length === 0) return `${paint.strong('The release has no resources.')}\n`;
  if (healthy)
    return `${paint.good(`Healthy: ${objects.length === 1 ? 'the only resource is' : `all ${objects.length} resources are`} ready.`)}\n`;
  return `${paint.bad(`Not healthy: ${healthCounts(summary)}.`)}\n`;
}

/** Returns the counts of each health: `1 failed, 2 missing, 5 ready`. */
export const healthCounts = (summary: HealthSummary): string =>
  [...UNWELL, 'ready' as const]
    .filter((health) => summary[health] > 0)
    .map((health) => `${summary[health]} ${health}`)
    .join(', ');

function hints(status: StackStatus, style: Style): string[] {
  if (status.healthy) return [];
  const missing =
    status.summary.missing > 0 ? [`To create the missing objects again, run "${putBack(status, style)}".`] : [];
  return [...missing, 'To see changed fields, run "gantry drift".'].map((text) => `${hintLine(text, style)}\n`);
}
