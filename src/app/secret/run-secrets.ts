import {limitConcurrency} from '../../lib/limit-concurrency.ts';
import type {SecretReading, SecretStore} from '../../ports/secret-store.ts';
import type {Deps} from '../deps.ts';
import {enter, type Via} from '../workspace/via.ts';
import {newWaits} from './waits.ts';

/** The stores and secrets that a run has opened and read: the context, the stack's resources and the backend share them. */
export type RunSecrets = {
  /**
   * Opens a store.
   * @throws GantryError if it cannot be opened.
   */
  readonly open: (opening: Opening) => Promise<OpenedStore>;
};

/** A secret store to open, at most once in a run. */
export type Opening = {
  /** The key that identifies this store. */
  readonly key: string;
  /** For people: `the secret store vault of prod`. */
  readonly what: string;
  readonly via: Via;
  readonly open: (via: Via) => Promise<SecretStore>;
};

/** A secret store with the answers that the run already has. */
export type OpenedStore = {
  readonly store: SecretStore;
  /** Reads what has this key, once. */
  readonly read: (key: string, fetch: () => Promise<SecretReading>) => Promise<SecretReading>;
};

/** The maximum number of concurrent requests: a server rejects more of them. */
const AT_ONCE = 8;

// The dependencies of a run are copied with some replaced; `secretStore` always stays the same.
const memories = new WeakMap<Deps['secretStore'], RunSecrets>();

/** Returns what the run knows of secrets; the same for all use cases with the same `secretStore`. */
export function runSecrets({secretStore}: Pick<Deps, 'secretStore'>): RunSecrets {
  const known = memories.get(secretStore) ?? newMemory();
  memories.set(secretStore, known);
  return known;
}

function newMemory(): RunSecrets {
  const stores = new Map<string, Promise<OpenedStore>>();
  const opened = new Set<string>();
  const waits = newWaits();
  return {
    open: async ({key, what, via, open}) => {
      const inner = enter(via, what);
      const known = stores.get(key);
      if (known !== undefined && opened.has(key)) return known;
      waits.begin(inner);
      const opening =
        known ??
        open(inner)
          .then(withMemory)
          .finally(() => {
            opened.add(key);
            waits.end(what);
          });
      stores.set(key, opening);
      return opening;
    },
  };
}

function withMemory(store: SecretStore): OpenedStore {
  const readings = new Map<string, Promise<SecretReading>>();
  const limit = limitConcurrency(AT_ONCE);
  return {
    store,
    read: (key, fetch) => {
      const reading = readings.get(key) ?? limit(fetch);
      readings.set(key, reading);
      return reading;
    },
  };
}
