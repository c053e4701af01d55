import {beforeAll, describe, expect, it} from 'vitest';
import {rekeyBackend} from '../../../../src/app/backend/rekey-backend.ts';
import {verifyBackend} from '../../../../src/app/backend/verify-backend.ts';
import {HMAC_KEY, parseSealedKey} from '../../../../src/core/release/keys.ts';
import {decodeSealing, SEALING_KEY} from '../../../../src/core/sealing/sealing-document.ts';
import {hmacKey, sealedKeyIn} from '../../../../src/engine/release/hmac-key.ts';
import {openHistory} from '../../../../src/engine/release/release-history.ts';
import {decodeSealed, readLiterals} from '../../../../src/engine/sealing/sealed-literals.ts';
import type {Backend} from '../../../../src/ports/backend.ts';
import {failureText} from '../../../../src/ui/failure-text.ts';
import {contentsOf} from '../../../rig/backend-contents.ts';
import {dyingBackend} from '../../../rig/dying-backend.ts';
import {handClock} from '../../../rig/hand-clock.ts';
import {memoryBackend} from '../../../rig/memory-backend.ts';
import {begun, ended, NAMES, resource} from '../../../rig/releases.ts';
import {applyTo, failureOf, heldBy} from '../../../rig/runs.ts';
import {type AgeIdentity, ageIdentity, openedBy} from '../../../rig/sealed-backend.ts';
import {rig} from '../workspace/rig.ts';

const LITERALS = new Map([['d'.repeat(64), 'canary-0b9e44']]);
const STACKS = ['web', 'api', 'jobs'].map((stack) => ({...NAMES, stack}));

let [anna, ben, eve]: AgeIdentity[] = [];
beforeAll(async () => {
  [anna, ben, eve] = await Promise.all([ageIdentity(), ageIdentity(), ageIdentity()]);
});

/** The same backend as the next process opens it. */
const opened = (backend: Backend, by = anna, ...others: readonly (AgeIdentity | undefined)[]): Backend =>
  openedBy(backend, {
    recipients: [by, ...others].flatMap((one) => one?.recipient ?? []),
    identity: by?.key ?? '',
  });

const reader = (backend: Backend, by: AgeIdentity | undefined): Backend => openedBy(backend, {identity: by?.key ?? ''});

const rekey = async (backend: Backend) => {
  const {deps} = await rig();
  const request = {lockTimeoutSeconds: 0, confirm: async () => true};
  return rekeyBackend(request, {...deps, clock: handClock(), backend: async () => backend});
};

/** A backend that Anna and Eve open, with a secret in each of three stacks. */
async function filled() {
  const plain = memoryBackend();
  const runs = [];
  for (const names of STACKS) runs.push(await applyTo(opened(plain, anna, eve), {names, literals: LITERALS}));
  return {plain, runs};
}

/** Locks of dead runs are over. */
async function freeLocks(backend: Backend): Promise<void> {
  for (const key of await backend.list('locks/')) await backend.delete(key, (await backend.get(key))?.version ?? '');
}

/** The generations in each document, and those that remain readable: what an undisturbed rekey leaves. */
async function stateOf(backend: Backend) {
  const contents = await contentsOf(backend);
  const {document} = decodeSealing(contents.get(SEALING_KEY) ?? Buffer.from(''));
  const sealed = [...contents].filter(([key]) => parseSealedKey(key) !== undefined);
  return {
    generation: document.generation,
    earlier: document.earlier,
    recipients: document.keys.flatMap(({recipients}) => recipients).toSorted(),
    hmac: sealedKeyIn(contents.get(HMAC_KEY) ?? Buffer.from(''))?.generation,
    literals: sealed.map(([key, value]) => decodeSealed(key, value).generation),
    documents: [...contents.keys()].filter((key) => !key.startsWith('locks/')).length,
  };
}

