import {describe, expect, it} from 'vitest';
import {kubernetesBackend} from '../../../../../src/adapters/kubernetes/backend/kubernetes-backend.ts';
import {PART_BYTES, PART_TYPE} from '../../../../../src/adapters/kubernetes/backend/parts.ts';
import {GantryError} from '../../../../../src/core/failure/failure.ts';
import {settledPut} from '../../../../../src/engine/release/settled-put.ts';
import type {Backend} from '../../../../../src/ports/backend.ts';
import {handClock} from '../../../../rig/hand-clock.ts';
import {type MemorySecrets, memorySecrets, unreachable} from '../../../../rig/memory-secrets.ts';

const large = (fill: number, parts = 3): Uint8Array => new Uint8Array(PART_BYTES * (parts - 1) + 1).fill(fill);
const small = new TextEncoder().encode('small');

function open(orphanAgeMs?: number) {
  const secrets = memorySecrets();
  const clock = handClock();
  const age = orphanAgeMs === undefined ? {} : {orphanAgeMs};
  const another = (): Backend => kubernetesBackend({secrets, clock, workspace: 'prod', ...age});
  return {secrets, clock, backend: another(), another};
}

async function put(backend: Backend, key: string, value: Uint8Array, expected?: string): Promise<string> {
  const outcome = await backend.put(key, value, expected);
  if (outcome === 'conflict') throw new Error(`conflict at ${key}`);
  return outcome.version;
}

/** What is stored, a large value by what it is filled with: bytes are too many to be compared one by one. */
async function read(
  backend: Backend,
  key: string,
): Promise<{readonly version: string; readonly of: string} | undefined> {
  const stored = await backend.get(key);
  return stored && {version: stored.version, of: describeBytes(stored.value)};
}

const describeBytes = (value: Uint8Array): string => {
  const fill = value[0] ?? 0;
  return Buffer.from(value).equals(Buffer.alloc(value.length, fill)) ? `${value.length} × ${fill}` : 'a mixture';
};

const partsIn = ({objects}: MemorySecrets): number =>
  [...objects.values()].filter(({type}) => type === PART_TYPE).length;

/** The next such call has no answer. */
function loseAnswer(secrets: MemorySecrets, call: 'create' | 'replace' | 'delete', isMeant = (_name: string) => true) {
  secrets.before = (called, name) => {
    if (called !== call || !isMeant(name)) return;
    secrets.before = () => undefined;
    throw unreachable('the connection broke');
  };
}

const failureOf = async (work: Promise<unknown>): Promise<GantryError['failure']> =>
  work.then(
    () => {
      throw new Error('it did not fail');
    },
    (error: unknown) => {
      if (error instanceof GantryError) return error.failure;
      throw error;
    },
  );

