import type {StackStatus} from '../../../app/operate/stack-status.ts';
import type {Failure} from '../../../core/failure/failure.ts';
import {HEALTHS, type Health, type HealthSummary, type ObjectHealth, PASSED} from '../../../core/readiness/health.ts';
import {count} from '../../count.ts';
import {ago} from '../../duration.ts';
import {failureText} from '../../failure-text.ts';
import {hintLine} from '../../hint-line.ts';
import {errorBody} from '../../json.ts';
import {printable} from '../../printable.ts';
import {putBack} from '../../put-back.ts';
import type {Style} from '../../style.ts';
import {facts} from '../../table.ts';
import {troubleLines} from '../../trouble-text.ts';

const BRUSH = {
  ready: 'good',
  progressing: 'warn',
  failed: 'bad',
  terminating: 'warn',
  unknown: 'warn',
  missing: 'bad',
} as const satisfies Readonly<Record<Health, string>>;

/** One screen of a stack's health: the last release, who is at work, all that is not well with its cause, and the rest by kind. */
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

/** The release is known without its cluster; of the objects there is nothing to say one by one. */
function unreachedText(status: StackStatus, failure: Failure, style: Style): string {
  const {message, hint} = failureText(failure);
  const objects =
    status.objects.length === 0 ? 'It holds nothing' : `It left ${count(status.objects.length, 'resource')}`;
  return [
    head(status, style),
    '\n',
    `${objects}; how ${status.objects.length === 1 ? 'it is' : 'they are'} now is not known.\n`,
    `${style.paint.bad(printable(message))}\n`,
    ...(hint === undefined ? [] : [`${hintLine(hint, style)}\n`]),
  ].join('');
}

/** The same for machines. */
export const statusDocument = ({failure, ...status}: StackStatus): unknown => ({
  ...status,
  error: failure && errorBody(failure),
});

/** The worst first. */
const UNWELL: readonly Health[] = ['failed', 'missing', 'unknown', 'terminating', 'progressing'];

function head({project, stack, workspace, cluster, release, run, locked}: StackStatus, style: Style): string {
  const {revision, phase, operation, startedAt, finishedAt, by} = release;
  const what = operation === 'destroy' ? `${phase} (destroy)` : phase;
  const since = (time: string): string => ago(time, style.now);
  const work =
    run === undefined
      ? undefined
      : `revision ${run.revision}, ${run.phase}, begun ${since(run.startedAt)} by ${run.by}`;
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
    ...troubleLines(trouble, {paint}).map((line) => `  ${' '.repeat(WIDTH)}${line}`),
  ];
  return lines.map((line) => `${line.trimEnd()}\n`).join('');
}

/** `ready  3 ConfigMap, 2 Deployment, Service`: what is well needs no line of its own, unless it is well and not there. */
function readyText({objects}: StackStatus, style: Style): string {
  const {paint} = style;
  const ready = objects.filter(({health}) => health === 'ready');
  const passed = ready.filter(({message}) => message === PASSED).map((object) => objectText(object, style));
  const kinds = new Map<string, number>();
  for (const {kind, message} of ready) if (message !== PASSED) kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
  if (kinds.size === 0) return passed.join('');
  const listed = [...kinds]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([kind, n]) => (n === 1 ? kind : `${n} ${kind}`));
  return [`  ${paint.good('ready'.padEnd(WIDTH))}  ${printable(listed.join(', '))}\n`, ...passed].join('');
}

function verdict({healthy, objects, summary}: StackStatus, {paint}: Style): string {
  if (objects.length === 0) return `${paint.strong('It holds nothing.')}\n`;
  if (healthy) return `${paint.good(`Healthy: all of ${count(objects.length, 'resource')} ready.`)}\n`;
  return `${paint.bad(`Not healthy: ${healthCounts(summary)}.`)}\n`;
}

/** `1 failed, 2 missing, 5 ready`. */
export const healthCounts = (summary: HealthSummary): string =>
  [...UNWELL, 'ready' as const]
    .filter((health) => summary[health] > 0)
    .map((health) => `${summary[health]} ${health}`)
    .join(', ');

function hints(status: StackStatus, style: Style): string[] {
  if (status.healthy) return [];
  const missing = status.summary.missing > 0 ? [`"${putBack(status, style)}" makes again what is missing.`] : [];
  return [...missing, 'What was changed in its fields: "gantry drift".'].map((text) => `${hintLine(text, style)}\n`);
}
