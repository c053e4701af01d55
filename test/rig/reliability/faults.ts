import type {Random} from '../random-source.ts';

/**
 * What goes wrong between a client and its server, before or after the server did what it was asked. `cut`: the connection
 * breaks, with all that is on it; `error`: HTTP 500 (before) and 504 (after) in place of the answer; `half`: the answer breaks off.
 */
export const FAULTS = [
  'cut before',
  'cut after',
  'error before',
  'error after',
  'half',
  'slow before',
  'slow after',
] as const;
export type Fault = (typeof FAULTS)[number];

/** Chooses what happens to each request, and counts. */
export type Faults = {
  readonly next: () => Fault | undefined;
  readonly counts: ReadonlyMap<Fault, number>;
  readonly requests: () => number;
  /** Nothing goes wrong from now on. */
  readonly end: () => void;
};

export type FaultTerms = {readonly chance: number; readonly slow: number};

/** Requests that wait two seconds are few: they are what a test's time is made of. */
export const SLOW_MS = 2_000;
const TERMS: FaultTerms = {chance: 0.15, slow: 4};

export function chooseFaults(random: Random, {chance, slow} = TERMS): Faults {
  const counts = new Map<Fault, number>();
  let [requests, ended] = [0, false];
  const slowed = (): number => (counts.get('slow before') ?? 0) + (counts.get('slow after') ?? 0);
  // Dealt like cards: each kind comes as often as any other.
  let deck: Fault[] = [];
  const deal = (): Fault => {
    const dealt = deck.pop();
    if (dealt !== undefined) return dealt;
    deck = random.shuffled(FAULTS.filter((fault) => slowed() < slow || !fault.startsWith('slow')));
    return deal();
  };
  return {
    counts,
    requests: () => requests,
    end: () => {
      ended = true;
    },
    next: () => {
      requests++;
      if (ended || !random.chance(chance)) return undefined;
      const fault = deal();
      counts.set(fault, (counts.get(fault) ?? 0) + 1);
      return fault;
    },
  };
}
