import type {TextEdit} from '../edited-text.ts';
import {
  charAt,
  columnOf,
  endSpan,
  isAtMarker,
  isBlankOrEnd,
  type Scanner,
  type Span,
  saveKey,
  skipBlanks,
  skipLine,
  spacesAfter,
} from './libyaml-scanner.ts';
import {scanBlockText, scanPlain, scanProperty, scanQuoted} from './libyaml-texts.ts';

/** The edits that make a text read as libyaml reads it. */
export type LibyamlEdits = {
  readonly edits: readonly TextEdit[];
  /** The flow collections and quoted texts of several lines, outermost ones only: offsets of the first and the last character. */
  readonly spans: readonly Span[];
};

/**
 * Finds the edits after which a parser of YAML 1.2 reads a text as libyaml and go-yaml do (kubectl, the API server, Helm):
 *
 * - Lines inside a flow collection or a quoted text get the indentation that YAML 1.2 demands. libyaml demands none.
 * - A plain text with `:` before `,`, `]` or `}` in a flow collection, such as `[2001:db8::]`, gets quotes. libyaml ends it at `: ` only.
 *   So does a `-` there, as in `[-]`.
 * - A comment without a space before it (`[#`) gets one.
 * - `\'` in a double-quoted text, which only libyaml knows, becomes `\x27`.
 *
 * One pass, in linear time. In a text that is not YAML it finds some edits or none.
 */
export function libyamlEdits(text: string): LibyamlEdits {
  const scanner: Scanner = {
    text,
    at: 0,
    lineStart: 0,
    documentIndent: undefined,
    indent: -1,
    indents: [],
    flowDepth: 0,
    spanStart: 0,
    isKeyAllowed: true,
    key: undefined,
    edits: [],
    inserted: 0,
    spans: [],
  };
  while (scanner.at < text.length) scanToken(scanner);
  if (scanner.flowDepth > 0) scanner.spans.push({start: scanner.spanStart, end: text.length});
  return scanner;
}

type Scan = (scanner: Scanner) => void;

const ANYWHERE: ReadonlyMap<string, Scan> = new Map([
  ...['[', '{'].map((char): [string, Scan] => [char, openFlow]),
  ...[']', '}'].map((char): [string, Scan] => [char, closeFlow]),
  ...['&', '*', '!'].map((char): [string, Scan] => [char, scanProperty]),
  ...['"', "'"].map((char): [string, Scan] => [char, scanQuoted]),
  [',', (scanner) => void scanner.at++],
]);
const IN_BLOCK: ReadonlyMap<string, Scan> = new Map([
  ['|', scanBlockText],
  ['>', scanBlockText],
]);
const BEFORE_BLANK: ReadonlyMap<string, Scan> = new Map([
  ['-', startEntry],
  ['?', startEntry],
  [':', startValue],
]);

function scanToken(scanner: Scanner): void {
  skipBlanks(scanner);
  if (scanner.at >= scanner.text.length) return;
  if (isAtMarker(scanner)) return startDocument(scanner);
  scanner.documentIndent ??= spacesAfter(scanner.text, scanner.lineStart);
  const isInBlock = scanner.flowDepth === 0;
  if (isInBlock && charAt(scanner) === '%' && scanner.at === scanner.lineStart) return skipLine(scanner);
  if (isInBlock) unindent(scanner);
  scanOf(scanner)(scanner);
}

function scanOf(scanner: Scanner): Scan {
  const char = charAt(scanner);
  const isInBlock = scanner.flowDepth === 0;
  const isIndicator = isBlankOrEnd(charAt(scanner, 1)) || (char === ':' && !isInBlock);
  return (
    ANYWHERE.get(char) ??
    (isInBlock ? IN_BLOCK.get(char) : undefined) ??
    (isIndicator ? BEFORE_BLANK.get(char) : undefined) ??
    scanPlain
  );
}

function startDocument(scanner: Scanner): void {
  Object.assign(scanner, {documentIndent: undefined, indent: -1, indents: [], flowDepth: 0});
  Object.assign(scanner, {isKeyAllowed: false, key: undefined});
  scanner.at += 3;
}

function openFlow(scanner: Scanner): void {
  saveKey(scanner);
  if (scanner.flowDepth++ === 0) scanner.spanStart = scanner.at;
  scanner.at++;
}

function closeFlow(scanner: Scanner): void {
  scanner.flowDepth = Math.max(0, scanner.flowDepth - 1);
  if (scanner.flowDepth === 0) endSpan(scanner, scanner.spanStart);
  scanner.isKeyAllowed = false;
  scanner.at++;
}

/** Starts an entry after `- ` or `? `. */
function startEntry(scanner: Scanner): void {
  if (scanner.flowDepth === 0) {
    indentTo(scanner, columnOf(scanner));
    scanner.isKeyAllowed = true;
    scanner.key = undefined;
  }
  scanner.at++;
}

function startValue(scanner: Scanner): void {
  if (scanner.flowDepth === 0) {
    const isAfterKey = scanner.key?.lineStart === scanner.lineStart;
    indentTo(scanner, isAfterKey ? (scanner.key?.column ?? 0) : columnOf(scanner));
    scanner.isKeyAllowed = !isAfterKey;
    scanner.key = undefined;
  }
  scanner.at++;
}

/** Ends the block collections that are indented more than the next token. */
function unindent(scanner: Scanner): void {
  while (scanner.indent > columnOf(scanner)) scanner.indent = scanner.indents.pop() ?? -1;
}

function indentTo(scanner: Scanner, column: number): void {
  if (scanner.indent >= column) return;
  scanner.indents.push(scanner.indent);
  scanner.indent = column;
}
