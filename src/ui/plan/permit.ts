import type {Change} from '../../core/plan/plan.ts';

// With more ids than this, `all` is used.
const MOST_IDS = 4;
// This flag does not accept `all`.
const BY_ID_ONLY = '--allow-data-loss';

type Blockers = readonly Pick<Change, 'blocked'>[];

/** Returns the flags that permit all blocked changes, as words of a command line. Empty if no flag does. */
export function permitFlags(changes: Blockers): readonly string[] {
  const flags = [...new Set(changes.flatMap(({blocked}) => (blocked === undefined ? [] : flagsIn(blocked.needs))))];
  const byId = new Set(
    changes.flatMap(({blocked}) => (blocked?.byId === true ? flagsIn(blocked.needs).map(nameOf) : [])),
  );
  const byName = Map.groupBy(flags, nameOf);
  return [...byName].flatMap(([name, alike]) =>
    alike.length > MOST_IDS && name !== BY_ID_ONLY && !byId.has(name)
      ? [name, 'all']
      : alike.flatMap((flag) => [name, flag.slice(name.length + 1)]),
  );
}

const nameOf = (flag: string): string => flag.split(' ', 1)[0] ?? flag;

/** Splits `--adopt ID --force-conflicts ID` into flags. An id can contain spaces; a flag begins after a space. */
export const flagsIn = (needs: string): readonly string[] =>
  needs.startsWith('--') ? needs.split(/ (?=--[a-z])/) : [];

/** Quotes words for a shell. */
export const shellWords = (words: readonly string[]): string => words.map(shellWord).join(' ');

const shellWord = (word: string): string =>
  /^[\w./:=@%+,-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
