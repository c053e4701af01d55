import {setTimeout as delay} from 'node:timers/promises';
import {type Failure, GantryError} from '../../core/failure/failure.ts';
import {backoff} from '../../lib/backoff.ts';
import type {TerraformStates} from '../../ports/terraform-states.ts';
import {decodeStored, encodeStored, type Stored} from './stored.ts';

/** The store of one apply: the document that it last wrote, and its version. */
export type StateStore = {
  /** Schedules a write of the document that `current` returns. All calls during a write cause one more write. */
  readonly note: () => void;
  /** Stores the document that `current` returns, and retries until it is stored or another run has stored one. */
  readonly settle: () => Promise<void>;
  readonly version: () => string | undefined;
  /** The failure of the last write. Absent: it was stored. */
  readonly failure: () => Failure | undefined;
};

type StoreOptions = {
  readonly states: TerraformStates;
  readonly lineage: string;
  readonly version: string | undefined;
  /** Returns the document to store; undefined if it cannot be read at this moment. */
  readonly current: () => Promise<Stored | undefined>;
  readonly onStored: (stored: Stored) => Promise<void>;
  /** Called when another run has stored: this one stores nothing more. */
  readonly onConflict: () => void;
  /** Called after each failed write, before the next attempt. */
  readonly onFailure: (failure: Failure) => void;
  /** Aborts when a failed attempt is the last one. */
  readonly given: AbortSignal;
};

const FIRST_MS = 200;
const LONGEST_MS = 10_000;

/** Opens the store of an apply. It writes one document after another, each by compare-and-set. */
export function storeStates({
  states,
  lineage,
  current,
  onStored,
  onConflict,
  onFailure,
  given,
  ...first
}: StoreOptions): StateStore {
  const now: Storing = {version: first.version, wanted: 0, done: 0, failures: 0, isLost: false};
  const attempt = async (): Promise<void> => {
    const target = now.wanted;
    const stored = await current();
    if (stored !== undefined) {
      now.version = await putState({states, lineage}, stored, now.version);
      await onStored(stored);
    }
    Object.assign(now, {done: target, failures: 0, failure: undefined});
  };
  const work = async (): Promise<void> => {
    while (now.done < now.wanted && !now.isLost)
      try {
        await attempt();
      } catch (error) {
        if (!(error instanceof GantryError)) throw error;
        now.failure = error.failure;
        now.isLost = error.failure.code === 'plan/stale';
        if (now.isLost) onConflict();
        else {
          onFailure(error.failure);
          if (given.aborted) return;
          const wait = {attempt: ++now.failures, firstMs: FIRST_MS, longestMs: LONGEST_MS};
          await delay(backoff(wait, Math.random()), null, {signal: given}).catch(() => undefined);
        }
      }
  };
  const note = (): void => {
    now.wanted++;
    now.working ??= work().finally(() => (now.working = undefined));
  };
  return {
    note,
    settle: async () => {
      note();
      while (now.working !== undefined) await now.working;
    },
    version: () => now.version,
    failure: () => now.failure,
  };
}

/** The state of the writes. */
type Storing = {
  version: string | undefined;
  /** The number of calls, and how many of them are stored. */
  wanted: number;
  done: number;
  failures: number;
  failure?: Failure | undefined;
  isLost: boolean;
  working?: Promise<void> | undefined;
};

async function putState(
  {states, lineage}: Pick<StoreOptions, 'states' | 'lineage'>,
  stored: Stored,
  version: string | undefined,
): Promise<string> {
  const text = encodeStored(stored);
  try {
    return await states.write(lineage, text, version);
  } catch (error) {
    // The answer of an earlier write may have been lost: the document is then that of this run.
    const found = codeOf(error) === 'plan/stale' ? await states.read(lineage) : undefined;
    // Other runs replace the document and never delete it, so the backend itself is missing.
    if (version !== undefined && codeOf(error) === 'plan/stale' && found === undefined) throw notThere();
    if (found === undefined || found.version === version || decodeStored(found.text).run !== stored.run) throw error;
    return states.write(lineage, text, found.version);
  }
}

const notThere = (): GantryError =>
  new GantryError({code: 'backend/io', detail: 'the Terraform state that this run has stored was not found'});

const codeOf = (error: unknown): string | undefined => (error instanceof GantryError ? error.failure.code : undefined);
