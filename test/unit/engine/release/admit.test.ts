import {describe, expect, it} from 'vitest';
import {GantryError} from '../../../../src/core/failure/failure.ts';
import type {GuardedChange} from '../../../../src/core/protection/guarded-change.ts';
import {acquireLock} from '../../../../src/engine/release/acquire.ts';
import {hmacKey} from '../../../../src/engine/release/hmac-key.ts';
import {pointIndex, recoverHistory} from '../../../../src/engine/release/recover-history.ts';
import {openHistory} from '../../../../src/engine/release/release-history.ts';
import type {Backend} from '../../../../src/ports/backend.ts';
import {handClock} from '../../../rig/hand-clock.ts';
import {memoryBackend} from '../../../rig/memory-backend.ts';
import {holderNamed, NAMES} from '../../../rig/releases.ts';

/** A backend whose guard refuses and counts all changes. */
async function guarded() {
  const memory = memoryBackend();
  await hmacKey(memory);
  const asked: GuardedChange[] = [];
  const backend: Backend = {
    ...memory,
    admit: async (change) => {
      asked.push(change);
      throw new GantryError({code: 'workspace/protected', workspace: 'prod', because: 'not-confirmed'});
    },
  };
  await hmacKey(backend);
  return {backend, asked, keys: [...memory.values.keys()]};
}

const locking = async (backend: Backend) => ({
  backend,
  history: await openHistory({backend, ...NAMES}),
  names: NAMES,
  lineage: 'l',
  holder: holderNamed('me'),
  clock: handClock(),
  lockTimeoutMs: 0,
  signal: new AbortController().signal,
  onEvent: () => undefined,
});

describe('a refusal of the guard', () => {
  it.each<{name: string; change: (backend: Backend) => Promise<unknown>}>([
    {name: 'a lock of a release history', change: async (backend) => acquireLock(await locking(backend))},
    {name: 'a rebuild of a release history', change: async (backend) => recoverHistory(await locking(backend))},
    {name: 'a new index entry', change: (backend) => pointIndex({backend, names: NAMES, lineage: 'l'})},
  ])('$name asks before its first write, and writes nothing', async ({change}) => {
    const {backend, asked, keys} = await guarded();
    await expect(change(backend)).rejects.toMatchObject({code: 'workspace/protected'});
    expect(asked).toEqual([{of: 'releases', names: NAMES}]);
    expect(await backend.list('')).toEqual(keys);
  });
});
