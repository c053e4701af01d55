import {isAbsolute, relative} from 'node:path';
import type {Diagnostic, Position} from '../core/diagnostic/diagnostic.ts';
import {hintLine} from './hint-line.ts';
import type {Paint} from './paint.ts';
import {printable, printableLines} from './printable.ts';
import type {Style} from './style.ts';

const BRUSH = {error: 'bad', warning: 'warn', note: 'note'} as const satisfies Record<
  Diagnostic['severity'],
  keyof Paint
>;

/**
 * Returns a diagnostic: place, severity and message; then the line of the file with a marker, the object, and the hint.
 *
 *     web.yaml:3:13: error: expected a number, found a string (schema/type)
 *       3 |   replicas: "two"
 *         |             ^^^^^
 *         about apps/v1:Deployment:shop:web, field spec.replicas
 *         hint: write it without quotes
 */
export function diagnosticText(diagnostic: Diagnostic, style: Style): string {
  const {paint} = style;
  const brush = paint[BRUSH[diagnostic.severity]];
  const where = diagnostic.at === undefined ? '' : `${paint.strong(placeText(diagnostic.at, style.cwd))}: `;
  const [first = '', ...rest] = printableLines(diagnostic.message).split('\n');
  const indent = ' '.repeat(diagnostic.at === undefined ? 2 : 4 + String(diagnostic.at.line).length);
  return [
    `${where}${brush(diagnostic.severity)}: ${first} ${paint.dim(`(${diagnostic.code})`)}`,
    ...rest.map((line) => `${indent}${line}`),
    ...(diagnostic.at === undefined ? [] : excerpt(diagnostic.at, {...style, brush})),
    ...about(diagnostic).map((line) => `${indent}${line}`),
    ...(diagnostic.hint === undefined ? [] : [`${indent}${hintLine(diagnostic.hint, style)}`]),
  ]
    .map((line) => `${line}\n`)
    .join('');
}

/** Returns all diagnostics, errors last, because the user looks at the end of the output. */
export function diagnosticsText(diagnostics: readonly Diagnostic[], style: Style): string {
  const rank = {note: 0, warning: 1, error: 2};
  return diagnostics
    .toSorted((a, b) => rank[a.severity] - rank[b.severity])
    .map((diagnostic) => diagnosticText(diagnostic, style))
    .join('');
}

/** Returns a path as the user would type it: relative if it is below the current directory. */
export function shownFile(file: string, cwd: string): string {
  if (!isAbsolute(file)) return printable(file);
  const near = relative(cwd, file);
  return printable(near !== '' && !near.startsWith('..') && !isAbsolute(near) ? near : file);
}

/** Returns a place in the form that editors can open. A flag has no line. */
export function placeText(
  {file, line, column}: Pick<Position, 'file' | 'line'> & {readonly column?: number},
  cwd: string,
): string {
  if (file.startsWith('--')) return printable(file);
  return `${shownFile(file, cwd)}:${line}${column === undefined ? '' : `:${column}`}`;
}

function about({resource, path}: Diagnostic): string[] {
  if (resource === undefined) return path === undefined ? [] : [`field ${printable(path)}`];
  return [`about ${printable(resource)}${path === undefined ? '' : `, field ${printable(path)}`}`];
}

function excerpt(at: Position, {columns, brush}: Style & {brush: (text: string) => string}): string[] {
  if (at.text.trim() === '') return [];
  const gutter = String(at.line);
  const {text, start, end} = windowOf(at, Math.max(40, columns - gutter.length - 6));
  // The indent of the marker repeats the tabs of the line, so that both have the same width.
  const lead = text.slice(0, start).replaceAll(/[^\t]/g, ' ');
  return [
    `  ${gutter} | ${printableLines(text)}`,
    `  ${' '.repeat(gutter.length)} | ${lead}${brush('^'.repeat(Math.max(1, end - start)))}`,
  ];
}

/** Returns the part of a long line (minified JSON) that fits and contains the marked place. */
function windowOf(at: Position, width: number): {text: string; start: number; end: number} {
  const start = Math.min(at.column - 1, at.text.length);
  const end = Math.min(Math.max(at.endColumn - 1, start + 1), Math.max(at.text.length, start + 1));
  if (at.text.length <= width) return {text: at.text, start, end};
  const from = Math.max(0, Math.min(start - Math.floor(width / 3), at.text.length - width));
  return {text: at.text.slice(from, from + width), start: start - from, end: Math.min(end - from, width)};
}
