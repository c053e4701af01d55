import type {LeaseTerms} from '../../../src/engine/release/renewals.ts';

/** How much may go wrong on one path; each path takes as much of it as it likes, wherever it likes. */
export type Budget = {
  /** Requests or answers that are lost, and requests that arrive after they were given up. */
  readonly faults: number;
  /** Times that the clock goes on though somebody could act: slow requests, slow processes. */
  readonly delays: number;
  /** SIGSTOP: the process stands still, what it has sent may arrive; SIGCONT comes when it comes. */
  readonly stops: number;
  /** kill -9. */
  readonly kills: number;
};

export type Scenario = {
  readonly name: string;
  readonly runs: number;
  /** Somebody says `release unlock --force` at any time. */
  readonly unlocks: number;
  readonly budget: Budget;
  readonly versions: 'counted' | 'digest';
  /** A release is there already, from which all plans were made. */
  readonly released: boolean;
  /** Others can see that a killed process is dead: same machine. */
  readonly provable: boolean;
  readonly lockTimeoutMs: number;
  /** Stops come only while such a request waits for its answer. */
  readonly stopsWhile?: string;
  /** How long a run works, once it has begun. */
  readonly workMs: number;
  /** For whom it goes wrong: one of equals stands for all. */
  readonly unlucky: string;
  /** When the others come: at any time, when the first has taken the lock, or when it has been stopped. What comes before, other scenarios search. */
  readonly others: 'any' | 'held' | 'stopped';
  /** Of how many states a search every day may be content; absent: all there are. `GANTRY_MODEL=deep` goes on for longer. */
  readonly sample?: number;
  readonly deep?: true;
};

const NOTHING: Budget = {faults: 0, delays: 0, stops: 0, kills: 0};

/** The real protocol with short times, which keep its order: a renewal and a request fit into a lease. */
export const TERMS: LeaseTerms = {durationMs: 2_000, renewMs: 1_000, retryMs: 1_000};
export const REQUEST_MS = 500;

const base: Omit<Scenario, 'name'> = {
  runs: 2,
  unlocks: 0,
  budget: NOTHING,
  versions: 'counted',
  released: true,
  provable: false,
  lockTimeoutMs: 2_000,
  workMs: 1_000,
  unlucky: 'a',
  others: 'any',
};

const faulty = {...base, lockTimeoutMs: 0, budget: {...NOTHING, faults: 1}};
const sampled = {sample: 1_500};
const late = {...base, others: 'held'} as const;
const stopped = {...base, others: 'stopped', budget: {...NOTHING, stops: 1}} as const;
const killed = {...late, lockTimeoutMs: 0, budget: {...NOTHING, kills: 1}};

export const SCENARIOS: readonly Scenario[] = [
  {...base, name: 'two first applies race', released: false},
  {...base, name: 'three runs race', runs: 3, lockTimeoutMs: 0},
  {...faulty, name: 'one request or answer is lost or late'},
  {...faulty, ...sampled, name: 'the same, where a version is a digest', versions: 'digest'},
  {...late, ...sampled, name: 'the same, while another one waits', budget: {...NOTHING, faults: 1}},
  {...stopped, ...sampled, name: 'a run is stopped past its lease and goes on'},
  {
    ...late,
    ...sampled,
    name: 'a run is killed, and nobody can see that',
    versions: 'digest',
    budget: {...NOTHING, kills: 1},
  },
  {
    ...late,
    ...sampled,
    name: 'a run is killed, and the other one sees it',
    provable: true,
    budget: {...NOTHING, kills: 1},
  },
  {...late, ...sampled, name: 'requests are slow', versions: 'digest', budget: {...NOTHING, delays: 1}},
  {...late, name: 'a long run renews its lease while another one waits', versions: 'digest', workMs: 4_000},
  {
    ...stopped,
    ...sampled,
    name: 'a long run is stopped while its renewal is under way',
    stopsWhile: 'writes locks/',
    lockTimeoutMs: 4_000,
    workMs: 4_000,
  },
  {...late, ...sampled, name: 'a lock is broken by force', lockTimeoutMs: 0, unlocks: 1},
  {...killed, ...sampled, name: 'who breaks a lock is killed', unlocks: 1, unlucky: 'u', provable: true},
  {...faulty, name: 'first applies, one of them unlucky', released: false, deep: true},
  {...base, name: 'two faults', lockTimeoutMs: 0, budget: {...NOTHING, faults: 2}, deep: true},
  {...base, name: 'a stop and a fault', budget: {...NOTHING, stops: 1, faults: 1}, deep: true},
  {...base, name: 'slow requests, often', versions: 'digest', budget: {...NOTHING, delays: 3}, deep: true},
  {...base, name: 'a lock is broken twice, one run waits', unlocks: 2, deep: true},
  {...base, name: 'three runs, one of them stopped', runs: 3, budget: {...NOTHING, stops: 1}, deep: true},
];

export const scenarioNamed = (name: string): Scenario => {
  const found = SCENARIOS.find((scenario) => scenario.name === name);
  if (found === undefined) throw new Error(`no scenario ${name}`);
  return found;
};
