import type {Json} from '../core/json.ts';
import type {FieldChange} from '../core/plan/plan.ts';
import {printable, printableLines} from './printable.ts';
import type {Style} from './style.ts';
import {ago} from './time.ts';
import {unifiedDiff} from './unified-diff.ts';

/** One changed field: `spec.replicas: 2 → 3`, on more lines where the values are long. */
export function fieldText(field: FieldChange, style: Style): string[] {
  const {paint} = style;
  const path = printable(field.path);
  const cause = causeText(field, style.now);
  const tail = cause === undefined ? '' : `  ${paint.dim(`(${cause})`)}`;
  if (field.yielded) return [`${path}: ${yieldedText(field, style)}`];
  if (field.sensitive) return [`${path}: ${paint.warn(`(sensitive, ${kindOfChange(field)})`)}${tail}`];
  const [before, after] = [
    field.before === undefined ? undefined : valueText(field.before, style),
    afterText(field, style),
  ];
  if (before !== undefined && before === after) return [`${path}: ${before}${tail}`];
  if (isText(field.before) && isText(field.after))
    return [`${path}:${tail}`, ...hunkLines(field.before, field.after, style)];
  if (before === undefined) return [`${path}: ${paint.good(`+ ${after ?? ''}`)}${tail}`];
  if (after === undefined) return [`${path}: ${paint.bad(`- ${before}`)}${tail}`];
  const line = `${path}: ${before} → ${after}${cause === undefined ? '' : `  (${cause})`}`;
  if (line.length + INDENT <= style.columns) return [`${path}: ${paint.bad(before)} → ${paint.good(after)}${tail}`];
  return [`${path}:${tail}`, `  ${paint.bad(`- ${before}`)}`, `  ${paint.good(`+ ${after}`)}`];
}

/** It stays as it is: an arrow would promise a change. */
function yieldedText({before, after, manager, sensitive}: FieldChange, style: Style): string {
  const owner = `left to ${printable(manager ?? 'its owner')}`;
  if (sensitive) return style.paint.dim(`(${owner})`);
  const wanted = after === undefined ? '' : `; the stack says ${valueText(after, style)}`;
  return `${before === undefined ? '' : `${valueText(before, style)}  `}${style.paint.dim(`(${owner}${wanted})`)}`;
}

const INDENT = 6;
const LONGEST_VALUE = 400;

/** Why a field differs, when it is not simply the user's own change. */
function causeText({cause, manager, time, sensitive}: FieldChange, now: Date): string | undefined {
  if (cause === 'spec' || (cause === 'secret' && sensitive)) return undefined;
  const facts = [manager, time === undefined ? undefined : ago(time, now)].filter((fact) => fact !== undefined);
  return facts.length === 0 ? cause : `${cause}: ${printable(facts.join(', '))}`;
}

/** A value on one line, cut when it is very long and not all is asked for. */
function valueText(value: Json, {detail}: Pick<Style, 'detail'>): string {
  const text = printable(JSON.stringify(value));
  return detail || text.length <= LONGEST_VALUE ? text : `${text.slice(0, LONGEST_VALUE)}… (${text.length} characters)`;
}

const isText = (value: Json | undefined): value is string => typeof value === 'string' && value.includes('\n');

function afterText(field: FieldChange, style: Style): string | undefined {
  if (field.unknown) return '(known after apply)';
  return field.after === undefined ? undefined : valueText(field.after, style);
}

function kindOfChange({before, after}: FieldChange): string {
  if (before === undefined && after !== undefined) return 'added';
  return before !== undefined && after === undefined ? 'removed' : 'changed';
}

function hunkLines(before: string, after: string, {paint}: Style): string[] {
  const brush = {' ': (text: string) => text, '+': paint.good, '-': paint.bad};
  return unifiedDiff(before, after).flatMap(({head, lines}) => [
    `  ${paint.note(head)}`,
    ...lines.map(({sign, text}) => `  ${brush[sign](`${sign}${printableLines(text)}`)}`),
  ]);
}
