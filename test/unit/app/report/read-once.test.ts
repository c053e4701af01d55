import {expect, it} from 'vitest';
import {readOnce} from '../../../../src/app/report/read-once.ts';
import {memoryBackend} from '../../../rig/memory-backend.ts';

it('a backend that reads once asks again after a write and after a failure', async () => {
  const backend = memoryBackend();
  let [reads, broken] = [0, true];
  const once = readOnce({
    ...backend,
    get: async (key) => {
      reads++;
      if (broken) throw new Error('lost');
      return backend.get(key);
    },
  });
  await expect(once.get('a')).rejects.toThrow('lost');
  broken = false;
  expect([await once.get('a'), await once.get('a'), reads]).toEqual([undefined, undefined, 2]);
  expect(await once.list('')).toEqual([]);
  await once.put('a', new Uint8Array([1]), undefined);
  expect([(await once.get('a'))?.value, await once.list(''), reads]).toEqual([new Uint8Array([1]), ['a'], 3]);
});