describe('a value that is too large for one Secret', () => {
  it('a large value is read back as written, and leaves no part when it is replaced or deleted', async () => {
    const {secrets, backend} = open();
    const first = await put(backend, 'releases/x/1-1.json', large(1));
    expect(partsIn(secrets)).toBe(3);
    expect(await read(backend, 'releases/x/1-1.json')).toEqual({of: describeBytes(large(1)), version: first});
    const second = await put(backend, 'releases/x/1-1.json', large(2, 2), first);
    expect(partsIn(secrets)).toBe(2);
    expect(await read(backend, 'releases/x/1-1.json')).toEqual({of: describeBytes(large(2, 2)), version: second});
    const third = await put(backend, 'releases/x/1-1.json', small, second);
    expect(partsIn(secrets)).toBe(0);
    const fourth = await put(backend, 'releases/x/1-1.json', large(3), third);
    expect(await backend.delete('releases/x/1-1.json', fourth)).toBe('deleted');
    expect(secrets.objects.size).toBe(0);
  });

  it('a large value is one key in a list', async () => {
    const {backend} = open();
    await put(backend, 'releases/x/1-1.json', large(1));
    expect(await backend.list('')).toEqual(['releases/x/1-1.json']);
  });

  it('a large value that loses against another write leaves no parts', async () => {
    const {secrets, backend} = open();
    const first = await put(backend, 'a/key', small);
    await put(backend, 'a/key', large(1), first);
    expect(await backend.put('a/key', large(2), first)).toBe('conflict');
    expect(await backend.put('a/key', large(2), undefined)).toBe('conflict');
    expect(partsIn(secrets)).toBe(3);
    expect((await read(backend, 'a/key'))?.of).toBe(describeBytes(large(1)));
  });

  it('a reader during a replacement gets the old value or the new one', async () => {
    const {secrets, backend, another} = open();
    const first = await put(backend, 'a/key', large(1));
    let replaced: string | undefined;
    secrets.before = async (call, name) => {
      // Between the Secret that names the parts and the first part.
      if (call !== 'get' || !name.endsWith('-0') || replaced !== undefined) return;
      replaced = 'under way';
      replaced = await put(another(), 'a/key', large(2), first);
    };
    expect(await read(backend, 'a/key')).toEqual({of: describeBytes(large(2)), version: replaced});
  });

  it.each<{name: string; meanwhile: (backend: Backend, version: string) => Promise<unknown>; want: Uint8Array}>([
    {name: 'that is about to be replaced', meanwhile: async () => undefined, want: large(1)},
    {
      name: 'that another writer replaces first',
      meanwhile: (backend, version) => backend.put('a/key', large(3), version),
      want: large(3),
    },
  ])('a large value $name stays whole until its replacement', async ({meanwhile, want}) => {
    const {secrets, backend, another} = open();
    const first = await put(backend, 'a/key', large(1));
    let seen: string | undefined;
    secrets.before = async (call) => {
      if (call !== 'replace') return;
      secrets.before = () => undefined;
      await meanwhile(another(), first);
      seen = (await read(another(), 'a/key'))?.of;
      throw unreachable('the server is gone');
    };
    expect(await failureOf(backend.put('a/key', large(2), first))).toMatchObject({code: 'backend/io'});
    expect(seen).toBe(describeBytes(want));
    expect((await read(another(), 'a/key'))?.of).toBe(describeBytes(want));
  });

  it.each([
    {
      name: 'one of its parts is gone',
      harm: (secrets: MemorySecrets, part: string) => void secrets.objects.delete(part),
      says: /part 2 of 3 .* is missing/,
    },
    {
      name: 'one of its parts was changed',
      harm: ({objects}: MemorySecrets, part: string) => {
        const was = objects.get(part);
        if (was !== undefined) objects.set(part, {...was, data: {part: small}});
      },
      says: /part 2 of 3 .* was changed/,
    },
  ])('a large value is refused as damaged when $name', async ({harm, says}) => {
    const {secrets, backend} = open();
    await put(backend, 'releases/x/1-1.json', large(1));
    harm(secrets, [...secrets.objects.keys()].find((name) => name.endsWith('-1')) ?? '');
    expect(await failureOf(backend.get('releases/x/1-1.json'))).toEqual({
      code: 'release/damaged',
      key: 'releases/x/1-1.json',
      detail: expect.stringMatching(says) as string,
    });
  });

  it('a large value whose answers were lost is settled by its caller, like a small one', async () => {
    const {secrets, backend} = open();
    loseAnswer(secrets, 'create', (name) => name.endsWith('-1'));
    const first = await put(backend, 'a/key', large(1));
    const {replace} = secrets;
    Object.assign(secrets, {
      replace: async (...args: Parameters<typeof replace>) => {
        Object.assign(secrets, {replace});
        await replace(...args);
        throw unreachable('the answer was lost');
      },
    });
    const outcome = await settledPut(backend, 'a/key', large(2), first);
    expect(await read(backend, 'a/key')).toEqual({
      of: describeBytes(large(2)),
      version: (outcome as {version: string}).version,
    });
  });

  it('a large value that could not be written completely leaves no parts', async () => {
    const {secrets, backend} = open();
    secrets.before = (call, name) => {
      if (call === 'create' && name.endsWith('-1')) throw new GantryError({code: 'backend/io', detail: 'full'});
    };
    await expect(backend.put('a/key', large(1), undefined)).rejects.toThrow('backend/io');
    expect(secrets.objects.size).toBe(0);
  });

  it('a writer that paused for so long that its parts may be deleted gives up', async () => {
    const {secrets, backend, clock} = open();
    secrets.before = async (call, name) => {
      if (call === 'create' && name.endsWith('-1')) await clock.advance(11 * 60_000);
    };
    expect(await failureOf(backend.put('a/key', large(1), undefined))).toMatchObject({code: 'backend/io'});
    expect(await backend.get('a/key')).toBeUndefined();
  });
});

