import process from 'node:process';
import type {Paint} from '../paint.ts';
import {openDrawer} from './drawer.ts';
import {stacksLines} from './stacks-lines.ts';
import {STACKS_START, type StacksState, stacksState, type TimedStackEvent} from './stacks-state.ts';

/** The part of a terminal's stream that the view needs. Its size is read at each frame. */
export type Terminal = {
  readonly rows?: number;
  readonly columns?: number;
  readonly write: (text: string) => unknown;
  readonly on: (event: 'resize', listener: () => void) => unknown;
  readonly off: (event: 'resize', listener: () => void) => unknown;
};

/** The tree of a run at the bottom of a terminal. */
export type RunView = {
  readonly hear: (heard: readonly TimedStackEvent[]) => void;
  /** Prints text that stays above the tree. */
  readonly above: (text: string) => void;
  /** Shows the tree from now on. */
  readonly show: () => void;
  /** Removes the tree from the terminal. */
  readonly hide: () => void;
};

const FRAME_MS = 100;
/** The interval of updates without events, because durations are shown in seconds. */
const TICK_MS = 1000;

/** Draws the tree of a run at the cursor, at most ten times a second. */
export function drawRun(
  terminal: Terminal,
  {paint, now}: {readonly paint: Paint; readonly now: () => number},
): RunView {
  const size = () => ({rows: terminal.rows || 24, columns: terminal.columns || 80});
  const drawer = openDrawer({
    write: (text) => terminal.write(text),
    get rows() {
      return size().rows;
    },
    get columns() {
      return size().columns;
    },
  });
  let state: StacksState = STACKS_START;
  let unread: TimedStackEvent[] = [];
  let drawnAt = Number.NEGATIVE_INFINITY;
  let frame: NodeJS.Timeout | undefined;
  let tick: NodeJS.Timeout | undefined;
  const draw = (): void => {
    clearTimeout(frame);
    frame = undefined;
    drawnAt = now();
    state = stacksState(state, unread);
    unread = [];
    drawer.draw(stacksLines(state, {...size(), now: drawnAt, paint}));
  };
  return {
    hear: (heard) => {
      unread.push(...heard);
      if (tick !== undefined) frame ??= setTimeout(draw, Math.max(0, drawnAt + FRAME_MS - now())).unref();
    },
    above: drawer.above,
    show: () => {
      if (tick !== undefined) return;
      tick = setInterval(draw, TICK_MS).unref();
      terminal.on('resize', draw);
      // A second Ctrl-C ends the process at once. The tree must not stay on the screen.
      process.once('exit', drawer.clear);
      draw();
    },
    hide: () => {
      clearTimeout(frame);
      clearInterval(tick);
      [frame, tick] = [undefined, undefined];
      terminal.off('resize', draw);
      process.off('exit', drawer.clear);
      drawer.clear();
    },
  };
}
