import type {DriftReport, StackDrift} from '../app/detect-drift.ts';
import type {Drift, ObjectDrift} from '../core/plan/drift.ts';
import {PASSED} from '../core/readiness/passing-job.ts';
import type {SeriesNames} from '../core/release/series-names.ts';
import {count} from './count.ts';
import {failureText} from './failure-text.ts';
import {fieldText} from './field-text.ts';
import {hintLine} from './hint-line.ts';
import {errorBody} from './json.ts';
import {printable} from './printable.ts';
import {putBack} from './put-back.ts';
import type {Style} from './style.ts';
import {facts} from './table.ts';
import {ago} from './time.ts';

const GLYPH: Readonly<Record<Drift, string>> = {
  none: ' ',
  changed: '~',
  unmarked: '~',
  deleted: '-',
  replaced: '!',
  taken: '!',
};

/** What has moved since the last releases, stack by stack; stacks without drift in one line. */
export function driftText({stacks, failed}: DriftReport, style: Style): string {
  return [
    ...stacks.map((stack) => stackText(stack, style)),
    ...failed.map((one) => failedText(one, style)),
    ...(stacks.length + failed.length === 0 ? ['No stack has a release in this workspace.\n'] : []),
  ].join('');
}

function failedText({failure, ...names}: DriftReport['failed'][number], style: Style): string {
  const {message, hint} = failureText(failure);
  const next = hint === undefined ? '' : `${hintLine(hint, style)}\n`;
  return `${style.paint.bad('Failed:')} ${nameOf(names)}: ${printable(message)}\n${next}`;
}

export const hasDrift = ({objects}: Pick<StackDrift, 'objects'>): boolean =>
  objects.some(({drift}) => drift !== 'none');

function stackText(stack: StackDrift, style: Style): string {
  const {paint} = style;
  const when = ago(stack.appliedAt, style.now);
  const drifted = stack.objects.filter(({drift}) => drift !== 'none');
  if (drifted.length === 0)
    return `${paint.good('No drift:')} ${nameOf(stack)} is as revision ${stack.revision} left it (${when}${leftText(stack)}).\n`;
  return [
    facts(
      [
        ['Stack', `${stack.project}/${stack.stack}, revision ${stack.revision}, ${when}`],
        ['Workspace', stack.workspace],
        ['Cluster', `${stack.cluster.server}, ${stack.cluster.version}`],
      ],
      style,
    ),
    '\n',
    ...drifted.map((object) => objectText(object, style)),
    '\n',
    `${paint.strong(driftSummary(stack))}\n`,
    `${paint.note('hint:')} "${printable(putBack(stack, style))}" puts it back.\n`,
  ].join('');
}

const nameOf = ({project, stack, workspace}: SeriesNames): string => `${project}/${stack} in ${workspace}`;

/** What others hold by design is no drift, but not as it was either; nor is a Job that has done its work. */
function leftText({objects}: StackDrift): string {
  const left = objects.filter(({fields}) => fields.length > 0).length;
  const passed = objects.filter(({drift, reason}) => drift === 'none' && reason === PASSED).length;
  return [
    ...(left === 0 ? [] : [`; ${count(left, 'object')} with fields left to others`]),
    ...(passed === 0 ? [] : [`; ${count(passed, 'Job')} ${PASSED}`]),
  ].join('');
}

function objectText({id, drift, reason, fields}: ObjectDrift, style: Style): string {
  const {paint} = style;
  const head = paint[drift === 'changed' || drift === 'unmarked' ? 'warn' : 'bad'](
    `  ${GLYPH[drift]} ${drift.padEnd(8)}`,
  );
  const note = reason === undefined ? '' : `  ${paint.dim(`(${printable(reason)})`)}`;
  const lines = fields.flatMap((field) => fieldText(field, style)).map((line) => `      ${line}`);
  return [`${head} ${printable(id)}${note}`, ...lines].map((line) => `${line}\n`).join('');
}

const LISTED: readonly Drift[] = ['changed', 'unmarked', 'deleted', 'replaced', 'taken'];

/** `1 changed, 2 as released`. */
export const driftSummary = ({summary}: Pick<StackDrift, 'summary'>): string =>
  [
    ...LISTED.filter((drift) => summary[drift] > 0).map((drift) => `${summary[drift]} ${drift}`),
    `${summary.none} as released`,
  ].join(', ');

/** The same for machines. */
export const driftDocument = ({failed, ...report}: DriftReport): unknown => ({
  ...report,
  failed: failed.map(({failure, ...names}) => ({...names, error: errorBody(failure)})),
});
