import {setTimeout as delay} from 'node:timers/promises';
import {type Failure, GantryError} from '../../core/failure/failure.ts';
import {backoff} from '../../lib/backoff.ts';
import type {TerraformStates} from '../../ports/terraform-states.ts';
import {decodeStored, encodeStored, type Stored} from './stored.ts';

/** The store of one apply: the document that it last wrote, and its version. */
export type StateStore = {
  /** Stores what `current` returns soon. Calls during a write are one more write. */
  readonly note: () => void;
  /** Stores what `current` returns, and repeats it until it is stored or another run has stored. */
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
  /** Called when another run has stored: this one stores nothing more. */
  readonly onConflict: () => void;
  /** Called after each failed write, before the next attempt. */
  readonly onFailure: (failure: Failure) => void;
  /** Aborts when no more attempts are made. */
  readonly given: AbortSignal;
};

const FIRST_MS = 200;
const LONGEST_MS = 10_000;

/** Opens the store of an apply. It writes one document after another, each by compare-and-set. */
export function storeStates({
  states,
  lineage,
  current,
  onConflict,
  onFailure,
  given,
  ...first
}: StoreOptions): StateStore {
  let [wanted, done, failures] = [0, 0, 0];
  let version = first.version;
  let failure: Failure | undefined;
  let isLost = false;
  let working: Promise<void> | undefined;

  const put = async (stored: Stored): Promise<string> => {
    const text = encodeStored(stored);
    try {
      return await states.write(lineage, text, version);
    } catch (error) {
      // The answer of an earlier write may have been lost: the document is then that of this run.
      const found = codeOf(error) === 'plan/stale' ? await states.read(lineage) : undefined;
      // Another run replaces a document, and never deletes it: the backend is not there.
      if (version !== undefined && codeOf(error) === 'plan/stale' && found === undefined) throw notThere();
      if (found === undefined || found.version === version || decodeStored(found.text).run !== stored.run) throw error;
      version = found.version;
      return states.write(lineage, text, version);
    }
  };
  const attempt = async (): Promise<void> => {
    const target = wanted;
    const stored = await current();
    if (stored !== undefined) version = await put(stored);
    [done, failures, failure] = [target, 0, undefined];
  };
  const work = async (): Promise<void> => {
    while (done < wanted && !isLost && !given.aborted)
      try {
        await attempt();
      } catch (error) {
        if (!(error instanceof GantryError)) throw error;
        failure = error.failure;
        isLost = failure.code === 'plan/stale';
        if (isLost) onConflict();
        else {
          onFailure(failure);
          await delay(backoff({attempt: ++failures, firstMs: FIRST_MS, longestMs: LONGEST_MS}, Math.random()), null, {
            signal: given,
          }).catch(() => undefined);
        }
      }
  };
  const note = (): void => {
    wanted++;
    working ??= work().finally(() => (working = undefined));
  };
  return {
    note,
    settle: async () => {
      note();
      while (working !== undefined) await working;
    },
    version: () => version,
    failure: () => failure,
  };
}

const notThere = (): GantryError =>
  new GantryError({code: 'backend/io', detail: 'the Terraform state that this run has stored is not there'});

const codeOf = (error: unknown): string | undefined => (error instanceof GantryError ? error.failure.code : undefined);
