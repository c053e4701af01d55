import {printable} from '../printable.ts';
import type {Style} from '../style.ts';

const MOST_LINES = 4;

/**
 * Returns the ids of many objects in few lines. A common prefix is printed once: `apps/v1:Deployment:shop: api, web`. Of very many ids
 * only the first ones are printed, unless `most` allows more lines.
 */
export function idLines(
  ids: readonly string[],
  most: number | undefined,
  {columns, paint}: Pick<Style, 'columns' | 'paint'>,
): string[] {
  const lines = [...Map.groupBy(ids, prefixOf)].flatMap(([prefix, alike]) =>
    wrapped(
      prefix,
      alike.map((id) => printable(id.slice(prefix.length))),
      Math.max(40, columns - 6),
    ),
  );
  if (lines.length <= (most ?? MOST_LINES)) return lines.map(({text}) => text);
  const shown = lines.slice(0, most ?? MOST_LINES);
  const left = ids.length - shown.reduce((sum, {held}) => sum + held, 0);
  return [...shown.map(({text}) => text), paint.dim(`… and ${left} more (--detail lists them)`)];
}

/** Returns an id without the name. */
const prefixOf = (id: string): string => id.slice(0, id.lastIndexOf(':') + 1);

type Line = {readonly text: string; readonly held: number};

function wrapped(prefix: string, names: readonly string[], width: number): Line[] {
  const head = prefix === '' ? '' : `${printable(prefix)} `;
  const lines: {text: string; held: number}[] = [];
  for (const name of names) {
    const last = lines.at(-1);
    if (last !== undefined && last.text.length + name.length + 3 <= width) {
      last.text += `, ${name}`;
      last.held++;
    } else lines.push({text: `${lines.length === 0 ? head : '  '}${name}`, held: 1});
  }
  return lines.map(({text, held}, i) => ({text: i < lines.length - 1 ? `${text},` : text, held}));
}
