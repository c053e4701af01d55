import {isList, isObject, type Json} from '../core/json.ts';
import type {FieldChange} from '../core/plan/plan.ts';
import {hunkLines} from './hunk-lines.ts';
import {outline} from './outline.ts';
import {printable} from './printable.ts';
import type {Style} from './style.ts';

const MOST_LINES = 40;

/** Nothing but lists and maps: where they do not fit on a line each, only the parts that differ are worth reading. */
export const isStructure = ({before, after, unknown}: FieldChange): boolean =>
  unknown !== true && [before, after].every((value) => value === undefined || isList(value) || isObject(value));

/** What differs between two lists or maps; all of one that comes or goes. */
export function structureLines({before, after}: FieldChange, style: Style): string[] {
  const lines = allLines(before, after, style);
  if (style.detail || lines.length <= MOST_LINES) return lines;
  const rest = `… ${lines.length - MOST_LINES} more lines (--detail shows them)`;
  return [...lines.slice(0, MOST_LINES), `  ${style.paint.dim(rest)}`];
}

function allLines(before: Json | undefined, after: Json | undefined, style: Style): string[] {
  const {bad, good} = style.paint;
  if (before === undefined) return outline(after ?? null).map((line) => `  ${good(`+ ${printable(line)}`)}`);
  if (after === undefined) return outline(before).map((line) => `  ${bad(`- ${printable(line)}`)}`);
  return hunkLines(`${outline(before).join('\n')}\n`, `${outline(after).join('\n')}\n`, style);
}

/** The same items in another order: env, for example, is shown by its names. */
export function isReordered({before, after}: FieldChange): boolean {
  return isList(before) && isList(after) && before.length === after.length && sorted(before) === sorted(after);
}

const sorted = (list: readonly Json[]): string => JSON.stringify(list.map((item) => JSON.stringify(item)).toSorted());
