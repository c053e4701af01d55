import type {Blocked, Change, FieldChange} from '../../core/plan/plan.ts';
import {count} from '../count.ts';
import {shownFields} from '../plan/change-lines.ts';
import {effectText} from '../plan/effect-text.ts';
import {type FieldView, fieldView} from '../plan/field-view.ts';
import type {FoldedChange} from '../plan/fold-changes.ts';
import type {FieldGroup} from '../plan/group-fields.ts';
import {needsText, noteOn} from '../plan/notes.ts';
import {needsOfMany, saidOfMany} from '../plan/said-of-many.ts';
import {printable} from '../printable.ts';
import type {Part} from './fit.ts';
import {fenced, htmlCode} from './safe.ts';

/** Returns a change, or several equal ones, as a collapsible block and in a short form. */
export function changePart({first: change, ids}: FoldedChange): Part {
  const effect = effectText(change);
  const what = ids.length === 1 ? htmlCode(change.id) : `${ids.length} objects, as ${htmlCode(change.id)}`;
  const head = `<b>${change.blocked === undefined ? '' : 'blocked: '}${change.action}</b> ${what}${effect === undefined ? '' : ` → ${effect}`}`;
  return detailsPart(head, changeLines(change, ids));
}

/** Returns a part with a summary line and its details. */
export function detailsPart(head: string, all: readonly string[]): Part {
  const lines = cappedLines(all);
  // A blank line ends the HTML. Inside of HTML, Markdown is not parsed; after the blank line a code fence is.
  const brief = `<p>${head}</p>\n\n`;
  return {
    full:
      lines.length === 0 ? brief : `<details>\n<summary>${head}</summary>\n\n${fenced('diff', lines)}\n</details>\n\n`,
    brief,
  };
}

/** Returns the lines as far as a reader follows them, with the number of the others. */
export const cappedLines = (all: readonly string[]): readonly string[] =>
  all.length <= MOST_LINES ? all : [...all.slice(0, MOST_LINES), `# … ${all.length - MOST_LINES} more lines`];

const MOST_LINES = 200;
const MOST_IDS = 50;

/** Returns the lines of a change, or of several equal ones: the block, the note, the objects, the fields. */
export function changeLines(change: Change, ids: readonly string[]): readonly string[] {
  const {blocked} = change;
  const note = noteOn(change);
  return [
    ...(blocked === undefined ? [] : [`! ${printable(`blocked: ${blockedText(change.id, blocked, ids)}`)}`]),
    ...(note === undefined ? [] : [`# ${printable(ids.length === 1 ? note : saidOfMany(note, change.id))}`]),
    ...(ids.length === 1 ? [] : ids.slice(0, MOST_IDS).map((id) => `# ${printable(id)}`)),
    ...(ids.length > MOST_IDS ? [`# … and ${ids.length - MOST_IDS} more`] : []),
    ...fieldLines(change),
  ];
}

function blockedText(id: string, {because, needs}: Blocked, ids: readonly string[]): string {
  return ids.length === 1
    ? `${because}; ${needsText({needs})}`
    : `${saidOfMany(because, id)}; ${needsText({needs: needsOfMany(needs, id)})}`;
}

/** Returns the fields of a change; for a new object all fields of its files, because a reviewer needs more than the id. */
export function fieldLines(change: Pick<Change, 'action' | 'fields'>): readonly string[] {
  const {groups, quiet} = shownFields(change.action === 'create' ? {...change, action: 'update'} : change, false);
  return [
    ...groups.flatMap((group) => groupLines(group, groups.length === 1)),
    ...(quiet === undefined || change.action === 'create'
      ? []
      : [`# ${groups.length === 0 ? '' : 'and '}${count(quiet.count, 'field')} by ${quiet.causes.join(', ')}`]),
  ];
}

function groupLines(group: FieldGroup, only: boolean): readonly string[] {
  const heading = headingOf(group, only);
  return [...(heading === undefined ? [] : [heading]), ...group.fields.flatMap(linesOf)];
}

/** Returns the heading of a group. It has the absolute time, because a comment may be read days later. */
function headingOf({cause, manager, time, yielded}: FieldGroup, only: boolean): string | undefined {
  // The user's own change needs a heading only if it follows the heading of another cause.
  if (yielded || (cause === 'spec' && only)) return undefined;
  const who = [manager, time].filter((fact) => fact !== undefined).join(', ');
  return `@@ ${cause}${who === '' ? '' : `: ${printable(who)}`} @@`;
}

function linesOf(field: FieldChange): readonly string[] {
  const view = fieldView(field, {detail: false});
  const remark = view.remark === undefined ? '' : `  ${view.remark}`;
  if (view.kind === 'said') return [`${field.yielded === true ? ' ' : '!'} ${view.path}: ${view.text}${remark}`];
  if (view.kind === 'pair') return pairLines(view.path, view, remark);
  return view.short !== undefined && isShort(view.short)
    ? pairLines(view.path, view.short, remark)
    : [`  ${view.path}:${remark}`, ...view.lines.map(({sign, text}) => lineOf(sign, text))];
}

type Pair = {readonly before?: string | undefined; readonly after?: string | undefined};

const pairLines = (path: string, {before, after}: Pair, remark: string): readonly string[] => [
  ...(before === undefined ? [] : [`- ${path}: ${before}${after === undefined ? remark : ''}`]),
  ...(after === undefined ? [] : [`+ ${path}: ${after}${remark}`]),
];

const isShort = ({before = '', after = ''}: NonNullable<Extract<FieldView, {kind: 'block'}>['short']>): boolean =>
  before.length <= 80 && after.length <= 80;

const lineOf = (sign: string, text: string): string =>
  sign === '@' ? text : sign === '…' ? `# ${text.replace(' (--detail shows them)', '')}` : `${sign}${text}`;
