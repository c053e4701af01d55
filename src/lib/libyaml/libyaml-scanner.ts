import type {TextEdit} from '../edited-text.ts';

/** The offsets of the first and the last character. */
export type Span = {readonly start: number; readonly end: number};

/** The states of libyaml's scanner that decide where flow collections, quoted, plain and block texts begin and end. */
export type Scanner = {
  readonly text: string;
  at: number;
  lineStart: number;
  /** The indentation of the first line of the document; undefined before it. */
  documentIndent: number | undefined;
  /** The column of the innermost block collection, and those around it. */
  indent: number;
  indents: number[];
  flowDepth: number;
  spanStart: number;
  isKeyAllowed: boolean;
  /** The start of a possible key of a block mapping, if `:` follows on its line. */
  key: {readonly lineStart: number; readonly column: number} | undefined;
  readonly edits: TextEdit[];
  inserted: number;
  readonly spans: Span[];
};

/** The maximum number of inserted characters. A line with a large indentation would make every line below it as long. */
const MAX_INSERTED = 16 * 1024 * 1024;

/** A line break of YAML 1.1 that manifests use. */
export const BREAK = /[\n\r]/;
/** A blank or a line break. */
export const BLANK = /[\t\n\r ]/;
/** A character that ends a plain scalar in a flow collection. */
export const FLOW_INDICATOR = /[,[\]{}]/;

/** Returns the character at the position, or `ahead` of it; '' after the end. */
export const charAt = ({text, at}: Scanner, ahead = 0): string => text.charAt(at + ahead);
/** Reports whether a plain scalar can end before this character. */
export const isBlankOrEnd = (char: string): boolean => char === '' || BLANK.test(char);
/** Returns the column of the position, from 0. */
export const columnOf = ({at, lineStart}: Scanner): number => at - lineStart;
/** Reports whether a document marker, `---` or `...`, begins here. */
export const isAtMarker = ({text, at, lineStart}: Scanner): boolean =>
  at === lineStart && (text.startsWith('---', at) || text.startsWith('...', at)) && isBlankOrEnd(text.charAt(at + 3));

/** Moves over blanks, comments and line ends. */
export function skipBlanks(scanner: Scanner): void {
  for (let char = charAt(scanner); char === '#' || (char !== '' && BLANK.test(char)); char = charAt(scanner)) {
    if (char === '#') {
      const isApart = scanner.at === scanner.lineStart || BLANK.test(charAt(scanner, -1));
      if (!isApart) insert(scanner, scanner.at, ' ');
      skipLine(scanner);
    } else if (!BREAK.test(char)) scanner.at++;
    else {
      skipBreak(scanner, scanner.flowDepth > 0);
      if (scanner.flowDepth === 0) scanner.isKeyAllowed = true;
    }
  }
}

/** Moves to the end of the line. */
export function skipLine(scanner: Scanner): void {
  while (charAt(scanner) !== '' && !BREAK.test(charAt(scanner))) scanner.at++;
}

/** Moves to the next line. `isFree`: in a flow collection or a quoted text; the line gets the indentation that YAML 1.2 demands. */
export function skipBreak(scanner: Scanner, isFree: boolean): void {
  scanner.at += charAt(scanner) === '\r' && charAt(scanner, 1) === '\n' ? 2 : 1;
  scanner.lineStart = scanner.at;
  if (!isFree || isAtMarker(scanner)) return;
  const spaces = spacesAfter(scanner.text, scanner.at);
  const missing = Math.max(scanner.indent + 1, scanner.documentIndent ?? 0) - spaces;
  const first = charAt(scanner, spaces);
  if (missing <= 0 || first === '' || BREAK.test(first)) return;
  scanner.inserted += missing;
  if (scanner.inserted <= MAX_INSERTED) insert(scanner, scanner.at, ' '.repeat(missing));
}

/** Adds an edit that inserts a text. */
export function insert({edits}: Scanner, at: number, text: string): void {
  edits.push({at, remove: 0, insert: text});
}

/** Returns the number of spaces from an offset on. */
export function spacesAfter(text: string, start: number): number {
  let end = start;
  while (text.charCodeAt(end) === 32) end++;
  return end - start;
}

/** Records a collection or a text that began at `start`, if it has several lines and is the outermost one. */
export function endSpan({flowDepth, lineStart, at, spans}: Scanner, start: number): void {
  if (flowDepth === 0 && start < lineStart) spans.push({start, end: at});
}

/** Records a possible key at this position. */
export function saveKey(scanner: Scanner): void {
  if (scanner.flowDepth > 0 || !scanner.isKeyAllowed) return;
  scanner.key = {lineStart: scanner.lineStart, column: columnOf(scanner)};
  scanner.isKeyAllowed = false;
}
