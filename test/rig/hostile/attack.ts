import type {Random} from '../random-source.ts';

/** All documents of a backend. */
export type Contents = ReadonlyMap<string, Buffer>;

/** Changed documents; a deleted one is undefined. */
export type Attack = {readonly name: string; readonly changes: ReadonlyMap<string, Buffer | undefined>};

/** One bit of one document. */
export function flip(contents: Contents, random: Random): Attack {
  const key = random.pick([...contents.keys()]);
  const value = Buffer.from(contents.get(key) ?? []);
  const [at, bit] = [random.int(value.length), random.int(8)];
  value[at] = (value[at] ?? 0) ^ (1 << bit);
  return {name: `bit ${bit} of byte ${at} of ${key}`, changes: new Map([[key, value]])};
}

/** The beginning of one document. */
export function truncation(contents: Contents, random: Random): Attack {
  const key = random.pick([...contents.keys()]);
  const value = contents.get(key) ?? Buffer.from('');
  const at = random.int(value.length - 1);
  return {name: `${key} cut at ${at}`, changes: new Map([[key, value.subarray(0, at)]])};
}

/** Two documents, each in the place of the other. Half of them are of the same kind: these look alike. */
export function swap(contents: Contents, random: Random): Attack {
  const kindOf = (key: string): string => key.replaceAll(/[0-9a-f]{8,}|\d+/g, '#');
  const keys = random.shuffled([...contents.keys()]);
  const alike = keys.find((key, i) => keys.findIndex((other) => kindOf(other) === kindOf(key)) !== i);
  const a = (random.chance(0.5) ? alike : undefined) ?? keys[0] ?? '';
  const others = keys.filter((key) => key !== a);
  const b = (a === alike ? others.find((key) => kindOf(key) === kindOf(a)) : undefined) ?? others[0] ?? '';
  const changes = [
    [a, contents.get(b)],
    [b, contents.get(a)],
  ] as const;
  return {name: `${a} and ${b} exchanged`, changes: new Map(changes)};
}

/** A part of the backend: all keys, those with one of some prefixes, or one key. */
const PARTS = ['', 'keys/', 'releases/', 'index/', 'terraform/', 'pins/', 'releases/|index/', 'keys/|releases/'];

/** Some documents as they were at an earlier step. Most documents never change, so that each step is tried with all parts. */
export function replays(steps: readonly Contents[], whole: Contents): readonly Attack[] {
  const wasBefore = (from: Contents, part: string): Map<string, Buffer | undefined> =>
    new Map(
      [...new Set([...whole.keys(), ...from.keys()])]
        .filter((key) => part.split('|').some((prefix) => key.startsWith(prefix)))
        // Locks come and go with each run.
        .filter((key) => !key.startsWith('locks/') && from.get(key)?.equals(whole.get(key) ?? EMPTY) !== true)
        .filter((key) => from.has(key) || whole.has(key))
        .map((key) => [key, from.get(key)]),
    );
  return steps.flatMap((from, step) =>
    [...PARTS, ...whole.keys()]
      .map((part) => ({name: `step ${step} of "${part}"`, changes: wasBefore(from, part)}))
      .filter(({changes}) => changes.size > 0),
  );
}

const EMPTY = Buffer.from('');