describe('gantry backend rekey', () => {
  it('a rekey that is killed at any write is continued by the same command, and ends as an undisturbed one', async () => {
    const whole = await filled();
    expect(await rekey(opened(whole.plain, anna, ben))).toMatchObject({kind: 'rekeyed', rewritten: 3, waiting: []});
    const wanted = await stateOf(whole.plain);
    let deaths = 0;
    for (let nth = 0; ; nth++) {
      const {plain, runs} = await filled();
      const died = await failureOf(rekey(opened(dyingBackend(plain, nth), anna, ben)));
      if (died === undefined) break;
      deaths++;
      await freeLocks(plain);
      for (const run of runs) expect(await readLiterals(reader(plain, anna), run), `at ${nth}`).toEqual(LITERALS);
      for (const names of STACKS)
        expect((await openHistory({backend: reader(plain, anna), ...names})).last, `at ${nth}`).toBeDefined();
      expect(await rekey(opened(plain, anna, ben)), `at ${nth}`).toMatchObject({generation: 2, waiting: []});
      expect(await stateOf(plain), `at ${nth}`).toEqual(wanted);
      for (const run of runs) expect(await readLiterals(reader(plain, ben), run), `at ${nth}`).toEqual(LITERALS);
      expect(await failureOf(hmacKey(reader(plain, eve))), `at ${nth}`).toMatchObject({code: 'backend/sealed'});
      const verified = {backend: async () => reader(plain, ben), signal: new AbortController().signal};
      expect((await verifyBackend({strict: false}, verified)).problems, `at ${nth}`).toEqual([]);
    }
    expect(deaths).toBeGreaterThanOrEqual(15);
  });

  it('a run that holds its stack ends well beside a rekey, which is continued after it', async () => {
    const {plain, runs} = await filled();
    const running = opened(plain, anna, eve);
    await hmacKey(running);
    // This run has sealed its secret already, with the data key before.
    const lock = await heldBy(running);
    const run = begun(lock, {spec: [resource('web')]});
    await lock.begin(run, LITERALS);
    const first = await rekey(opened(plain, anna, ben));
    expect(first).toMatchObject({kind: 'rekeyed', generation: 2, waiting: [NAMES]});
    expect(await readLiterals(reader(plain, anna), run)).toEqual(LITERALS);
    await lock.finish(ended(run));
    await lock[Symbol.asyncDispose]();
    expect(await rekey(opened(plain, anna, ben))).toMatchObject({kind: 'continued', generation: 2, waiting: []});
    for (const one of [...runs, run]) expect(await readLiterals(reader(plain, ben), one)).toEqual(LITERALS);
    expect((await openHistory({backend: reader(plain, ben), ...NAMES})).last).toMatchObject({revision: 2});
  });

  it('a run that began before a rekey and seals its secrets after it uses the new data key', async () => {
    const {plain} = await filled();
    const running = opened(plain, anna, eve);
    const lock = await heldBy(running);
    await rekey(opened(plain, anna, ben));
    const run = begun(lock, {spec: [resource('web')]});
    await lock.begin(run, LITERALS);
    await lock.finish(ended(run));
    await lock[Symbol.asyncDispose]();
    expect(await readLiterals(reader(plain, ben), run)).toEqual(LITERALS);
    expect(await rekey(opened(plain, anna, ben))).toMatchObject({kind: 'continued', waiting: []});
    expect(new Set((await stateOf(plain)).literals)).toEqual(new Set([2]));
  });

  it('the other recipient recovers a backend after the identity of one is lost', async () => {
    const plain = memoryBackend();
    const run = await applyTo(opened(plain, anna, ben), {literals: LITERALS});
    // Anna's identity is lost. Ben makes a data key without her, and with Eve.
    expect(await rekey(opened(plain, ben, eve))).toMatchObject({kind: 'rekeyed', generation: 2});
    for (const one of [ben, eve]) expect(await readLiterals(reader(plain, one), run)).toEqual(LITERALS);
    expect(await failureOf(hmacKey(reader(plain, anna)))).toMatchObject({code: 'backend/sealed'});
  });

  it('a rekey with a missing, wrong or unreadable key is refused with its cause, and writes nothing', async () => {
    const {plain} = await filled();
    const before = await contentsOf(plain);
    for (const identity of [undefined, ben?.key ?? '', 'AGE-SECRET-KEY-1QQ', 'not an identity']) {
      const backend = openedBy(plain, {
        recipients: [ben?.recipient ?? ''],
        ...(identity === undefined ? {} : {identity}),
      });
      const failure = await failureOf(rekey(backend));
      expect(failure, identity).toMatchObject({code: 'backend/sealed'});
      const {message, hint = ''} = failureText(failure as NonNullable<typeof failure>);
      expect(message, identity).toContain('Nothing was written');
      expect(hint.length, identity).toBeGreaterThan(0);
      expect(message + hint, identity).not.toContain(anna?.key);
      expect(await contentsOf(plain), identity).toEqual(before);
    }
  });
});
