import {describe, expect, it} from 'vitest';
import {GantryError} from '../../src/core/failure/failure.ts';
import type {Backend} from '../../src/ports/backend.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const text = (stored: {readonly value: Uint8Array} | undefined): string | undefined =>
  stored && new TextDecoder().decode(stored.value);

async function written(backend: Backend, key: string, value: string, expected?: string): Promise<string> {
  const outcome = await backend.put(key, bytes(value), expected);
  if (outcome === 'conflict') throw new Error(`conflict at ${key}`);
  return outcome.version;
}

const isRefused = (error: unknown): boolean => error instanceof GantryError && error.failure.code === 'backend/io';

/** What every backend promises. Run it on each, and on the fake that other tests trust. */
export function backendContract(name: string, open: () => Promise<Backend>): void {
  // A server that is far away, on a machine that is busy, may take its time: only a hang ends a test.
  describe(`backend contract: ${name}`, {timeout: 120_000}, () => {
    it('a backend returns undefined for a key that was never written', async () => {
      const backend = await open();
      expect(await backend.get('releases/none/head.json')).toBeUndefined();
      expect(await backend.list('releases/')).toEqual([]);
    });

    it('a backend returns the bytes and the version of the write', async () => {
      const backend = await open();
      const value = Uint8Array.from({length: 256}, (_, index) => index);
      const outcome = await backend.put('keys/all-bytes', value, undefined);
      const stored = await backend.get('keys/all-bytes');
      expect(stored?.value).toEqual(value);
      expect(outcome).toEqual({version: stored?.version});
    });

    it('a backend distinguishes an empty value from a missing one', async () => {
      const backend = await open();
      const version = await written(backend, 'a/empty', '');
      expect(text(await backend.get('a/empty'))).toBe('');
      expect(await backend.put('a/empty', bytes('x'), undefined)).toBe('conflict');
      expect(await backend.put('a/empty', bytes('x'), version)).not.toBe('conflict');
    });

    it('a backend creates only a missing key, and keeps an existing value', async () => {
      const backend = await open();
      await written(backend, 'a/key', 'first');
      expect(await backend.put('a/key', bytes('second'), undefined)).toBe('conflict');
      expect(text(await backend.get('a/key'))).toBe('first');
    });

    it('a backend replaces only the named version', async () => {
      const backend = await open();
      const first = await written(backend, 'a/key', '1');
      const second = await written(backend, 'a/key', '2', first);
      expect(await backend.put('a/key', bytes('3'), first)).toBe('conflict');
      expect(text(await backend.get('a/key'))).toBe('2');
      expect((await backend.get('a/key'))?.version).toBe(second);
      expect(await backend.put('a/none', bytes('3'), first)).toBe('conflict');
      expect(await backend.get('a/none')).toBeUndefined();
    });

    it('a backend deletes only the named version', async () => {
      const backend = await open();
      const first = await written(backend, 'a/key', '1');
      const second = await written(backend, 'a/key', '2', first);
      expect(await backend.delete('a/key', first)).toBe('conflict');
      expect(await backend.delete('a/key', second)).toBe('deleted');
      expect(await backend.get('a/key')).toBeUndefined();
      expect(await backend.delete('a/key', second)).toBe('conflict');
      expect(await backend.put('a/key', bytes('3'), second)).toBe('conflict');
      await written(backend, 'a/key', 'again');
    });

    it('a backend lists the keys below a prefix, sorted and without deleted ones', async () => {
      const backend = await open();
      for (const key of ['r/b/2.json', 'r/a/1.json', 'r/a/10.json', 'r/a/9.json', 'rest/x', 's/y']) {
        await written(backend, key, key);
      }
      const gone = await written(backend, 'r/a/gone.json', 'x');
      await backend.delete('r/a/gone.json', gone);
      expect(await backend.list('r/')).toEqual(['r/a/1.json', 'r/a/10.json', 'r/a/9.json', 'r/b/2.json']);
      expect(await backend.list('r/a/1')).toEqual(['r/a/1.json', 'r/a/10.json']);
      expect(await backend.list('')).toEqual([
        'r/a/1.json',
        'r/a/10.json',
        'r/a/9.json',
        'r/b/2.json',
        'rest/x',
        's/y',
      ]);
      expect(await backend.list('none/')).toEqual([]);
    });

    it('a backend accepts exactly one of many concurrent writes to one version', async () => {
      const backend = await open();
      let version = await written(backend, 'a/race', 'start');
      for (let round = 0; round < 10; round++) {
        const writers = Array.from({length: 8}, (_, writer) => `${round}/${writer}`);
        const outcomes = await Promise.all(writers.map((value) => backend.put('a/race', bytes(value), version)));
        const winners = writers.filter((_, index) => outcomes[index] !== 'conflict');
        expect(winners).toHaveLength(1);
        const stored = await backend.get('a/race');
        expect(text(stored)).toBe(winners[0]);
        version = stored?.version ?? '';
      }
    });

    it.each([
      '',
      '/',
      '/etc/passwd',
      '../x',
      'a/../../x',
      'a//b',
      'a/',
      'a/.',
      '.lock/free',
      'a/.hidden',
      'a\\b',
      'a\0b',
    ])('a backend refuses the key %j', async (key) => {
      const backend = await open();
      for (const use of [
        () => backend.get(key),
        () => backend.put(key, bytes('x'), undefined),
        () => backend.delete(key, 'v'),
      ]) {
        await expect(use()).rejects.toSatisfy(isRefused);
      }
    });
  });
}
