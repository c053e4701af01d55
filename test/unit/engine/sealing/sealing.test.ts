import {beforeAll, describe, expect, it} from 'vitest';
import {localBackend} from '../../../../src/adapters/local/backend/local-backend.ts';
import {seenHistories} from '../../../../src/config/seen-histories.ts';
import {type Failure, GantryError} from '../../../../src/core/failure/failure.ts';
import {HMAC_KEY, sealedKey} from '../../../../src/core/release/keys.ts';
import {SEALING_KEY} from '../../../../src/core/sealing/sealing-document.ts';
import {acquireLock} from '../../../../src/engine/release/acquire.ts';
import {hmacKey} from '../../../../src/engine/release/hmac-key.ts';
import {openHistory} from '../../../../src/engine/release/release-history.ts';
import {dropEarlierKeys, resealBelow, startRekey} from '../../../../src/engine/sealing/rekey.ts';
import {readLiterals} from '../../../../src/engine/sealing/sealed-literals.ts';
import type {Backend} from '../../../../src/ports/backend.ts';
import {dyingBackend} from '../../../rig/dying-backend.ts';
import {fakeS3} from '../../../rig/fake-s3.ts';
import {backendOn} from '../../../rig/fake-s3-backend.ts';
import {handClock} from '../../../rig/hand-clock.ts';
import {memoryBackend} from '../../../rig/memory-backend.ts';
import {begun, ended, holderNamed, NAMES, resource} from '../../../rig/releases.ts';
import {scratchDirectory} from '../../../rig/scratch.ts';
import {type AgeIdentity, ageIdentity, openedBy} from '../../../rig/sealed-backend.ts';

const VALUE = 'canary-7f3a91c2';
const DIGEST = 'd'.repeat(64);
const LITERALS = new Map([[DIGEST, VALUE]]);

let anna: AgeIdentity;
let ben: AgeIdentity;
let eve: AgeIdentity;
beforeAll(async () => {
  [anna, ben, eve] = await Promise.all([ageIdentity(), ageIdentity(), ageIdentity()]);
});

const ownedBy = <One extends Backend>(backend: One, one: AgeIdentity, recipients = [anna.recipient]): One =>
  openedBy(backend, {recipients, identity: one.key});

/** One apply with a literal secret. */
async function apply(backend: Backend, names = NAMES) {
  await hmacKey(backend);
  await using lock = await acquireLock({
    backend,
    history: await openHistory({backend, ...names}),
    names,
    holder: holderNamed('anna'),
    clock: handClock(),
    lockTimeoutMs: 0,
    signal: new AbortController().signal,
    onEvent: () => undefined,
    isDead: () => true,
  });
  const run = begun(lock, {...names, spec: [resource('web')], state: []});
  await lock.begin(run, LITERALS);
  await lock.finish(ended(run));
  return {lineage: lock.lineage, revision: lock.revision, epoch: lock.epoch};
}

