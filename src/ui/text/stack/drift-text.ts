import type {DriftReport, StackDrift} from '../../../app/detect-drift.ts';
import type {Diagnostic} from '../../../core/diagnostic/diagnostic.ts';
import type {Drift, ObjectDrift} from '../../../core/plan/drift.ts';
import type {FieldChange} from '../../../core/plan/plan.ts';
import {PASSED} from '../../../core/readiness/health.ts';
import type {HistoryNames} from '../../../core/release/history-names.ts';
import {defined} from '../../../lib/defined.ts';
import {count} from '../../count.ts';
import {ago} from '../../duration.ts';
import {failureText} from '../../failure-text.ts';
import {fieldText} from '../../field-text.ts';
import {hintLine} from '../../hint-line.ts';
import {errorBody} from '../../json.ts';
import {inOneWorkspace} from '../../one-workspace.ts';
import {addedText} from '../../plan/added-text.ts';
import {printable} from '../../printable.ts';
import {putBack} from '../../put-back.ts';
import type {Style} from '../../style.ts';
import {facts} from '../../table.ts';
import {clusterName} from '../cluster-name.ts';

const GLYPH: Readonly<Record<Drift, string>> = {
  none: ' ',
  changed: '~',
  added: '+',
  unmarked: '~',
  deleted: '-',
  replaced: '!',
  taken: '!',
};

/** Returns what has changed in the cluster since the last releases, stack by stack. Stacks without drift have one line. */
export function driftText({stacks, failed}: DriftReport, style: Style): string {
  return [
    ...stacks.map((stack) => stackText(stack, style)),
    ...failed.map((one) => failedText(one, style)),
    ...(stacks.length + failed.length === 0 ? ['No stack has a release in this workspace.\n'] : []),
  ].join('');
}

function failedText({failure, ...names}: DriftReport['failed'][number], style: Style): string {
  const {message, hint} = failureText(failure);
  const own = {...style, applyCommand: inOneWorkspace(style.applyCommand, names.workspace)};
  const next = hint === undefined ? '' : `${hintLine(hint, own)}\n`;
  return `${style.paint.bad('Failed:')} ${nameOf(names)}: ${printable(message)}\n${next}`;
}

/** Reports whether any object has drifted. This decides the exit code of `gantry drift`. */
export const hasDrift = ({objects}: Pick<StackDrift, 'objects'>): boolean =>
  objects.some(({drift}) => drift !== 'none');

function stackText(stack: StackDrift, style: Style): string {
  const {paint} = style;
  const when = ago(stack.appliedAt, style.now);
  const told = stack.objects.filter((object) => isTold(object, style));
  if (!hasDrift(stack)) {
    const quiet = `${paint.good('No drift:')} ${nameOf(stack)} is unchanged since revision ${stack.revision} (${when}${leftText(stack)}).\n`;
    return [quiet, ...told.map((object) => objectText(object, style))].join('');
  }
  return [
    facts(
      [
        ['Stack', `${stack.project}/${stack.stack}, revision ${stack.revision}, ${when}`],
        ['Workspace', stack.workspace],
        ['Cluster', clusterName(stack.cluster)],
      ],
      style,
    ),
    '\n',
    ...told.map((object) => objectText(object, style)),
    '\n',
    `${paint.strong(driftSummary(stack))}\n`,
    `${paint.note('hint:')} To undo these changes, run "${printable(putBack(stack, {applyCommand: inOneWorkspace(style.applyCommand, stack.workspace)}, stack.objects))}".\n`,
  ].join('');
}

const nameOf = ({project, stack, workspace}: HistoryNames): string => `${project}/${stack} in ${workspace}`;

/** Returns the objects that differ without being drift: fields left to other managers, completed Jobs, additions. */
function leftText({objects}: StackDrift): string {
  const left = objects.filter(({fields}) => fields.length > 0).length;
  const passed = objects.filter(({drift, reason}) => drift === 'none' && reason === PASSED).length;
  return [
    ...(left === 0 ? [] : [`; ${count(left, 'object')} with fields left to others`]),
    ...(passed === 0 ? [] : [`; ${count(passed, 'Job')} ${PASSED}`]),
    addedText(objects, 'drift'),
  ].join('');
}

/** Reports whether an object is shown: if it has drifted or, with `--detail`, if it has fields left to others. */
const isTold = ({drift, fields, addedByControllers = []}: ObjectDrift, {detail}: Style): boolean =>
  drift !== 'none' || (detail && fields.length + addedByControllers.length > 0);

/** Returns an added field as present in the cluster. The plan has it as a removal, which happens only with `--revert-added`. */
export const asThere = (field: FieldChange): FieldChange =>
  field.cause === 'added' && field.before !== undefined ? {...field, after: field.before} : field;

function objectText({id, drift, reason, fields, addedByControllers = []}: ObjectDrift, style: Style): string {
  const {paint} = style;
  const head = paint[WARNED.has(drift) ? 'warn' : 'bad'](`  ${GLYPH[drift]} ${drift.padEnd(8)}`);
  const note = reason === undefined ? '' : `  ${paint.dim(`(${printable(reason)})`)}`;
  const shown = [...fields, ...(style.detail ? addedByControllers : [])].map(asThere);
  const lines = shown.flatMap((field) => fieldText(field, style)).map((line) => `      ${line}`);
  return [`${head} ${printable(id)}${note}`, ...lines].map((line) => `${line}\n`).join('');
}

const WARNED: ReadonlySet<Drift> = new Set<Drift>(['none', 'changed', 'added', 'unmarked']);

const LISTED: readonly Drift[] = ['changed', 'added', 'unmarked', 'deleted', 'replaced', 'taken'];

/** Returns the counts of drift: `1 changed, 2 as released`. */
export const driftSummary = ({summary, objects}: Pick<StackDrift, 'summary' | 'objects'>): string =>
  `${[...driftCounts(summary), `${summary.none} as released`].join(', ')}${addedText(objects, 'drift')}`;

/** Returns the counts of drifted objects: `1 changed`, `2 deleted`. */
export const driftCounts = (summary: StackDrift['summary']): readonly string[] =>
  LISTED.filter((drift) => summary[drift] > 0).map((drift) => `${summary[drift]} ${drift}`);

/** Returns the JSON document of `gantry drift`. @param warnings the notifications that were not delivered */
export const driftDocument = (
  {failed, listed: _, ...report}: DriftReport,
  warnings: readonly Diagnostic[] = [],
): unknown => ({
  ...report,
  failed: failed.map(({failure, ...names}) => ({...names, error: errorBody(failure)})),
  ...defined({diagnostics: warnings.length === 0 ? undefined : warnings}),
});
