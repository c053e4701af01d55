import {readdir, readFile, rm, stat, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {describe, expect, it} from 'vitest';
import {localBackend} from '../../../../src/adapters/local/backend/local-backend.ts';
import {seenHistories} from '../../../../src/config/seen-histories.ts';
import {type Failure, GantryError} from '../../../../src/core/failure/failure.ts';
import {encodeHead, signHead} from '../../../../src/core/release/head.ts';
import type {HistoryNames} from '../../../../src/core/release/history-names.ts';
import {encodeIndexEntry, signIndexEntry} from '../../../../src/core/release/index-entry.ts';
import {earlierKey, HMAC_KEY, headKey, indexKey, releaseKey} from '../../../../src/core/release/keys.ts';
import type {Release} from '../../../../src/core/release/release.ts';
import {Secret} from '../../../../src/core/secret/secret.ts';
import {acquireLock, type HeldLock} from '../../../../src/engine/release/acquire.ts';
import {hmacKey} from '../../../../src/engine/release/hmac-key.ts';
import {packRelease, unpackRelease} from '../../../../src/engine/release/pack.ts';
import {recoverHistory} from '../../../../src/engine/release/recover-history.ts';
import {newestWhole, openHistory, readRelease} from '../../../../src/engine/release/release-history.ts';
import type {Backend} from '../../../../src/ports/backend.ts';
import {fakeS3} from '../../../rig/fake-s3.ts';
import {backendOn} from '../../../rig/fake-s3-backend.ts';
import {forge, headOf, put, remove, text, withoutMac} from '../../../rig/forge.ts';
import {handClock} from '../../../rig/hand-clock.ts';
import {memoryBackend} from '../../../rig/memory-backend.ts';
import {begun, ended, holderNamed, NAMES, resource, stateOf} from '../../../rig/releases.ts';
import {scratchDirectory} from '../../../rig/scratch.ts';

const OTHER = {...NAMES, stack: 'jobs'};
const FORGED = [stateOf('never-ours')];

/** What an earlier version wrote: the same documents without MACs. */
const OLD_LINEAGE = '0123456789abcdef';

async function request(backend: Backend, names: HistoryNames) {
  return {
    backend,
    names,
    holder: holderNamed('anna'),
    clock: handClock(),
    lockTimeoutMs: 0,
    signal: new AbortController().signal,
    onEvent: () => undefined,
    isDead: () => false,
  };
}

const lockOf = async (backend: Backend, names: HistoryNames): Promise<HeldLock> =>
  acquireLock({...(await request(backend, names)), history: await openHistory({backend, ...names})});

/** One apply, from the plan to the record. */
async function apply(backend: Backend, more: Partial<Release> = {}, names: HistoryNames = NAMES): Promise<string> {
  await hmacKey(backend);
  await using lock = await lockOf(backend, names);
  const run = begun(lock, {...names, spec: [resource('web')], state: [stateOf('web')], ...more});
  await lock.begin(run);
  await lock.finish(ended(run));
  return lock.lineage;
}

async function failureOf(work: Promise<unknown>): Promise<Failure | undefined> {
  try {
    await work;
    return undefined;
  } catch (error) {
    if (error instanceof GantryError) return error.failure;
    throw error;
  }
}

const BACKENDS = [
  {kind: 'in memory', make: async (): Promise<Backend> => memoryBackend()},
  {kind: 'in a directory', make: async (): Promise<Backend> => localBackend({directory: await scratchDirectory()})},
  {kind: 'in a bucket', make: async (): Promise<Backend> => backendOn(await fakeS3())},
];

describe.each(BACKENDS)('a backend $kind', ({make}) => {
  const applied = async (times = 1) => {
    const backend = await make();
    let lineage = '';
    for (let time = 0; time < times; time++) lineage = await apply(backend);
    return {backend, lineage, head: headKey(lineage)};
  };

  it.each([
    {
      name: 'a forged release',
      attack: async (backend: Backend, lineage: string) => {
        const key = releaseKey(lineage, 1, 1);
        const release = await unpackRelease({key}, (await backend.get(key))?.value ?? new Uint8Array());
        await put(backend, key, (await packRelease({...release, state: FORGED})).value);
      },
      want: {code: 'release/damaged'},
    },
    {
      name: 'a forged head that keeps the MAC',
      attack: (backend: Backend, lineage: string) => forge(backend, lineage, {state: FORGED}),
      want: {code: 'release/untrusted', problem: 'wrong-mac'},
    },
    {
      name: 'a forged head without a MAC',
      attack: (backend: Backend, lineage: string) => forge(backend, lineage, {state: FORGED}, withoutMac),
      want: {code: 'release/untrusted', problem: 'no-mac'},
    },
    {
      name: 'a head whose MAC was taken away, and nothing else',
      attack: async (backend: Backend, lineage: string) =>
        put(backend, headKey(lineage), encodeHead(withoutMac(await headOf(backend, lineage)))),
      want: {code: 'release/untrusted', problem: 'no-mac'},
    },
    {
      name: 'a history that is written anew as an earlier version would',
      attack: async (backend: Backend, lineage: string) => {
        await forge(backend, lineage, {state: FORGED}, withoutMac);
        await put(backend, indexKey(NAMES), encodeIndexEntry({formatVersion: 1, ...NAMES, lineage}));
      },
      want: {code: 'release/untrusted', problem: 'no-mac'},
    },
    {
      name: 'a head with a MAC that is none',
      attack: async (backend: Backend, lineage: string) =>
        put(backend, headKey(lineage), JSON.stringify({...(await headOf(backend, lineage)), mac: 'x'})),
      want: {code: 'release/untrusted', problem: 'wrong-mac'},
    },
    {
      name: 'an index that leads to the releases of another stack',
      attack: async (backend: Backend) => {
        await apply(backend, {}, OTHER);
        await put(backend, indexKey(NAMES), await text(backend, indexKey(OTHER)));
      },
      want: {code: 'release/untrusted', problem: 'wrong-mac'},
    },
    {
      name: 'another key',
      attack: async (backend: Backend) =>
        put(backend, HMAC_KEY, JSON.stringify({formatVersion: 1, hmac: 'a'.repeat(64)})),
      want: {code: 'release/untrusted', problem: 'other-key'},
    },
    {
      name: 'no key',
      attack: (backend: Backend) => remove(backend, HMAC_KEY),
      want: {code: 'release/untrusted', problem: 'no-key'},
    },
  ])('no release is trusted after $name', async ({attack, want}) => {
    const {backend, lineage} = await applied();
    expect((await openHistory({backend, ...NAMES})).last).toMatchObject({revision: 1});
    await attack(backend, lineage);
    // As the next program opens it: nothing is remembered.
    const anew = {...backend};
    expect(await failureOf(openHistory({backend: anew, ...NAMES}))).toMatchObject(want);
    expect(await failureOf(lockOf(anew, NAMES))).toMatchObject(want);
  });

  it('a head or release in the place of another one is not trusted', async () => {
    const {backend, lineage} = await applied(2);
    const first = releaseKey(lineage, 1, 1);
    const moved = releaseKey(lineage, 3, 3);
    await put(backend, moved, await text(backend, first));
    expect(await failureOf(readRelease(backend, lineage, {key: moved}))).toMatchObject({
      code: 'release/untrusted',
      problem: 'wrong-mac',
      key: moved,
    });
    const intent = first.replace('.json', '-pending.json');
    await put(backend, moved, await text(backend, intent));
    expect(await failureOf(readRelease(backend, lineage, {key: moved}))).toMatchObject({problem: 'wrong-mac'});
    expect((await newestWhole(backend, lineage))?.revision).toBe(2);
  });

  it('unsigned releases are trusted until the first apply, and after that only unchanged', async () => {
    const backend = await make();
    await put(backend, HMAC_KEY, JSON.stringify({formatVersion: 1, hmac: 'b'.repeat(64)}));
    const keys = [1, 2].map((revision) => releaseKey(OLD_LINEAGE, revision, revision));
    const old = keys.map((_, at) =>
      ended(begun({lineage: OLD_LINEAGE, revision: at + 1, epoch: at + 1}, {spec: [resource('web')]})),
    );
    const packed = await Promise.all(old.map((release) => packRelease(release)));
    for (const [at, {value}] of packed.entries()) await put(backend, keys[at] ?? '', value);
    const pointer = {key: keys[1] ?? '', sha256: packed[1]?.sha256 ?? ''};
    const before = {
      formatVersion: 1,
      lineage: OLD_LINEAGE,
      epoch: 2,
      token: 't',
      revision: 2,
      release: pointer,
    } as const;
    await put(backend, headKey(OLD_LINEAGE), encodeHead(before));
    await put(backend, indexKey(NAMES), encodeIndexEntry({formatVersion: 1, ...NAMES, lineage: OLD_LINEAGE}));

    expect(await openHistory({backend, ...NAMES})).toMatchObject({isUnsigned: true, last: {revision: 2}});
    expect(await apply(backend)).toBe(OLD_LINEAGE);
    const now = await openHistory({backend, ...NAMES});
    expect(now).toMatchObject({last: {revision: 3}});
    expect(now.isUnsigned).toBeUndefined();
    for (const key of keys) expect(await readRelease(backend, OLD_LINEAGE, {key})).toMatchObject({phase: 'succeeded'});

    const {value} = await packRelease({...(old[0] as Release), state: FORGED});
    await put(backend, keys[0] ?? '', value);
    const refused = {code: 'release/untrusted', problem: 'no-mac', key: keys[0]};
    expect(await failureOf(readRelease(backend, OLD_LINEAGE, {key: keys[0] ?? ''}))).toMatchObject(refused);
    await remove(backend, earlierKey(OLD_LINEAGE));
    expect(await failureOf(readRelease({...backend}, OLD_LINEAGE, {key: keys[1] ?? ''}))).toMatchObject({
      problem: 'no-mac',
    });
    await put(backend, headKey(OLD_LINEAGE), encodeHead(before));
    await put(backend, indexKey(NAMES), encodeIndexEntry({formatVersion: 1, ...NAMES, lineage: OLD_LINEAGE}));
    // Nothing in the backend tells it any more: only a machine that has seen better does.
    expect(await openHistory({backend: {...backend}, ...NAMES})).toMatchObject({isUnsigned: true});
  });
});

describe('a machine that has seen the releases', () => {
  const onMachine = async (backend: Backend) => {
    const home = await scratchDirectory();
    return {home, backend: {...backend, seen: seenHistories(home, 'shared')}};
  };

  it.each([
    {
      name: 'an older head, put back',
      attack: async (backend: Backend, {old, lineage}: {old: string; lineage: string}) =>
        put(backend, headKey(lineage), old),
      want: {problem: 'replayed', found: 1, known: {revision: 2}},
    },
    {
      name: 'a history that is written anew as an earlier version would',
      attack: async (backend: Backend, {lineage}: {lineage: string}) => {
        await forge(backend, lineage, {state: FORGED}, withoutMac);
        await put(backend, indexKey(NAMES), encodeIndexEntry({formatVersion: 1, ...NAMES, lineage}));
        await put(backend, HMAC_KEY, (await text(backend, HMAC_KEY)).replace(',"macs":"required"', ''));
      },
      want: {problem: 'no-mac', known: {revision: 2}},
    },
    {
      name: 'a history of another lineage, as an earlier version would write it',
      attack: async (backend: Backend, {lineage}: {lineage: string}) => {
        const head = await headOf(backend, lineage);
        const key = releaseKey(OLD_LINEAGE, 1, 1);
        const release = ended(begun({lineage: OLD_LINEAGE, revision: 1, epoch: 1}, {state: FORGED}));
        const {value, sha256} = await packRelease(release);
        await put(backend, key, value);
        await put(backend, HMAC_KEY, (await text(backend, HMAC_KEY)).replace(',"macs":"required"', ''));
        const forged = {...withoutMac(head), lineage: OLD_LINEAGE, release: {key, sha256}};
        await put(backend, headKey(OLD_LINEAGE), encodeHead(forged));
        await put(backend, indexKey(NAMES), encodeIndexEntry({formatVersion: 1, ...NAMES, lineage: OLD_LINEAGE}));
      },
      want: {problem: 'no-mac', known: {revision: 2}},
    },
    {
      name: 'no head any more',
      attack: (backend: Backend, {lineage}: {lineage: string}) => remove(backend, headKey(lineage)),
      want: {problem: 'gone', known: {revision: 2}},
    },
  ])('a machine that saw the releases refuses $name, and a rebuild continues from there', async ({attack, want}) => {
    const {backend} = await onMachine(memoryBackend());
    const lineage = await apply(backend);
    const old = await text(backend, headKey(lineage));
    await apply(backend);
    await attack(backend, {old, lineage});
    const anew = {...backend};
    const file = backend.seen.fileOf(NAMES);
    const known = {...('known' in want ? want.known : {}), file};
    expect(await failureOf(openHistory({backend: anew, ...NAMES}))).toMatchObject({
      code: 'release/untrusted',
      ...want,
      known,
    });
    {
      await using lock = await recoverHistory({...(await request(anew, NAMES)), lineage});
      expect(lock.revision).toBe(3);
      await lock.finish(ended(begun(lock)));
    }
    expect(await openHistory({backend: anew, ...NAMES})).toMatchObject({lineage, last: {revision: 3, state: []}});
  });

  it('an older record is trusted after the file of seen releases was deleted', async () => {
    const {backend, home} = await onMachine(memoryBackend());
    const lineage = await apply(backend);
    const old = await text(backend, headKey(lineage));
    await apply(backend);
    await put(backend, headKey(lineage), old);
    expect(await failureOf(openHistory({backend, ...NAMES}))).toMatchObject({problem: 'replayed'});
    await rm(join(home, 'seen'), {recursive: true});
    expect(await openHistory({backend, ...NAMES})).toMatchObject({last: {revision: 1}});
  });

  it('the same history under another key is refused, and a recreated backend starts a new history', async () => {
    const {backend} = await onMachine(memoryBackend());
    const lineage = await apply(backend);
    const other = new Secret('c'.repeat(64));
    await put(backend, HMAC_KEY, JSON.stringify({formatVersion: 1, hmac: other.reveal()}));
    await put(backend, headKey(lineage), encodeHead(signHead(await headOf(backend, lineage), other)));
    const entry = signIndexEntry({formatVersion: 1, ...NAMES, lineage}, other);
    await put(backend, indexKey(NAMES), encodeIndexEntry(entry));
    expect(await failureOf(openHistory({backend: {...backend}, ...NAMES}))).toMatchObject({
      problem: 'other-key',
      known: {revision: 1},
    });
    const anew = {...memoryBackend(), seen: backend.seen};
    expect(await apply(anew)).not.toBe(lineage);
    expect(await openHistory({backend: anew, ...NAMES})).toMatchObject({last: {revision: 1}});
  });

  it('seen releases are stored in a file for its owner only, and lower numbers are ignored', async () => {
    const {backend, home} = await onMachine(memoryBackend());
    await apply(backend);
    await apply(backend);
    const file = backend.seen.fileOf(NAMES);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject({
      ...NAMES,
      backend: 'shared',
      revision: 2,
      epoch: 2,
    });
    await backend.seen.note(NAMES, {lineage: 'x', epoch: 1, revision: 1, key: 'k'});
    expect(await backend.seen.read(NAMES)).toMatchObject({lineage: 'x', former: [expect.any(String)]});
    expect(await readdir(join(home, 'seen'))).toHaveLength(1);
    await writeFile(file, '{"half');
    expect(await backend.seen.read(NAMES)).toBeUndefined();
    expect((await openHistory({backend, ...NAMES})).last).toMatchObject({revision: 2});
  });

  it('only the highest seen numbers are kept, also with a concurrent read of an older head', async () => {
    const {backend} = await onMachine(memoryBackend());
    const seen = {lineage: 'a', epoch: 5, revision: 4, key: 'k'};
    await backend.seen.note(NAMES, seen);
    await backend.seen.note(NAMES, {...seen, epoch: 4, revision: 3});
    expect(await backend.seen.read(NAMES)).toEqual({...seen, former: []});
    await backend.seen.note(OTHER, {...seen, epoch: 1});
    expect(await backend.seen.read(NAMES)).toEqual({...seen, former: []});
  });

  it('a lineage that had these names before is refused', async () => {
    const {backend} = await onMachine(memoryBackend());
    const first = await apply(backend);
    const index = await text(backend, indexKey(NAMES));
    await remove(backend, indexKey(NAMES));
    const second = await apply(backend);
    expect(second).not.toBe(first);
    await put(backend, indexKey(NAMES), index);
    expect(await failureOf(openHistory({backend, ...NAMES}))).toMatchObject({problem: 'replayed'});
  });
});

describe('a bucket whose policy keeps keys/ apart', () => {
  const DENIED = {status: 403, code: 'AccessDenied'} as const;

  it('releases from a person who can read but not replace the key are trusted', async () => {
    const bucket = await fakeS3();
    await apply(await backendOn(bucket));
    bucket.twist = ({method, key}) => (key.startsWith('keys/') && method !== 'GET' ? DENIED : undefined);
    const backend = await backendOn(bucket);
    await apply(backend);
    expect(await openHistory({backend, ...NAMES})).toMatchObject({last: {revision: 2}});
  });

  it('a person without access to the key can neither read nor forge releases', async () => {
    const bucket = await fakeS3();
    const owner = await backendOn(bucket);
    const lineage = await apply(owner);
    bucket.twist = ({key}) => (key.startsWith('keys/') ? DENIED : undefined);
    const writer = await backendOn(bucket);
    expect(await failureOf(openHistory({backend: writer, ...NAMES}))).toMatchObject({
      code: 'backend/denied',
      on: expect.stringContaining('keys/hmac'),
    });
    await forge(writer, lineage, {state: FORGED}, withoutMac);
    bucket.twist = () => undefined;
    expect(await failureOf(openHistory({backend: await backendOn(bucket), ...NAMES}))).toMatchObject({
      code: 'release/untrusted',
    });
  });
});
