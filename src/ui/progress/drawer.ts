import {textWidth} from '../width.ts';

/** The part of a terminal that a drawer needs. */
export type Screen = {
  readonly write: (text: string) => unknown;
  readonly rows: number;
  readonly columns: number;
};

/** Draws lines in one place, over and over. Between two calls the cursor stands below them, at the begin of a line. */
export type Drawer = {
  readonly draw: (lines: readonly string[]) => void;
  /** Text that stays, above the lines. */
  readonly above: (text: string) => void;
  readonly clear: () => void;
};

const START_OF_LINE = '\r';
const CLEAR_TO_END_OF_LINE = '\u001b[K';
const CLEAR_BELOW = '\u001b[J';
const up = (rows: number): string => (rows === 0 ? '' : `\u001b[${rows}A`);
const frame = (lines: readonly string[]): string => lines.map((line) => `${line}${CLEAR_TO_END_OF_LINE}\n`).join('');
// oxlint-disable-next-line no-control-regex
const COLOURS = /\u001b\[[0-9;]*m/g;

/**
 * Each frame is one write that goes over the last one line by line, so that nothing is blank in between; one that is the same
 * is not written. The cursor is never hidden: whatever ends the process leaves it visible.
 */
export function openDrawer(screen: Screen): Drawer {
  let drawn: readonly string[] = [];
  let columns = screen.columns;
  // A terminal that became narrower has wrapped what stood there, one that became lower has pushed its begin away.
  const height = (): number =>
    Math.min(
      Math.max(0, screen.rows - 1),
      drawn.reduce(
        (rows, line) => rows + Math.max(1, Math.ceil(textWidth(line.replaceAll(COLOURS, '')) / screen.columns)),
        0,
      ),
    );
  const back = (): string => `${START_OF_LINE}${up(height())}`;
  const isDrawn = (lines: readonly string[]): boolean =>
    screen.columns === columns && lines.length === drawn.length && lines.every((line, i) => line === drawn[i]);
  return {
    draw: (lines) => {
      if (isDrawn(lines)) return;
      // What was wrapped is not drawn over line by line.
      const first = screen.columns === columns ? '' : CLEAR_BELOW;
      screen.write(`${back()}${first}${frame(lines)}${CLEAR_BELOW}`);
      ({columns} = screen);
      drawn = lines;
    },
    above: (text) => {
      const ended = text.endsWith('\n') ? text : `${text}\n`;
      screen.write(drawn.length === 0 ? ended : `${back()}${CLEAR_BELOW}${ended}${frame(drawn)}`);
    },
    clear: () => {
      if (drawn.length > 0) screen.write(`${back()}${CLEAR_BELOW}`);
      drawn = [];
    },
  };
}
