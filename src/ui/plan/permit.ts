import type {Change} from '../../core/plan/plan.ts';

// More ids than this nobody pastes.
const MOST_IDS = 4;
// The permission that `all` is always refused for.
const BY_ID_ONLY = '--allow-data-loss';

type Blockers = readonly Pick<Change, 'blocked'>[];

/** The flags that permit all that is blocked, as words of a command line. Empty where no flag does. */
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

/** `--adopt ID --force-conflicts ID`: ids may hold spaces, a flag begins after one. */
export const flagsIn = (needs: string): readonly string[] =>
  needs.startsWith('--') ? needs.split(/ (?=--[a-z])/) : [];

/** Words as a shell reads them back. */
export const shellWords = (words: readonly string[]): string => words.map(shellWord).join(' ');

const shellWord = (word: string): string =>
  /^[\w./:=@%+,-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
