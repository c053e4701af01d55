import {printable} from './printable.ts';
import type {Style} from './style.ts';

/** Returns a table with upper-case headers and two spaces between columns. Nothing is cut, so that `awk` can read it. */
export function table(
  heads: readonly string[],
  rows: readonly (readonly string[])[],
  {paint}: Pick<Style, 'paint'>,
): string {
  const safe = rows.map((row) => row.map((cell) => (cell === '' ? '-' : printable(cell))));
  const widths = heads.map((head, i) => Math.max(head.length, ...safe.map((row) => row[i]?.length ?? 0)));
  const line = (cells: readonly string[]): string =>
    cells
      .map((cell, i) => (i === heads.length - 1 ? cell : cell.padEnd(widths[i] ?? 0)))
      .join('  ')
      .trimEnd();
  return [paint.dim(line(heads)), ...safe.map(line)].map((text) => `${text}\n`).join('');
}

/** Returns `name  value` lines with aligned names. Entries without a value are left out. */
export function facts(
  entries: readonly (readonly [name: string, value: string | undefined])[],
  {paint}: Pick<Style, 'paint'>,
): string {
  const shown = entries.flatMap(([name, value]) =>
    value === undefined || value === '' ? [] : [[printable(name), printable(value)] as const],
  );
  const width = Math.max(0, ...shown.map(([name]) => name.length));
  return shown.map(([name, value]) => `${paint.dim(name.padEnd(width))}  ${value}\n`).join('');
}
