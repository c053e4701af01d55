import {stripVTControlCharacters} from 'node:util';
import type {Json} from '../core/json.ts';
import type {FieldChange} from '../core/plan/plan.ts';
import {hunkLines} from './hunk-lines.ts';
import {printable} from './printable.ts';
import {isReordered, isStructure, structureLines} from './structure-text.ts';
import type {Style} from './style.ts';
import {ago} from './time.ts';

/** One changed field: `spec.replicas: 2 → 3`, on more lines where the values are long. */
export function fieldText(field: FieldChange, style: Style): string[] {
  const {paint} = style;
  const path = printable(field.path);
  const cause = causeText(field, style.now);
  const tail = cause === undefined ? '' : `  ${paint.dim(`(${cause})`)}`;
  if (field.yielded) return [`${path}: ${yieldedText(field, style)}`];
  if (field.sensitive) return [`${path}: ${paint.warn(`(sensitive, ${kindOfChange(field)})`)}${tail}`];
  return shownText(field, tail, style);
}

function shownText(field: FieldChange, tail: string, style: Style): string[] {
  const {paint} = style;
  const path = printable(field.path);
  const before = field.before === undefined ? undefined : valueText(field.before, style);
  const after = afterText(field, style);
  if (before !== undefined && before === after) return [`${path}: ${before}${tail}`];
  if (isText(field.before) && isText(field.after))
    return [`${path}:${tail}`, ...hunkLines(field.before, field.after, style)];
  const fits = (text = ''): boolean => text.length + INDENT + 4 <= style.columns;
  if (isStructure(field) && !(fits(before) && fits(after))) return [`${path}:${tail}`, ...structureLines(field, style)];
  if (before === undefined) return [`${path}: ${paint.good(`+ ${after ?? ''}`)}${tail}`];
  if (after === undefined) return [`${path}: ${paint.bad(`- ${before}`)}${tail}`];
  return changeLines(
    path,
    [before, after],
    `${isReordered(field) ? `  ${paint.dim('(only the order)')}` : ''}${tail}`,
    style,
  );
}

function changeLines(
  path: string,
  [before, after]: readonly [string, string],
  tail: string,
  {paint, columns}: Style,
): string[] {
  const line = `${path}: ${before} → ${after}${stripVTControlCharacters(tail)}`;
  if (line.length + INDENT <= columns) return [`${path}: ${paint.bad(before)} → ${paint.good(after)}${tail}`];
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
