import type {Stored} from '../../../src/ports/backend.ts';

export type PutOutcome = {readonly version: string} | 'conflict';

/** The backend's inside: each call is one step that nothing comes in between. */
export type Store = {
  readonly get: (key: string) => Stored | undefined;
  readonly put: (key: string, value: Uint8Array, expected: string | undefined) => PutOutcome;
  /** As it was then, with its versions. */
  readonly restore: (past: ReadonlyMap<string, Stored>) => void;
  readonly list: (prefix: string) => readonly string[];
  /** What is stored, as one text: equal texts are equal contents. */
  readonly print: () => string;
};

/**
 * Versions are counted for each key, or digests of the value (a name for it, here): backends of both kinds exist, and with the
 * second a version can come back.
 */
export function openStore(versions: 'counted' | 'digest'): Store {
  const values = new Map<string, Stored>();
  const counts = new Map<string, number>();
  const next = (key: string, value: Uint8Array): string => {
    if (versions === 'digest') return nameOf(value);
    const count = (counts.get(key) ?? 0) + 1;
    counts.set(key, count);
    return `v${count}`;
  };
  return {
    get: (key) => values.get(key),
    put: (key, value, expected) => {
      if (values.get(key)?.version !== expected) return 'conflict';
      const version = next(key, value);
      values.set(key, {value, version});
      return {version};
    },
    restore: (past) => {
      for (const [key, stored] of past) {
        values.set(key, stored);
        counts.set(key, 100);
      }
    },
    list: (prefix) => [...values.keys()].filter((key) => key.startsWith(prefix)).toSorted(),
    print: () =>
      [...values]
        .map(([key, {value, version}]) => `${key}=${nameOf(value)}/${version}`)
        .toSorted()
        .join(' '),
  };
}

const names = new Map<string, string>();

/** Short and one for each contents. */
export function nameOf(value: Uint8Array): string {
  const text = Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString('latin1');
  const known = names.get(text) ?? `#${names.size}`;
  names.set(text, known);
  return known;
}
