import {GantryError} from '../../../src/core/failure/failure.ts';
import {settledPut} from '../../../src/engine/release/settled-put.ts';
import type {Backend} from '../../../src/ports/backend.ts';
import type {Random} from '../random-source.ts';
import {namedValue} from './recorded-backend.ts';

export type Outcome = {readonly value: string; readonly key: string; readonly told: 'done' | 'conflict' | 'failed'};

export type ClientRequest = {
  /** Says who wrote a value. */
  readonly name: string;
  /** Recorded, and failing now and then. */
  readonly backend: Backend;
  readonly keys: readonly string[];
  readonly random: Random;
  /** How large a value may be that does not fit into one piece of this backend, if there is such a thing. */
  readonly largeBytes?: number | undefined;
};

/** What a client has seen last of a key, if it has not done anything to it since whose end it does not know. */
type Known = {readonly version: string | undefined};

/**
 * A client that creates, replaces, deletes, reads and lists at random, as the engine does it: from what it has seen last, each
 * write settled. Each call of `step` is one operation; what it was told of its writes is collected.
 */
export function randomClient({name, backend, keys, random, largeBytes}: ClientRequest) {
  const known = new Map<string, Known>();
  const stale = new Map<string, string>();
  const outcomes: Outcome[] = [];
  let count = 0;

  const read = async (key: string): Promise<Known> => {
    const stored = await backend.get(key);
    const seen = {version: stored?.version};
    known.set(key, seen);
    if (stored !== undefined) stale.set(key, stored.version);
    return seen;
  };
  const put = async (key: string, expected: string | undefined): Promise<void> => {
    const value = `${name}-${++count}`;
    const bytes = largeBytes !== undefined && random.chance(0.02) ? largeBytes : 64;
    known.delete(key);
    try {
      const outcome = await settledPut(backend, key, namedValue(value, bytes), expected);
      outcomes.push({key, value, told: outcome === 'conflict' ? 'conflict' : 'done'});
      if (outcome !== 'conflict') known.set(key, outcome);
    } catch (error) {
      if (!isFailed(error)) throw error;
      outcomes.push({key, value, told: 'failed'});
    }
  };
  const act = async (key: string): Promise<void> => {
    const chosen = random.int(20);
    if (chosen < 5) return void (await read(key));
    if (chosen < 7) return void (await backend.list(''));
    const last = known.get(key);
    const {version} = last === undefined || random.chance(0.3) ? await read(key) : last;
    if (chosen < 9) return put(key, stale.get(key));
    if (chosen > 17 && version !== undefined) {
      known.delete(key);
      return void (await backend.delete(key, version));
    }
    return put(key, version);
  };
  const step = async (): Promise<void> => {
    try {
      await act(random.pick(keys));
    } catch (error) {
      if (!isFailed(error)) throw error;
    }
  };
  return {step, outcomes};
}

/** The world said no, for once: the caller is told. Anything else is a bug. */
const isFailed = (error: unknown): boolean => error instanceof GantryError && error.failure.code === 'backend/io';
