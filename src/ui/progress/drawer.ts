import {textWidth} from '../width.ts';

/** The part of a terminal that a drawer needs. */
export type Screen = {
  readonly write: (text: string) => unknown;
  readonly rows: number;
  readonly columns: number;
};

/** Draws lines repeatedly in one place. */
export type Drawer = {
  readonly draw: (lines: readonly string[]) => void;
  /** Prints text that stays above the lines. */
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

/** The escape sequences that save and restore the position of the cursor, whatever is echoed in between. */
const SAVE = '\u001b7';
const RESTORE = '\u001b8';

/**
 * Opens a drawer. Each frame is one write that overwrites the last frame line by line, so that nothing flickers. An unchanged frame is not
 * written. The cursor is never hidden, so that it is visible however the process ends.
 *
 * Between two frames the cursor is in the first line. The terminal echoes typed keys: an Enter moves the cursor down among the lines and
 * does not scroll, so that the saved position is still the first line.
 */
export function openDrawer(screen: Screen): Drawer {
  let drawn: readonly string[] = [];
  let size = sizeOf(screen);
  const rowsOf = (lines: readonly string[]): number =>
    lines.reduce(
      (rows, line) => rows + Math.max(1, Math.ceil(textWidth(line.replaceAll(COLOURS, '')) / screen.columns)),
      0,
    );
  const isResized = (): boolean => size.rows !== screen.rows || size.columns !== screen.columns;
  // A resized terminal has moved the cursor with its line, so that the saved position is no longer the first line.
  const back = (): string => (drawn.length === 0 || isResized() ? START_OF_LINE : RESTORE);
  const park = (lines: readonly string[]): string =>
    lines.length === 0 ? '' : `${up(Math.min(Math.max(0, screen.rows - 1), rowsOf(lines)))}${SAVE}`;
  const isDrawn = (lines: readonly string[]): boolean =>
    !isResized() && lines.length === drawn.length && lines.every((line, i) => line === drawn[i]);
  return {
    draw: (lines) => {
      if (isDrawn(lines)) return;
      // Wrapped lines cannot be overwritten line by line.
      const first = isResized() ? CLEAR_BELOW : '';
      screen.write(`${back()}${first}${frame(lines)}${CLEAR_BELOW}${park(lines)}`);
      size = sizeOf(screen);
      drawn = lines;
    },
    above: (text) => {
      const ended = text.endsWith('\n') ? text : `${text}\n`;
      screen.write(drawn.length === 0 ? ended : `${back()}${CLEAR_BELOW}${ended}${frame(drawn)}${park(drawn)}`);
      size = sizeOf(screen);
    },
    clear: () => {
      if (drawn.length > 0) screen.write(`${back()}${CLEAR_BELOW}`);
      drawn = [];
    },
  };
}

const sizeOf = ({rows, columns}: Screen): Pick<Screen, 'rows' | 'columns'> => ({rows, columns});
