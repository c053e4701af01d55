import {gzipSync} from 'node:zlib';
import {expect, it} from 'vitest';
import type {JsonObject} from '../../../../src/core/json.ts';
import type {Release} from '../../../../src/core/release/release.ts';
import {acquireLock} from '../../../../src/engine/release/acquire.ts';
import {packRelease, unpackRelease} from '../../../../src/engine/release/pack.ts';
import {openHistory} from '../../../../src/engine/release/release-history.ts';
import type {Backend} from '../../../../src/ports/backend.ts';
import {handClock} from '../../../rig/hand-clock.ts';
import {manyResources} from '../../../rig/large-release.ts';
import {memoryBackend} from '../../../rig/memory-backend.ts';
import {begun, ended, holderNamed, NAMES, resource} from '../../../rig/releases.ts';

const SMALL = 1_000;
const LARGE = 5_000;
const RATIO = LARGE / SMALL;

it('a release with five times the resources takes five times the bytes and about five times the time', async () => {
  const release = (count: number): Release =>
    ended(begun({lineage: 'abc', revision: 1, epoch: 1}), manyResources(count));
  const measured = async (what: Release): Promise<{readonly bytes: number; readonly time: number}> => {
    const times: number[] = [];
    let bytes = 0;
    for (let round = 0; round < 3; round++) {
      const begin = process.cpuUsage();
      const {value, sha256} = await packRelease(what);
      expect(await unpackRelease({key: 'k', sha256}, value)).toHaveProperty('revision', 1);
      // Of this process alone: what else the machine does is not counted.
      const {user, system} = process.cpuUsage(begin);
      times.push(user + system);
      bytes = value.length;
    }
    return {bytes, time: Math.min(...times)};
  };
  const [small, large] = [await measured(release(SMALL)), await measured(release(LARGE))];
  expect(large.bytes / small.bytes).toBeGreaterThan(RATIO * 0.9);
  expect(large.bytes / small.bytes).toBeLessThan(RATIO * 1.1);
  // Generous, because garbage is collected now and then; the square would be 25.
  expect(large.time / small.time).toBeLessThan(RATIO * 3);
});

it('a large release is stored and read with as many requests as a small one', async () => {
  const requestsFor = async (count: number): Promise<Readonly<Record<string, number>>> => {
    const backend = memoryBackend();
    const asked: Record<string, number> = {get: 0, put: 0, list: 0, delete: 0};
    const counting: Backend = {
      name: backend.name,
      get: (key) => ((asked['get'] = (asked['get'] ?? 0) + 1), backend.get(key)),
      put: (...all) => ((asked['put'] = (asked['put'] ?? 0) + 1), backend.put(...all)),
      list: (prefix) => ((asked['list'] = (asked['list'] ?? 0) + 1), backend.list(prefix)),
      delete: (...all) => ((asked['delete'] = (asked['delete'] ?? 0) + 1), backend.delete(...all)),
    };
    const history = await openHistory({backend: counting, ...NAMES});
    {
      await using lock = await acquireLock({
        backend: counting,
        history,
        names: NAMES,
        holder: holderNamed('anna'),
        clock: handClock(),
        lockTimeoutMs: 0,
        signal: new AbortController().signal,
        onEvent: () => undefined,
      });
      const run = begun(lock, manyResources(count));
      await lock.begin(run);
      await lock.finish(ended(run));
    }
    expect((await openHistory({backend: counting, ...NAMES})).last?.state).toHaveLength(count);
    expect(await backend.list('releases/')).toHaveLength(3);
    return asked;
  };
  expect(await requestsFor(LARGE)).toEqual(await requestsFor(1));
});

it('a release that is larger than usual is read, and a decompression bomb is refused', async () => {
  const spec = [resource('a', {text: 'a'.repeat(17 * 2 ** 20)})];
  const large = ended(begun({lineage: 'abc', revision: 1, epoch: 1}, {spec}));
  const {value, sha256} = await packRelease(large);
  expect((await unpackRelease({key: 'k', sha256}, value)).spec).toEqual(spec);
  const envelope = JSON.parse(new TextDecoder().decode(value)) as JsonObject;
  const bomb = gzipSync(Buffer.alloc(129 * 2 ** 20)).toString('base64');
  const hostile = new TextEncoder().encode(JSON.stringify({...envelope, release: bomb}));
  const refused = Array.from({length: 2}, () => unpackRelease({key: 'k'}, hostile));
  for (const one of await Promise.allSettled(refused))
    expect(one).toMatchObject({reason: {failure: {code: 'release/damaged', detail: 'it cannot be decompressed'}}});
});
