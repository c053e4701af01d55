import type {RunPhase} from '../../core/event.ts';
import type {Paint} from '../paint.ts';
import {printable} from '../printable.ts';
import {cutEnd, cutMiddle, padEnd, textWidth} from '../width.ts';
import {PHASE} from './phase-words.ts';
import type {RunState} from './run-state.ts';
import {type Row, treeRows} from './tree-rows.ts';

/** The inputs of one drawing of the tree, with the size of the terminal. */
export type Frame = {
  /** The current time in milliseconds, on the clock of the state. */
  readonly now: number;
  readonly rows: number;
  readonly columns: number;
  readonly paint: Paint;
};

/** The phases that are made of steps. */
const HAS_STEPS: ReadonlySet<RunPhase> = new Set(['apply', 'wait']);

/**
 * Returns the run on one screen: a line for the whole run, and during an apply the tree of waiting steps. It has at most `rows - 1` lines,
 * each narrower than the terminal, because a wrapped line cannot be overwritten.
 */
export function treeLines(state: RunState, frame: Frame): readonly string[] {
  const room = frame.rows - 1;
  if (room < 1) return [];
  const head = cutEnd(headOf(state, frame.now), frame.columns - 1);
  if (!HAS_STEPS.has(state.phase) || state.lockedBy !== undefined) return [head];
  return [head, ...rowLines(treeRows(state, frame.now, room - 1), frame)];
}

const headOf = (state: RunState, now: number): string =>
  state.stack === undefined ? phaseText(state, now) : `${printable(state.stack)} · ${phaseText(state, now)}`;

function phaseText({phase, lockedBy, since, finished, total, failed}: RunState, now: number): string {
  const time = clockText(now - since);
  if (lockedBy !== undefined) return `waiting for the lock of ${printable(lockedBy)} · ${time}`;
  if (!HAS_STEPS.has(phase)) return `${PHASE[phase]} · ${time}`;
  return [`${PHASE[phase]} ${finished}/${total}`, ...(failed.size === 0 ? [] : [`${failed.size} failed`]), time].join(
    ' · ',
  );
}

/** Returns a duration as a clock: `0:42`, `12:03`, `1:02:03`. */
export function clockText(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const tail = `:${two(seconds % 60)}`;
  return hours === 0 ? `${minutes}${tail}` : `${hours}:${two(minutes)}${tail}`;
}

const two = (part: number): string => String(part).padStart(2, '0');

/** Returns ids, times and texts in columns. If the space is too small, it drops the texts, then the times, then the middle of ids. */
function rowLines(rows: readonly Row[], {columns, paint}: Frame): readonly string[] {
  const room = columns - 1;
  const timed = rows.filter(({words}) => words !== '');
  const widest = Math.max(0, ...timed.map(({branch, id}) => textWidth(branch) + textWidth(id)));
  const timeWidth = Math.max(0, ...timed.map(({time}) => time.length));
  const idWidth = Math.min(widest, Math.max(Math.floor(room * 0.6), Math.min(room, 24)));
  return rows.map(({branch, id, time, words, brush}) => {
    const stem = cutEnd(branch, room);
    if (words === '') return `${stem}${paint.dim(cutEnd(id, room - textWidth(stem)))}`;
    const name = padEnd(cutMiddle(id, idWidth - textWidth(stem)), idWidth - textWidth(stem));
    const rest = cutEnd(`  ${time.padStart(timeWidth)}  ${words}`, room - textWidth(stem) - textWidth(name)).trimEnd();
    const painted = brush === undefined ? (text: string) => text : paint[brush];
    return rest === '' ? `${stem}${painted(name.trimEnd())}` : `${stem}${painted(name)}${painted(rest)}`;
  });
}
