import {stripVTControlCharacters} from 'node:util';
import type {FieldChange} from '../core/plan/plan.ts';
import {placeText} from './diagnostic-text.ts';
import {ago} from './duration.ts';
import type {BlockLine} from './plan/block.ts';
import {type FieldView, fieldView} from './plan/field-view.ts';
import {printable} from './printable.ts';
import type {Style} from './style.ts';

const INDENT = 6;

/** The facts that are already in a heading, so that they are not repeated for each field. */
export type Told = {
  /** A heading above has said the cause. */
  readonly cause: boolean;
};

/** Returns a changed field: `spec.replicas: 2 → 3`, on several lines if the values are long. */
export function fieldText(field: FieldChange, style: Style, told: Told = {cause: false}): string[] {
  const {paint} = style;
  const view = fieldView(field, style);
  const cause = told.cause || field.yielded === true ? undefined : causeText(field, style.now);
  const notes = [view.remark, cause === undefined ? undefined : `(${cause})`].filter((note) => note !== undefined);
  const tail = notes.map((note) => `  ${paint.dim(note)}`).join('');
  const room = style.columns - INDENT - (told.cause ? 2 : 0);
  const [first = '', ...rest] = viewLines(view, tail, {...style, columns: room});
  return [withPlace(first, field, {...style, columns: room}), ...rest];
}

/** Returns the manager that changed the field and the time of its last write. Empty for the user's own change. */
export function causeText(
  {cause, manager, time}: Pick<FieldChange, 'cause' | 'manager' | 'time'>,
  now: Date,
): string | undefined {
  if (cause === 'spec') return undefined;
  const facts = [manager, time === undefined ? undefined : ago(time, now)].filter((fact) => fact !== undefined);
  return facts.length === 0 ? cause : `${cause}: ${printable(facts.join(', '))}`;
}

function viewLines(view: FieldView, tail: string, style: Style): string[] {
  const {paint, columns} = style;
  if (view.kind === 'pair') return pairLines(view, tail, style);
  if (view.kind === 'said') {
    const text = view.brush === 'plain' ? view.text : paint[view.brush](view.text);
    return [`${view.path}: ${text}${tail}`];
  }
  const {before, after} = view.short ?? {};
  const fits = (text = ''): boolean => text.length + 4 <= columns;
  if (view.short !== undefined && fits(before) && fits(after)) return pairLines({...view, ...view.short}, tail, style);
  return [`${view.path}:${tail}`, ...view.lines.map((line) => `  ${blockText(line, style)}`)];
}

type Pair = {readonly path: string; readonly before?: string | undefined; readonly after?: string | undefined};

function pairLines({path, before, after}: Pair, tail: string, {paint, columns}: Style): string[] {
  if (before === undefined) return [`${path}: ${paint.good(`+ ${after ?? ''}`)}${tail}`];
  if (after === undefined) return [`${path}: ${paint.bad(`- ${before}`)}${tail}`];
  const line = `${path}: ${before} → ${after}${stripVTControlCharacters(tail)}`;
  if (line.length <= columns) return [`${path}: ${paint.bad(before)} → ${paint.good(after)}${tail}`];
  return [`${path}:${tail}`, `  ${paint.bad(`- ${before}`)}`, `  ${paint.good(`+ ${after}`)}`];
}

const BLOCK_BRUSH = {'+': 'good', '-': 'bad', '@': 'note', '…': 'dim'} as const;

function blockText({sign, text}: BlockLine, {paint}: Style): string {
  if (sign === ' ') return ` ${text}`;
  // Headers and remarks are whole lines; other lines begin with their sign.
  return paint[BLOCK_BRUSH[sign]](sign === '+' || sign === '-' ? `${sign}${text}` : text);
}

/** Appends the place of the new value in the user's files, if there is room in the line. */
function withPlace(line: string, {at, cause, yielded}: FieldChange, {paint, columns, cwd, detail}: Style): string {
  if (at === undefined || yielded === true || !(cause === 'spec' || cause === 'workspace' || detail)) return line;
  const place = placeText({file: at.file, line: at.line}, cwd);
  const length = stripVTControlCharacters(line).length + place.length + 2;
  return detail || length <= columns ? `${line}  ${paint.dim(place)}` : line;
}
