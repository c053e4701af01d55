import {checkKey} from '../../src/core/release/check-key.ts';
import {sha256} from '../../src/lib/sha256.ts';
import type {Backend, Stored} from '../../src/ports/backend.ts';

/** A backend without a disk. `write` puts bytes past the rules, for damaged files. */
export type MemoryBackend = Backend & {
  readonly values: ReadonlyMap<string, Stored>;
  readonly write: (key: string, value: Uint8Array | string) => void;
};

/** Versions are counted, or digests of the value: backends of both kinds exist, and with the second a version can come back. */
export function memoryBackend(versions: 'counted' | 'digest' = 'counted'): MemoryBackend {
  const values = new Map<string, Stored>();
  let writes = 0;
  const set = (key: string, value: Uint8Array): {readonly version: string} => {
    const version = versions === 'counted' ? `v${++writes}` : sha256(value);
    values.set(key, {value: value.slice(), version});
    return {version};
  };
  const has = (key: string, expected: string | undefined): boolean => values.get(checkKey(key))?.version === expected;
  return {
    name: 'memory',
    values,
    write: (key, value) => void set(key, typeof value === 'string' ? new TextEncoder().encode(value) : value),
    get: async (key) => values.get(checkKey(key)),
    put: async (key, value, expected) => (has(key, expected) ? set(key, value) : 'conflict'),
    delete: async (key, expected) => {
      if (!has(key, expected) || !values.has(key)) return 'conflict';
      values.delete(key);
      return 'deleted';
    },
    list: async (prefix) => [...values.keys()].filter((key) => key.startsWith(prefix)).toSorted(),
  };
}
