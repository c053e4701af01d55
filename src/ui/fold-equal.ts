/** A text about one object. */
export type Said = {readonly id: string; readonly text: string};

/** Objects with the same text; `ids` in their original order. */
export type Folded<T extends Said> = {readonly first: T; readonly ids: readonly string[]; readonly text: string};

/** The size up to which a group is not folded. */
const FEW = 3;
const SHOWN = 3;

/**
 * Folds texts that differ only in the id, so that one cause with thousands of objects is one paragraph. Groups are in the order of their
 * first text; groups of three or fewer are not folded.
 */
export function foldEqual<T extends Said>(all: readonly T[]): readonly Folded<T>[] {
  const groups = new Map<string, T[]>();
  for (const one of all) {
    const key = withoutId(one);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [one]);
    else group.push(one);
  }
  return [...groups].flatMap(([text, group]) => {
    if (group.length <= FEW) return group.map((one) => ({first: one, ids: [one.id], text: one.text}));
    const [first] = group;
    return first === undefined ? [] : [{first, ids: group.map(({id}) => id), text}];
  });
}

const withoutId = ({id, text}: Said): string =>
  (text.startsWith(`${id}: `) ? text.slice(id.length + 2) : text).replaceAll(id, 'each');

/** Returns a folded text: `7,703 objects: TEXT`, with the first three ids. */
export function foldedText({ids, text}: Folded<Said>): string {
  if (ids.length === 1) return text;
  return `${grouped(ids.length)} objects: ${text.replace(/[.]$/, '')}: ${firstIds(ids)} (-o json lists all)`;
}

/**
 * Returns `ID`, or `100 objects: ID, ID, ID and 97 more`.
 * @param show how an id is written there.
 */
export const namedIds = (ids: readonly string[], show: (id: string) => string, what = 'objects'): string =>
  ids.length === 1 ? ids.map(show).join('') : `${grouped(ids.length)} ${what}: ${firstIds(ids, show)}`;

/** Returns the first three ids and the number of the others. */
const firstIds = (ids: readonly string[], show: (id: string) => string = (id) => id): string =>
  `${ids.slice(0, SHOWN).map(show).join(', ')} and ${grouped(ids.length - SHOWN)} more`;

const grouped = (n: number): string => n.toLocaleString('en-US');
