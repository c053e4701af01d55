import {isList, isObject, type Json} from '../../core/json.ts';
import {isStaying} from '../../core/plan/is-staying.ts';
import type {FieldChange} from '../../core/plan/plan.ts';
import {deepEqual} from '../../lib/deep-equal.ts';
import {defined} from '../../lib/defined.ts';
import {outline} from '../outline.ts';
import {printable} from '../printable.ts';
import {type BlockLine, hunkBlock, sideBlock} from './block.ts';
import {jsonIn} from './json-in-text.ts';
import {shortValue, shortValues} from './short-value.ts';

/** A changed field for all views. Each view adds its own marks. All texts are printable. */
export type FieldView = {readonly path: string; readonly remark?: string} & (
  | {readonly kind: 'said'; readonly text: string; readonly brush: 'warn' | 'dim' | 'plain'}
  | {readonly kind: 'pair'; readonly before?: string | undefined; readonly after?: string | undefined}
  | {
      readonly kind: 'block';
      readonly lines: readonly BlockLine[];
      /** Both values on one line, if there is enough space. */
      readonly short?: {readonly before?: string | undefined; readonly after?: string | undefined};
    }
);

/** The option to show all fields in full (`--detail`). */
export type Detail = {readonly detail: boolean};

/** Adds a remark to a field that cannot be changed in place. */
export function fieldView(field: FieldChange, {detail}: Detail): FieldView {
  const view = plainView(field, detail);
  if (field.forcesReplacement !== true) return view;
  const remarks = [view.remark, '(forces the replacement)'].filter((remark) => remark !== undefined);
  return {...view, remark: remarks.join(' ')};
}

function plainView(field: FieldChange, detail: boolean): FieldView {
  const path = printable(field.path);
  if (field.cause === 'added' && (field.yielded || isStaying(field)))
    return {path, kind: 'said', text: stayingText(field, detail), brush: field.yielded ? 'dim' : 'warn'};
  if (field.yielded) return {path, kind: 'said', text: yieldedText(field, detail), brush: 'dim'};
  if (field.sensitive) return {path, kind: 'said', text: `(sensitive, ${kindOfChange(field)})`, brush: 'warn'};
  return {path, ...shownView(field, detail)};
}

type Shown = FieldView extends infer View ? (View extends unknown ? Omit<View, 'path'> : never) : never;

function shownView(field: FieldChange, detail: boolean): Shown {
  const {before, after} = field;
  if (field.unknown) return {kind: 'pair', ...pairOf(before, undefined, detail), after: '(known after apply)'};
  if (typeof before === 'string' && typeof after === 'string') return textsView(before, after, detail);
  if (isLong(before) && after === undefined) return {kind: 'block', lines: sideBlock(before, '-', detail)};
  if (isLong(after) && before === undefined) return {kind: 'block', lines: sideBlock(after, '+', detail)};
  if (isStructure(before) && isStructure(after)) return structuresView(before, after, detail);
  if (before !== undefined && deepEqual(before, after)) {
    return {kind: 'said', text: shortValue(before, detail), brush: 'plain'};
  }
  return {kind: 'pair', ...pairOf(before, after, detail)};
}

function textsView(before: string, after: string, detail: boolean): Shown {
  if (before === after) return {kind: 'said', text: shortValue(before, detail), brush: 'plain'};
  const [left, right] = [jsonIn(before), jsonIn(after)];
  if (left !== undefined && right !== undefined) {
    if (!deepEqual(left, right)) return {...structuresView(left, right, detail), remark: '(JSON)'};
    return detail
      ? {kind: 'block', lines: hunkBlock(before, after, detail), remark: '(only formatting)'}
      : {kind: 'said', text: '(only formatting)', brush: 'plain'};
  }
  if (!(before.includes('\n') || after.includes('\n'))) return {kind: 'pair', ...pairOf(before, after, detail)};
  const remark = trimmed(before) === trimmed(after) ? {remark: '(only white space at the ends of lines)'} : {};
  return {kind: 'block', lines: hunkBlock(before, after, detail), ...remark};
}

const trimmed = (text: string): string => text.replaceAll(/(?<![ \t\r])[ \t\r]+$/gm, '').trimEnd();

/** Returns the differences of two lists or maps, or all of one that is added or removed. Short values are shown on one line. */
function structuresView(before: Json | undefined, after: Json | undefined, detail: boolean): Shown {
  const same = before !== undefined && deepEqual(before, after);
  if (same) return {kind: 'said', text: shortValue(before, detail), brush: 'plain'};
  return {
    kind: 'block',
    lines: structureBlock(before, after, detail),
    short: pairOf(before, after, detail),
    ...defined({remark: isReordered(before, after) ? '(only the order)' : undefined}),
  };
}

function structureBlock(before: Json | undefined, after: Json | undefined, detail: boolean): readonly BlockLine[] {
  if (before === undefined) return sideBlock(textOf(after ?? null), '+', detail);
  return after === undefined
    ? sideBlock(textOf(before), '-', detail)
    : hunkBlock(textOf(before), textOf(after), detail);
}

const textOf = (value: Json): string => `${outline(value).join('\n')}\n`;

function pairOf(
  before: Json | undefined,
  after: Json | undefined,
  detail: boolean,
): {readonly before?: string | undefined; readonly after?: string | undefined} {
  if (before !== undefined && after !== undefined) {
    const [left, right] = shortValues(before, after, detail);
    return {before: left, after: right};
  }
  if (before !== undefined) return {before: shortValue(before, detail)};
  return after === undefined ? {} : {after: shortValue(after, detail)};
}

/** Reports whether a value is a text of several lines. */
const isLong = (value: Json | undefined): value is string => typeof value === 'string' && /\n[^]/.test(value);

const isStructure = (value: Json | undefined): boolean => value === undefined || isList(value) || isObject(value);

/** Reports whether two lists have the same items in another order, compared by their names as for env. */
const isReordered = (before: Json | undefined, after: Json | undefined): boolean =>
  isList(before) && isList(after) && before.length === after.length && sorted(before) === sorted(after);

const sorted = (list: readonly Json[]): string => JSON.stringify(list.map((item) => JSON.stringify(item)).toSorted());

/** Returns the text of a field that others have added and that stays. */
function stayingText({before, manager, sensitive, yielded}: FieldChange, detail: boolean): string {
  const value = sensitive || before === undefined ? '***' : shortValue(before, detail);
  return yielded ? `${value}  (added by ${printable(manager ?? 'a controller')})` : value;
}

/** Returns the text of a field that stays unchanged. It has no arrow, because an arrow means a change. */
function yieldedText({before, after, manager, sensitive}: FieldChange, detail: boolean): string {
  const owner = `left to ${printable(manager ?? 'its owner')}`;
  if (sensitive) return `(${owner})`;
  const wanted = after === undefined ? '' : `; the stack says ${shortValue(after, detail)}`;
  return `${before === undefined ? '' : `${shortValue(before, detail)}  `}(${owner}${wanted})`;
}

function kindOfChange({before, after}: FieldChange): string {
  if (before === undefined && after !== undefined) return 'added';
  return before !== undefined && after === undefined ? 'removed' : 'changed';
}
