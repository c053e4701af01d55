import {expect, it} from 'vitest';
import {usesSince} from '../../../../src/app/shared/uses-since.ts';
import {releasesPrefix} from '../../../../src/core/release/keys.ts';
import type {Use} from '../../../../src/core/release/use.ts';
import {acquireLock} from '../../../../src/engine/release/acquire.ts';
import {openHistory} from '../../../../src/engine/release/release-history.ts';
import type {Backend} from '../../../../src/ports/backend.ts';
import {handClock} from '../../../rig/hand-clock.ts';
import {memoryBackend} from '../../../rig/memory-backend.ts';
import {begun, ended, holderNamed, NAMES} from '../../../rig/releases.ts';

const use = (id: string): Use => ({stack: 'shared/shared', id, fields: []});

/** Records releases with these uses. Returns the lineage. */
async function record(backend: Backend, releases: readonly (readonly Use[])[]): Promise<string> {
  let lineage = '';
  for (const uses of releases) {
    const history = await openHistory({backend, ...NAMES});
    const {signal} = new AbortController();
    const waiting = {clock: handClock(), lockTimeoutMs: 0, signal, onEvent: () => undefined};
    await using lock = await acquireLock({backend, history, names: NAMES, holder: holderNamed('anna'), ...waiting});
    const run = begun(lock, {uses});
    await lock.begin(run);
    await lock.finish(ended(run));
    ({lineage} = lock);
  }
  return lineage;
}

it('the search for the begin of a use reads a few releases at once, and no more than it needs', async () => {
  const [a, b] = [use('a'), use('b')];
  const inner = memoryBackend();
  const lineage = await record(inner, [[a], [], [], [a], [a], [a, b], [a, b], [a], [a, b], [a, b]]);
  let [now, most, reads] = [0, 0, 0];
  const backend: Backend = {
    ...inner,
    get: async (key) => {
      if (!key.startsWith(releasesPrefix(lineage))) return inner.get(key);
      reads++;
      most = Math.max(most, ++now);
      await new Promise((resolve) => setImmediate(resolve));
      now--;
      return inner.get(key);
    },
  };
  const since = await usesSince({backend, lineage}, [a, b]);
  expect(since.map((one) => one?.revision)).toEqual([4, 9]);
  expect(most).toBe(4);
  expect(reads).toBe(8);
});
