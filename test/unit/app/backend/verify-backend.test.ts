import {beforeAll, describe, expect, it} from 'vitest';
import {verifyBackend} from '../../../../src/app/backend/verify-backend.ts';
import {HMAC_KEY, headKey, indexKey, releaseKey, sealedKey} from '../../../../src/core/release/keys.ts';
import {acquireLock} from '../../../../src/engine/release/acquire.ts';
import {hmacKey} from '../../../../src/engine/release/hmac-key.ts';
import {openHistory} from '../../../../src/engine/release/release-history.ts';
import type {Backend} from '../../../../src/ports/backend.ts';
import {handClock} from '../../../rig/hand-clock.ts';
import {type MemoryBackend, memoryBackend} from '../../../rig/memory-backend.ts';
import {begun, ended, holderNamed, NAMES, resource} from '../../../rig/releases.ts';
import {type AgeIdentity, ageIdentity, openedBy} from '../../../rig/sealed-backend.ts';

let anna: AgeIdentity;
beforeAll(async () => {
  anna = await ageIdentity();
});

const open = (plain: MemoryBackend): MemoryBackend =>
  openedBy(plain, {recipients: [anna.recipient], identity: anna.key});

async function applied(plain: MemoryBackend) {
  const backend = open(plain);
  await hmacKey(backend);
  const signal = new AbortController().signal;
  await using lock = await acquireLock({
    backend,
    history: await openHistory({backend, ...NAMES}),
    names: NAMES,
    holder: holderNamed('anna'),
    clock: handClock(),
    lockTimeoutMs: 0,
    signal,
    onEvent: () => undefined,
  });
  const run = begun(lock, {spec: [resource('web')]});
  await lock.begin(run, new Map([['d', 'hush-hush']]));
  await lock.finish(ended(run));
  const {lineage, revision, epoch} = lock;
  return {
    lineage,
    head: headKey(lineage),
    release: releaseKey(lineage, revision, epoch),
    sealed: sealedKey(lineage, revision, epoch),
    index: indexKey(NAMES),
  };
}

const verify = (backend: Backend, strict = false) =>
  verifyBackend({strict}, {backend: async () => backend, signal: new AbortController().signal});

async function filled() {
  const plain = memoryBackend();
  await applied(plain);
  return {plain, keys: await applied(plain)};
}

const textOf = ({values}: MemoryBackend, key: string): string => new TextDecoder().decode(values.get(key)?.value);
const remove = async (plain: MemoryBackend, key: string) => plain.delete(key, plain.values.get(key)?.version ?? '');

describe('a verification of a backend', () => {
  it('a verification of an intact backend reads every document and writes nothing', async () => {
    const {plain} = await filled();
    plain.write('workspaces/dev.yaml', 'context: {kube_context: dev}\n');
    const before = new Map(plain.values);
    expect(await verify(open(plain), true)).toMatchObject({
      isSealed: true,
      isWhole: true,
      documents: plain.values.size,
      problems: [],
      orphans: [],
      foreign: [],
    });
    expect(plain.values).toEqual(before);
  });

  it.each(['head', 'release', 'sealed', 'index'] as const)('a changed %s is a problem', async (name) => {
    const {plain, keys} = await filled();
    const text = textOf(plain, keys[name]);
    const at = text.lastIndexOf('"', text.length - 4) - 3;
    plain.write(keys[name], `${text.slice(0, at)}${text[at] === '0' ? '1' : '0'}${text.slice(at + 1)}`);
    const {isWhole, problems} = await verify(open(plain));
    expect(isWhole).toBe(false);
    expect(problems.map(({key}) => key)).toContain(keys[name]);
  });

  it('a release that the head refers to and that is gone is a problem of the head', async () => {
    const {plain, keys} = await filled();
    await remove(plain, keys.release);
    const {problems, orphans} = await verify(open(plain));
    expect(problems).toMatchObject([{key: keys.head, failure: {code: 'release/damaged', key: keys.release}}]);
    expect(orphans).toEqual([]);
  });

  it('documents that nothing leads to, and those of other programs, fail only a strict verification', async () => {
    const {plain, keys} = await filled();
    await remove(plain, keys.index);
    plain.write('notes/read-me.txt', 'hello');
    const found = await verify(open(plain));
    expect(found).toMatchObject({isWhole: true, foreign: ['notes/read-me.txt']});
    expect(found.orphans).toContain(keys.sealed);
    expect((await verify(open(plain), true)).isWhole).toBe(false);
  });

  it('a verification without a key is refused', async () => {
    const {plain} = await filled();
    await expect(verify(openedBy(plain, {}))).rejects.toMatchObject({code: 'backend/sealed'});
    await remove(plain, HMAC_KEY);
    const {problems} = await verify(open(plain));
    expect(problems.length).toBeGreaterThan(3);
    expect(problems).toContainEqual(expect.objectContaining({failure: expect.objectContaining({problem: 'no-key'})}));
  });
});