async function rekey(backend: Backend) {
  const {generation} = await startRekey(backend);
  const rewritten = await resealBelow(backend, 'releases/');
  await dropEarlierKeys(backend, generation);
  return {generation, rewritten};
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

async function contentsOf(backend: Backend): Promise<ReadonlyMap<string, Buffer>> {
  const keys = await backend.list('');
  return new Map(
    await Promise.all(keys.map(async (key) => [key, Buffer.from((await backend.get(key))?.value ?? [])] as const)),
  );
}

async function put(backend: Backend, key: string, value: Uint8Array): Promise<void> {
  const stored = await backend.get(key);
  expect(await backend.put(key, value, stored?.version)).not.toBe('conflict');
}

const BACKENDS = [
  {kind: 'in memory', make: async (): Promise<Backend> => memoryBackend()},
  {kind: 'in a directory', make: async (): Promise<Backend> => localBackend({directory: await scratchDirectory()})},
  {kind: 'in a bucket', make: async (): Promise<Backend> => backendOn(await fakeS3())},
];

describe.each(BACKENDS)('a sealed backend $kind', ({make}) => {
  it('a sealed backend stores neither its key nor a literal secret in clear, and gives both to holders of an identity', async () => {
    const plain = await make();
    const run = await apply(ownedBy(plain, anna, [anna.recipient, ben.recipient]));
    const key = await hmacKey(ownedBy(plain, anna));
    for (const [name, value] of await contentsOf(plain)) {
      expect(value.includes(key.reveal()), name).toBe(false);
      for (const text of [VALUE, Buffer.from(VALUE).toString('base64')]) expect(value.includes(text), name).toBe(false);
    }
    // No declaration is needed to read, and either recipient is enough.
    for (const {key: identity} of [anna, ben]) {
      const reader = openedBy(plain, {identity});
      expect((await hmacKey(reader)).reveal()).toBe(key.reveal());
      expect(await readLiterals(reader, run)).toEqual(LITERALS);
    }
  });

  it.each([
    {name: 'no identity', open: (backend: Backend) => openedBy(backend, {})},
    {name: 'the identity of another person', open: (backend: Backend) => openedBy(backend, {identity: eve.key})},
    {
      name: 'a text that is not an identity',
      open: (backend: Backend) => openedBy(backend, {identity: 'AGE-SECRET-KEY-1QQ'}),
    },
  ])('a run with $name is refused, and writes nothing', async ({open}) => {
    const plain = await make();
    await apply(ownedBy(plain, anna));
    const before = await contentsOf(plain);
    const failures = [await failureOf(apply(open(plain))), await failureOf(rekey({...open(plain)}))];
    expect(failures.map((failure) => failure?.code)).toEqual(['backend/sealed', 'backend/sealed']);
    expect(await contentsOf(plain)).toEqual(before);
  });

  it('a rekey takes the backend away from those who are no longer recipients', async () => {
    const plain = await make();
    const run = await apply(ownedBy(plain, anna, [anna.recipient, eve.recipient]));
    expect(await rekey(ownedBy(plain, anna, [anna.recipient, ben.recipient]))).toEqual({generation: 2, rewritten: 1});
    expect(await readLiterals(openedBy(plain, {identity: ben.key}), run)).toEqual(LITERALS);
    expect(await failureOf(readLiterals(openedBy(plain, {identity: eve.key}), run))).toMatchObject({
      code: 'backend/sealed',
    });
  });

  it('a backend in clear is not used by a configuration with encryption until a rekey seals it', async () => {
    const plain = await make();
    await apply(plain);
    const key = await hmacKey(plain);
    const sealed = ownedBy(plain, anna);
    expect(await failureOf(apply(sealed))).toEqual({code: 'backend/not-sealed', backend: plain.name});
    await rekey(sealed);
    expect((await hmacKey(ownedBy(plain, anna))).reveal()).toBe(key.reveal());
    expect((await plain.get(HMAC_KEY))?.value.toString()).not.toContain(key.reveal());
    const run = await apply(ownedBy(plain, anna));
    expect(await readLiterals(ownedBy(plain, anna), run)).toEqual(LITERALS);
  });

  it('documents that were moved, or replayed from before a rekey, are not believed', async () => {
    const plain = await make();
    const [first, second] = [await apply(ownedBy(plain, anna)), await apply(ownedBy(plain, anna))];
    const [a, b] = [first, second].map(({lineage, revision, epoch}) => sealedKey(lineage, revision, epoch));
    const before = await contentsOf(plain);
    await put(plain, b ?? '', before.get(a ?? '') ?? Buffer.from(''));
    expect(await failureOf(readLiterals(ownedBy(plain, anna), second))).toMatchObject({
      code: 'release/untrusted',
      problem: 'wrong-mac',
      key: b,
    });
    await put(plain, b ?? '', before.get(b ?? '') ?? Buffer.from(''));
    await rekey(ownedBy(plain, anna));
    const after = await contentsOf(plain);
    for (const key of [HMAC_KEY, SEALING_KEY, a ?? '']) {
      await put(plain, key, before.get(key) ?? Buffer.from(''));
      expect(await failureOf(readLiterals(ownedBy(plain, anna), first)), key).toMatchObject({
        code: 'release/untrusted',
        problem: 'other-data-key',
      });
      await put(plain, key, after.get(key) ?? Buffer.from(''));
    }
    expect(await readLiterals(ownedBy(plain, anna), first)).toEqual(LITERALS);
  });

  it('200 changed bits and 50 truncations are never believed, and never crash', async () => {
    const plain = await make();
    const run = await apply(ownedBy(plain, anna));
    const key = await hmacKey(ownedBy(plain, anna));
    const before = await contentsOf(plain);
    const sealed = sealedKey(run.lineage, run.revision, run.epoch);
    for (const [number, name] of [HMAC_KEY, SEALING_KEY, sealed].entries()) {
      const whole = before.get(name) ?? Buffer.from('');
      // The last byte is a line feed, which says nothing.
      for (let i = number; i < 250; i += 3) {
        const at = Math.floor((i / 250) * (whole.length - 1));
        const changed = i % 5 === 0 ? whole.subarray(0, at) : Buffer.from(whole);
        if (i % 5 !== 0) changed[at] = (changed[at] ?? 0) ^ (1 << (i % 8));
        await put(plain, name, changed);
        const reader = ownedBy(plain, anna);
        const found = await Promise.allSettled([hmacKey(reader, 'look'), readLiterals(reader, run)]);
        for (const one of found)
          if (one.status === 'rejected') expect(one.reason, `${name} at ${at}`).toBeInstanceOf(GantryError);
        const [opened, literals] = found;
        if (opened.status === 'fulfilled') expect(opened.value.reveal(), `${name} at ${at}`).toBe(key.reveal());
        if (literals.status === 'fulfilled') expect(literals.value, `${name} at ${at}`).toEqual(LITERALS);
      }
      await put(plain, name, whole);
    }
  });
});

describe('a rekey', () => {
  it('a rekey that dies at any write leaves a backend that works, and a repetition ends it', async () => {
    const alive = memoryBackend();
    await apply(ownedBy(alive, anna, [anna.recipient, eve.recipient]));
    let writes = Number.POSITIVE_INFINITY;
    for (let nth = 0; nth < writes; nth++) {
      const plain = memoryBackend();
      const runs = [];
      for (const stack of ['web', 'api', 'jobs'])
        runs.push(await apply(ownedBy(plain, anna, [anna.recipient, eve.recipient]), {...NAMES, stack}));
      const dying = dyingBackend(plain, nth);
      const outcome = await failureOf(rekey(ownedBy(dying, anna, [anna.recipient, ben.recipient])));
      if (outcome === undefined) writes = nth;
      // Another run continues meanwhile, and its literals are kept.
      runs.push(await apply(openedBy(plain, {identity: anna.key})));
      for (const run of runs) expect(await readLiterals(openedBy(plain, {identity: anna.key}), run)).toEqual(LITERALS);
      const again = await rekey(ownedBy(plain, anna, [anna.recipient, ben.recipient]));
      expect(again.generation).toBe(nth === 0 || outcome !== undefined ? 2 : 3);
      for (const run of runs) expect(await readLiterals(openedBy(plain, {identity: ben.key}), run)).toEqual(LITERALS);
      expect(await failureOf(hmacKey(openedBy(plain, {identity: eve.key})))).toMatchObject({code: 'backend/sealed'});
    }
    expect(writes).toBeGreaterThanOrEqual(6);
  });

  it('a rekey for recipients without the own identity is refused, and writes nothing', async () => {
    const plain = memoryBackend();
    await apply(ownedBy(plain, anna));
    const before = await contentsOf(plain);
    expect(await failureOf(rekey(ownedBy(plain, anna, [ben.recipient])))).toMatchObject({code: 'backend/sealed'});
    expect(await contentsOf(plain)).toEqual(before);
  });

  it('a machine that has seen a rekey refuses the data key before, until a restore puts it back on purpose', async () => {
    const plain = memoryBackend();
    const home = await scratchDirectory();
    const machine = (backend: Backend) => ({
      ...ownedBy(backend, anna, [anna.recipient, eve.recipient]),
      seen: seenHistories(home, 'shared'),
    });
    await hmacKey(plain);
    const open = await contentsOf(plain);
    await rekey(machine(plain));
    await apply(machine(plain));
    const before = await contentsOf(plain);
    await rekey({...ownedBy(plain, anna, [anna.recipient, ben.recipient]), seen: seenHistories(home, 'shared')});
    const after = await contentsOf(plain);
    // A person who can write the backend puts the documents back for Eve, who is not a recipient any more.
    for (const key of [HMAC_KEY, SEALING_KEY]) await put(plain, key, before.get(key) ?? Buffer.from(''));
    const refused = {code: 'release/untrusted', key: SEALING_KEY};
    const replayed = {...refused, problem: 'replayed', found: 1, known: {revision: 2}};
    expect(await failureOf(apply(machine(plain)))).toMatchObject(replayed);
    expect(await failureOf(apply(ownedBy(plain, anna)))).toBeUndefined();
    // The state before the first data key, to a configuration that does not declare encryption.
    await put(plain, HMAC_KEY, open.get(HMAC_KEY) ?? Buffer.from(''));
    const undeclared = {...openedBy(plain, {identity: anna.key}), seen: machine(plain).seen};
    expect(await failureOf(hmacKey(undeclared))).toMatchObject({...refused, problem: 'gone', known: {revision: 2}});
    for (const key of [HMAC_KEY, SEALING_KEY]) await put(plain, key, after.get(key) ?? Buffer.from(''));
    expect(await failureOf(hmacKey(machine(plain)))).toBeUndefined();
  });

  it('a rekey of a backend that lost its data key is refused', async () => {
    const plain = memoryBackend();
    await apply(ownedBy(plain, anna));
    await plain.delete(SEALING_KEY, (await plain.get(SEALING_KEY))?.version ?? '');
    expect(await failureOf(rekey(ownedBy(plain, anna)))).toMatchObject({code: 'release/damaged', key: SEALING_KEY});
    expect(await failureOf(hmacKey(ownedBy(plain, anna)))).toMatchObject({code: 'release/damaged', key: SEALING_KEY});
  });

  it('a rekey from a passphrase to age ends the passphrase', async () => {
    const plain = memoryBackend();
    const [old, next] = ['correct horse battery', 'staple of another kind'];
    const run = await apply(openedBy(plain, {passphrase: old}));
    expect(await failureOf(apply(openedBy(plain, {passphrase: next})))).toMatchObject({
      problems: ['it is sealed with another passphrase'],
    });
    expect(await failureOf(apply(openedBy(memoryBackend(), {passphrase: 'short'})))).toMatchObject({
      code: 'input/usage',
    });
    // With an identity of age the backend no longer needs a passphrase.
    await rekey(openedBy(plain, {passphrase: old, recipients: [anna.recipient], identity: anna.key}));
    expect(await readLiterals(openedBy(plain, {identity: anna.key}), run)).toEqual(LITERALS);
    expect(await failureOf(hmacKey(openedBy(plain, {passphrase: old})))).toMatchObject({code: 'backend/sealed'});
  });
});
