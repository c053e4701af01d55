import {EventEmitter} from 'node:events';
import {textWidth} from '../../src/ui/width.ts';

/** One cell; a wide character is followed by an empty one. */
type Line = string[];

/**
 * A terminal that obeys what a drawer may write (line ends, carriage returns, cursor up, clear to the end of the line and of the
 * screen, colours), wraps, scrolls, and breaks its lines anew when it is resized. Any other control is a fault.
 */
export class TerminalScreen extends EventEmitter {
  rows: number;
  columns: number;
  readonly isTTY = true;
  /** How often something was written. */
  writes = 0;
  readonly #lines: Line[] = [[]];
  #at = {line: 0, cell: 0};
  /** The first row of all that is not scrolled away. */
  #top = 0;
  /** On the screen: it does not move with what is scrolled. */
  #saved = {row: 0, column: 0};

  constructor(rows: number, columns: number) {
    super();
    this.rows = rows;
    this.columns = columns;
  }

  write = (text: string): boolean => {
    this.writes++;
    // oxlint-disable-next-line no-control-regex
    for (const [token] of text.matchAll(/\u001b\[[0-9;]*[A-Za-z]|\u001b[78]|\r|\n|[^\u001b\r\n]/gu)) {
      this.#obey(token);
      if (token === '\n') this.#scroll();
    }
    // oxlint-disable-next-line no-control-regex
    if (/\u001b(?![78]|\[[0-9;]*[AJKm])/.test(text)) throw new Error(`not for this terminal: ${JSON.stringify(text)}`);
    this.#scroll();
    return true;
  };

  /** What somebody types is echoed where the cursor is. */
  type(text: string): void {
    this.write(text.replaceAll('\n', '\r\n'));
    this.writes--;
  }

  resize(rows: number, columns: number): void {
    [this.rows, this.columns] = [rows, columns];
    this.#top = Math.max(0, this.#rowOf(this.#at.line) + 1 - rows);
    this.emit('resize');
  }

  /** All rows, those that are scrolled away first; trailing spaces and empty rows at the end are left out. */
  all(): readonly string[] {
    const rows = this.#lines.flatMap((line) => this.#split(line)).map((row) => row.join('').trimEnd());
    while (rows.at(-1) === '') rows.pop();
    return rows;
  }

  visible(): readonly string[] {
    return this.all().slice(this.#top);
  }

  /** The cursor's row of those that are visible, and its column. */
  cursor(): {readonly row: number; readonly column: number} {
    const {line, cell} = this.#at;
    return {row: this.#rowOf(line) + Math.floor(cell / this.columns) - this.#top, column: cell % this.columns};
  }

  #obey(token: string): void {
    const line = this.#lines[this.#at.line] as Line;
    const row = Math.floor(this.#at.cell / this.columns);
    if (token === '\r') this.#at.cell = row * this.columns;
    else if (token === '\n') this.#down(line, row);
    else if (token === '\u001b7') this.#saved = this.cursor();
    else if (token === '\u001b8') this.#restore();
    else if (token.endsWith('m') && token.startsWith('\u001b')) return;
    else if (token.endsWith('A') && token.startsWith('\u001b')) this.#up(Number(/\d+/.exec(token)?.[0] ?? 1));
    else if (token === '\u001b[K') this.#clearRow(line, (row + 1) * this.columns);
    else if (token === '\u001b[J') {
      line.length = Math.min(line.length, this.#at.cell);
      this.#lines.length = this.#at.line + 1;
    } else this.#put(line, token);
  }

  #put(line: Line, char: string): void {
    const width = textWidth(char);
    while (line.length < this.#at.cell) line.push(' ');
    if (width === 0) {
      line[this.#at.cell - 1] += char;
      return;
    }
    line.splice(this.#at.cell, width, ...[char, ''].slice(0, width));
    this.#at.cell += width;
  }

  #clearRow(line: Line, end: number): void {
    // A line that was wrapped goes on in the next row.
    if (line.length > end) line.fill(' ', this.#at.cell, end);
    else line.length = Math.min(line.length, this.#at.cell);
  }

  /** The next row: of a line that was wrapped before, or of the next line. */
  #down(line: Line, row: number): void {
    if (line.length > (row + 1) * this.columns) {
      this.#at.cell = (row + 1) * this.columns;
      return;
    }
    this.#at = {line: this.#at.line + 1, cell: 0};
    if (this.#at.line === this.#lines.length) this.#lines.push([]);
  }

  #restore(): void {
    const {row, column} = this.#saved;
    this.#goTo(this.#top + row);
    this.#at.cell += column;
  }

  /** Never above what is visible. */
  #up(rows: number): void {
    const here = this.#rowOf(this.#at.line) + Math.floor(this.#at.cell / this.columns);
    this.#goTo(Math.max(this.#top, here - rows));
  }

  #goTo(row: number): void {
    let left = row;
    for (const [i, line] of this.#lines.entries()) {
      const height = this.#height(line);
      if (left < height) {
        this.#at = {line: i, cell: left * this.columns};
        return;
      }
      left -= height;
    }
  }

  #scroll(): void {
    const last = this.#rowOf(this.#at.line) + Math.floor(this.#at.cell / this.columns);
    this.#top = Math.max(this.#top, last + 1 - this.rows);
  }

  #rowOf(line: number): number {
    return this.#lines.slice(0, line).reduce((rows, one) => rows + this.#height(one), 0);
  }

  #height(line: Line): number {
    return Math.max(1, Math.ceil(line.length / this.columns));
  }

  #split(line: Line): readonly Line[] {
    return Array.from({length: this.#height(line)}, (_, i) => line.slice(i * this.columns, (i + 1) * this.columns));
  }
}
