import {describe, expect, it} from 'vitest';
import {openRegister} from '../../../../../src/adapters/alicloud/backend/register.ts';
import {versionName} from '../../../../../src/adapters/alicloud/backend/version-names.ts';
import type {VersionStore} from '../../../../../src/adapters/alicloud/backend/version-store.ts';
import {memoryVersions} from '../../../../rig/memory-versions.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const names = ({objects}: ReturnType<typeof memoryVersions>): readonly string[] => [...objects.keys()].toSorted();

type Register = ReturnType<typeof openRegister>;

async function written(register: Register, key: string, value: string, expected?: string): Promise<string> {
  const outcome = await register.put(key, bytes(value), expected);
  if (outcome === 'conflict') throw new Error(`conflict at ${key}`);
  return outcome.version;
}

/** Writes that many values, one after the other. */
async function history(register: Register, key: string, count: number): Promise<void> {
  let version = (await register.get(key))?.version;
  for (let index = 0; index < count; index++) version = await written(register, key, `other ${index}`, version);
}

describe('a register of numbered versions', () => {
  it('a register keeps only the highest number, also of a deleted key', async () => {
    const versions = memoryVersions();
    const register = openRegister(versions.store);
    const first = await written(register, 'a/b', '1');
    expect(names(versions)).toEqual(['a/b/.000000000001']);
    const second = await written(register, 'a/b', '2', first);
    expect(names(versions)).toEqual(['a/b/.000000000002']);
    expect(await register.delete('a/b', second)).toBe('deleted');
    expect(names(versions)).toEqual(['a/b/.000000000003']);
    expect(versions.objects.get('a/b/.000000000003')?.body).toHaveLength(0);
    expect(await written(register, 'a/b', '3')).toBe('4');
  });

  it('a register ignores other objects next to its versions', async () => {
    const versions = memoryVersions();
    for (const name of ['a', 'a/.lock', 'a/.1', 'a/.000000000000', '.gantry-proof-1', 'a/b/', 'a//.000000000001'])
      versions.now.create(name, {body: bytes('x'), metadata: {}});
    const register = openRegister(versions.store);
    expect(await register.list('')).toEqual([]);
    expect(await register.get('a')).toBeUndefined();
    expect(await written(register, 'a', 'mine')).toBe('1');
  });

  it('a register needs four requests for a write after a read, and two for a read', async () => {
    const {store} = memoryVersions();
    const asked: string[] = [];
    const counted = Object.fromEntries(
      Object.entries(store).map(([name, ask]) => [
        name,
        (...args: readonly never[]) => (asked.push(name), (ask as (...given: readonly never[]) => unknown)(...args)),
      ]),
    ) as VersionStore;
    const register = openRegister(counted);
    await written(register, 'a', '1');
    const read = await register.get('a');
    asked.length = 0;
    await register.get('a');
    expect(asked).toEqual(['list', 'read']);
    asked.length = 0;
    await written(register, 'a', '2', read?.version);
    expect(asked).toEqual(['list', 'create', 'list', 'remove']);
  });
});

describe('a delayed create whose number was created and removed by others', () => {
  /** Others write that much before the create of ours arrives. */
  async function lateBy(count: number) {
    const versions = memoryVersions();
    const others = openRegister(versions.store);
    const version = await written(others, 'a', 'first');
    const late: VersionStore = {
      ...versions.store,
      create: async (name, object) => {
        await history(others, 'a', count);
        return versions.store.create(name, object);
      },
    };
    const outcome = await openRegister(late)
      .put('a', bytes('mine'), version)
      .catch((error: unknown) => String(error));
    const stored = await others.get('a');
    return {versions, others, outcome, value: stored && new TextDecoder().decode(stored.value)};
  }

  it.each([{count: 1}, {count: 2}, {count: 3}, {count: 64}])(
    'a delayed create is a conflict after $count writes',
    async ({count}) => {
      const {outcome, value, versions} = await lateBy(count);
      expect(outcome).toBe('conflict');
      expect(value).toBe(`other ${count - 1}`);
      expect(names(versions)).toEqual([versionName('a', count + 1)]);
    },
  );

  it('a delayed create is neither a success nor a conflict after more writes than a version records', async () => {
    const {outcome, value} = await lateBy(70);
    expect(outcome).toContain('it is unknown whether this write came first');
    expect(value).toBe('other 69');
  });

  it('a delayed create is a success if it came first and others wrote later', async () => {
    const versions = memoryVersions();
    const others = openRegister(versions.store);
    const version = await written(others, 'a', 'first');
    const unanswered: VersionStore = {
      ...versions.store,
      create: async (name, object) => {
        await versions.store.create(name, object);
        await history(others, 'a', 3);
        // The answer was lost; by now its number is free again.
        await versions.store.create(name, object);
        return 'unsure';
      },
    };
    expect(await openRegister(unanswered).put('a', bytes('mine'), version)).toEqual({version: '2'});
    expect(await others.list('')).toEqual(['a']);
    await history(others, 'a', 1);
    expect(names(versions)).toEqual([versionName('a', 6)]);
  });

  it('a delayed create is never read although it has the number that was the highest', async () => {
    const versions = memoryVersions();
    const others = openRegister(versions.store);
    await written(others, 'a', 'first');
    let reads = 0;
    const racing: VersionStore = {
      ...versions.store,
      read: async (name) => {
        if (reads++ === 0) {
          await history(others, 'a', 2);
          versions.now.create(name, {body: bytes('late'), metadata: {}});
        }
        return versions.store.read(name);
      },
    };
    const stored = await openRegister(racing).get('a');
    expect(stored).toEqual({value: bytes('other 1'), version: '3'});
  });

  it('a delayed create does not decide who came first although it has the highest number', async () => {
    const versions = memoryVersions();
    const others = openRegister(versions.store);
    const version = await written(others, 'a', 'first');
    let looks = 0;
    const racing: VersionStore = {
      ...versions.store,
      create: async (name, object) => {
        await versions.store.create(name, object);
        await history(others, 'a', 1);
        return 'unsure';
      },
      look: async (name) => {
        // The first look is at what is to be replaced.
        if (looks++ === 1) {
          await history(others, 'a', 2);
          versions.now.create(name, {body: bytes('late'), metadata: {'gantry-line': 'late stranger'}});
        }
        return versions.store.look(name);
      },
    };
    expect(await openRegister(racing).put('a', bytes('mine'), version)).toEqual({version: '2'});
  });
});
