import type {Json} from '../../src/core/json.ts';

/** Choices that a seed decides: the same seed makes the same choices, on every machine. */
export type Random = {
  /** From 0 up to, not including, 1. */
  readonly next: () => number;
  /** From 0 up to, not including, `below`. */
  readonly int: (below: number) => number;
  readonly chance: (probability: number) => boolean;
  readonly pick: <T>(from: readonly T[]) => T;
  readonly shuffled: <T>(items: readonly T[]) => T[];
  /** A few of them, in their order. */
  readonly some: <T>(items: readonly T[], probability?: number) => T[];
};

/** mulberry32: small, and good enough to choose test cases. */
export function randomOf(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const int = (below: number): number => Math.floor(next() * below);
  return {
    next,
    int,
    chance: (probability) => next() < probability,
    pick: (from) => {
      const one = from[int(from.length)];
      if (one === undefined) throw new Error('nothing to pick from');
      return one;
    },
    shuffled: (items) => {
      const order = items.map((item) => ({item, at: next()}));
      return order.toSorted((a, b) => a.at - b.at).map(({item}) => item);
    },
    some: (items, probability = 0.5) => items.filter(() => next() < probability),
  };
}

/** The given fields, each with half a chance; a field that is made up of nothing is absent. */
export function maybe(random: Random, fields: Readonly<Record<string, () => Json>>): Record<string, Json> {
  const present = Object.entries(fields).filter(() => random.chance(0.5));
  return Object.fromEntries(present.map(([name, make]) => [name, make()]));
}

export const text = (random: Random): string => random.pick(['', 'a', 'b', 'long words', '<a> & "b"', 'x: 1\ny: 2\n']);

export const CPU: readonly Json[] = ['1', '1000m', 1, '1.0', '500m', '0.5', '.5', 0.25, '250m'];
export const MORE_CPU: readonly Json[] = ['2', '2000m', 2, '4', '4.0', '1500m', '1.5'];
export const MEMORY: readonly Json[] = ['1Gi', '1024Mi', '512Mi', '0.5Gi', '100M', '1e8', '128974848', 1048576];
export const MORE_MEMORY: readonly Json[] = ['2Gi', '2048Mi', '4Gi', '2147483648', '5G'];

const WORDS = ['a', 'b', 'c', 'd.e/f', 'g-h', 'i_j', 'k', 'l'];

/** A map of strings; sometimes an empty one. */
export const textMap = (random: Random, names: readonly string[] = WORDS, value = text): Record<string, Json> =>
  Object.fromEntries(random.some(names, 0.4).map((name) => [name, value(random)]));

/** A value that a label may have. */
export const labelValue = (random: Random): string => random.pick(['', 'x', 'y', '1', 'true', 'a.b_c-d']);