describe('parts of writers that died', () => {
  async function deadWriter(secrets: MemorySecrets, backend: Backend): Promise<void> {
    loseAnswer(secrets, 'create', (name) => !/-\d$/.test(name));
    await expect(backend.put('a/dead', large(1), undefined)).rejects.toThrow('backend/io');
  }

  it('unreferenced parts are deleted by the next large write, a day later by the clock of the server', async () => {
    const {secrets, backend, another} = open();
    await put(backend, 'a/alive', large(7));
    await deadWriter(secrets, backend);
    expect(partsIn(secrets)).toBe(6);
    secrets.now = new Date(secrets.now.getTime() + 23 * 3_600_000);
    await put(another(), 'a/next', large(2));
    expect(partsIn(secrets)).toBe(9);
    secrets.now = new Date(secrets.now.getTime() + 2 * 3_600_000);
    await put(another(), 'a/after', large(3));
    expect(partsIn(secrets)).toBe(9);
    for (const key of ['a/alive', 'a/next', 'a/after'])
      expect((await backend.get(key))?.value).toHaveLength(large(0).length);
  });

  it('unreferenced parts that cannot be listed or deleted do not fail the write', async () => {
    const {secrets, backend, another} = open(0);
    await deadWriter(secrets, backend);
    secrets.before = (call) => {
      if (call === 'list' || call === 'delete') throw unreachable('busy');
    };
    const version = await put(another(), 'a/next', large(2));
    secrets.before = () => undefined;
    expect((await backend.get('a/next'))?.version).toBe(version);
  });
});

describe('a namespace', () => {
  it('a missing namespace is reported only when nothing is found', async () => {
    const {secrets, backend} = open();
    secrets.exists = false;
    expect(await failureOf(backend.get('a/key'))).toMatchObject({code: 'input/usage'});
    expect(await failureOf(backend.list(''))).toMatchObject({code: 'input/usage'});
    secrets.exists = true;
    expect(await backend.list('')).toEqual([]);
  });

  it('Secrets of others in the namespace are not listed as keys', async () => {
    const {secrets, backend} = open();
    await put(backend, 'locks/x.json', small);
    const [own] = secrets.objects.values();
    if (own === undefined) throw new Error('nothing was stored');
    secrets.objects.set('copy', {...own, name: 'copy'});
    secrets.objects.set('other', {...own, name: 'other', labels: {}, annotations: {}});
    expect(await backend.list('')).toEqual(['locks/x.json']);
  });

  it.each(['head', 'uid/1/zz', 'a/b/c/d', ''])(
    'the backend reports a conflict for the version %j of another backend',
    async (version) => {
      const {backend} = open();
      await put(backend, 'a/key', small);
      expect(await backend.put('a/key', small, version)).toBe('conflict');
      expect(await backend.delete('a/key', version)).toBe('conflict');
    },
  );

  it('a value under a name that is not its own is reported with its key', async () => {
    const {secrets, backend} = open();
    await put(backend, 'a/key', small);
    const [own] = secrets.objects.values();
    if (own !== undefined) secrets.objects.set(own.name, {...own, annotations: {'gantry.dev/backend-key': 'b/key'}});
    expect(await failureOf(backend.get('a/key'))).toMatchObject({code: 'release/damaged', detail: /b\/key/});
  });

  it('a Secret without its data reads as an empty value, and can be overwritten', async () => {
    const {secrets, backend} = open();
    await put(backend, 'a/key', small);
    const [own] = secrets.objects.values();
    if (own !== undefined) secrets.objects.set(own.name, {...own, data: {}});
    const stored = await backend.get('a/key');
    expect(stored?.value).toHaveLength(0);
    await put(backend, 'a/key', small, stored?.version);
    expect((await backend.get('a/key'))?.value).toEqual(small);
  });
});
