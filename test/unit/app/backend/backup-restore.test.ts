import {readFile, stat, truncate, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {beforeAll, describe, expect, it} from 'vitest';
import {backupBackend} from '../../../../src/app/backend/backup-backend.ts';
import {type RestoreBackend, restoreBackend} from '../../../../src/app/backend/restore-backend.ts';
import {verifyBackend} from '../../../../src/app/backend/verify-backend.ts';
import type {Deps} from '../../../../src/app/deps.ts';
import {seenHistories} from '../../../../src/config/seen-histories.ts';
import {HMAC_KEY, headKey, releaseKey} from '../../../../src/core/release/keys.ts';
import {RESTORES_KEY} from '../../../../src/core/release/restores.ts';
import {SEALING_KEY} from '../../../../src/core/sealing/sealing-document.ts';
import {hmacKey} from '../../../../src/engine/release/hmac-key.ts';
import {openHistory} from '../../../../src/engine/release/release-history.ts';
import {readRestores} from '../../../../src/engine/release/restores.ts';
import {startRekey} from '../../../../src/engine/sealing/rekey.ts';
import {readLiterals} from '../../../../src/engine/sealing/sealed-literals.ts';
import {sha256} from '../../../../src/lib/sha256.ts';
import type {Backend} from '../../../../src/ports/backend.ts';
import {contentsOf} from '../../../rig/backend-contents.ts';
import {BACKEND_KINDS} from '../../../rig/backend-kinds.ts';
import {dyingBackend} from '../../../rig/dying-backend.ts';
import {handClock} from '../../../rig/hand-clock.ts';
import {memoryBackend} from '../../../rig/memory-backend.ts';
import {NAMES} from '../../../rig/releases.ts';
import {applyTo, failureOf, heldBy} from '../../../rig/runs.ts';
import {scratchDirectory} from '../../../rig/scratch.ts';
import {type AgeIdentity, ageIdentity, openedBy} from '../../../rig/sealed-backend.ts';
import {rig} from '../workspace/rig.ts';

const VALUE = 'canary-5d1f08aa';
const LITERALS = new Map([['d'.repeat(64), VALUE]]);
const API = {...NAMES, stack: 'api'};

let anna: AgeIdentity;
let ben: AgeIdentity;
beforeAll(async () => {
  [anna, ben] = await Promise.all([ageIdentity(), ageIdentity()]);
});

/** The same backend, opened again like in a new process. */
const asAnna = <One extends Backend>(backend: One): One =>
  openedBy(backend, {recipients: [anna.recipient], identity: anna.key});

const depsOf = async (backend: Backend): Promise<Deps> => ({
  ...(await rig()).deps,
  clock: handClock(),
  backend: async () => backend,
});

const backup = async (backend: Backend, file: string, allowPlaintext = false) =>
  backupBackend({file, allowPlaintext}, await depsOf(backend));

const restore = async (backend: Backend, file: string, more: Partial<RestoreBackend> = {}) =>
  restoreBackend(
    {file, replace: false, allowPlaintext: false, lockTimeoutSeconds: 0, confirm: async () => true, ...more},
    await depsOf(backend),
  );

const fileIn = async (name = 'state.gantry-backup') => join(await scratchDirectory(), name);

const verify = (backend: Backend) =>
  verifyBackend({strict: true}, {backend: async () => backend, signal: new AbortController().signal});

/** A sealed backend with two stacks, three releases and their literals. */
async function filled(plain: Backend) {
  await applyTo(asAnna(plain), {literals: LITERALS});
  const api = await applyTo(asAnna(plain), {names: API, literals: LITERALS, id: 'api'});
  const web = await applyTo(asAnna(plain), {literals: LITERALS});
  await plain.put('workspaces/dev.yaml', Buffer.from('context: {kube_context: dev}\n'), undefined);
  return {web, api};
}

/** The documents that a restore may change: heads, the record of restores, and locks. */
const comparable = (contents: ReadonlyMap<string, Buffer>) =>
  Object.fromEntries(
    [...contents]
      .filter(([key]) => !/^locks\/|\/head\.json$|restores\.json$/.test(key))
      .map(([key, value]) => [key, sha256(value)]),
  );

describe.each(BACKEND_KINDS)('a backup of a backend $kind', ({make}) => {
  it.each(BACKEND_KINDS)('a backup is restored to an empty backend $kind, and its runs continue', async (other) => {
    const [plain, target] = [await make(), await other.make()];
    const {web, api} = await filled(plain);
    const file = await fileIn();
    const made = await backup(asAnna(plain), file);
    expect(made).toMatchObject({histories: 2, isVerified: true, plaintext: []});
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    const restored = await restore(asAnna(target), file);
    expect(restored).toMatchObject({kind: 'restored', histories: [API, NAMES], lost: [], deleted: 0});
    expect(comparable(await contentsOf(target))).toEqual(comparable(await contentsOf(plain)));
    expect(await verify(asAnna(target))).toMatchObject({isWhole: true, isSealed: true});
    for (const run of [web, api]) expect(await readLiterals(asAnna(target), run)).toEqual(LITERALS);
    expect(await readRestores(asAnna(target))).toMatchObject([{backup: {sha256: made.sha256, backend: plain.name}}]);
    expect(await applyTo(asAnna(target))).toMatchObject({lineage: web.lineage, revision: 3});
    expect(await applyTo(asAnna(target), {names: {...NAMES, stack: 'new'}})).toMatchObject({revision: 1});
    expect(await verify(asAnna(target))).toMatchObject({isWhole: true});
  });
});

describe('a backup', () => {
  it('a backup contains no secret in clear, and none is made of a backend in clear without permission', async () => {
    const [sealed, open] = [memoryBackend(), memoryBackend()];
    await filled(sealed);
    const key = (await hmacKey(asAnna(sealed))).reveal();
    const file = await fileIn();
    // No key is needed.
    expect(await backup(openedBy(sealed, {}), file)).toMatchObject({isVerified: false, plaintext: []});
    const text = (await readFile(file, 'utf8')).replaceAll(/"value":"([^"]*)"/g, (_, value: string) =>
      Buffer.from(value, 'base64').toString(),
    );
    for (const secret of [VALUE, key, anna.key]) expect(text.includes(secret)).toBe(false);

    await applyTo(open);
    open.write('workspaces/prod.yaml', 'context: {AWS_SECRET_ACCESS_KEY: hush-hush}\n');
    const refused = await failureOf(backup(open, join(file, '..', 'open')));
    expect(refused).toMatchObject({
      code: 'input/usage',
      message: expect.stringContaining('keys/hmac, workspaces/prod'),
    });
    expect(JSON.stringify(refused)).not.toContain('hush-hush');
    await expect(stat(join(file, '..', 'open'))).rejects.toThrow('ENOENT');
    const made = await backup(open, join(file, '..', 'open'), true);
    expect(made.plaintext).toEqual(['keys/hmac', 'workspaces/prod.yaml']);
  });

  it('a backup beside runs, prunes and first applies names no release that it does not contain', async () => {
    const plain = memoryBackend();
    await filled(plain);
    let runs = 0;
    const run = async (): Promise<void> => {
      if (runs++ >= 40) return;
      const names = runs % 8 === 0 ? {...NAMES, stack: `new-${runs}`} : NAMES;
      const {lineage, revision} = await applyTo(asAnna(plain), {names, literals: LITERALS});
      for (const old of await plain.list(`releases/${lineage}/`))
        if (/\/\d+-/.test(old) && !old.includes(`/${revision}-`))
          await plain.delete(old, (await plain.get(old))?.version ?? '');
    };
    let running = Promise.resolve();
    const busy: Backend = {
      ...asAnna(plain),
      // Between any two reads of the backup, another run goes on.
      get: async (key) => {
        if (key.startsWith('releases/')) await (running = running.then(run));
        return plain.get(key);
      },
    };
    const file = await fileIn();
    expect(await backup(busy, file)).toMatchObject({isVerified: true});
    expect(runs).toBeGreaterThanOrEqual(10);
    const target = memoryBackend();
    await restore(asAnna(target), file);
    expect((await verify(asAnna(target))).problems).toEqual([]);
    // Numbers of runs that began after the head was read are free again.
    await applyTo(asAnna(target), {literals: LITERALS});
    await applyTo(asAnna(target), {literals: LITERALS});
  });

  it('a backup reads the backend again after a concurrent rekey, and each document in it can be opened', async () => {
    const plain = memoryBackend();
    const {web} = await filled(plain);
    let rekeys = 0;
    const busy: Backend = {
      ...asAnna(plain),
      list: async (prefix) => {
        if (prefix === 'index/' && rekeys++ === 0)
          await startRekey(openedBy(plain, {recipients: [ben.recipient, anna.recipient], identity: anna.key}));
        return plain.list(prefix);
      },
    };
    const file = await fileIn();
    await backup(busy, file);
    expect(rekeys).toBe(2);
    const target = memoryBackend();
    await restore(openedBy(target, {identity: ben.key}), file);
    expect(await readLiterals(openedBy(target, {identity: ben.key}), web)).toEqual(LITERALS);
  });

  it('a backup of a backend with a damaged or forged release is refused, and names it', async () => {
    const plain = memoryBackend();
    const {web} = await filled(plain);
    const file = await fileIn();
    const current = releaseKey(web.lineage, web.revision, web.epoch);
    const value = (await plain.get(current))?.value ?? new Uint8Array();
    plain.write(current, value.subarray(9));
    expect(await failureOf(backup(asAnna(plain), file))).toMatchObject({code: 'release/damaged', key: current});
    plain.write(current, value);
    // Only the MAC shows that an older release is not what its run has stored.
    const old = releaseKey(web.lineage, 1, 1);
    plain.write(old, value);
    expect(await failureOf(backup(asAnna(plain), file))).toMatchObject({
      code: 'backend/bad-backup',
      problem: expect.stringContaining(old),
    });
    await expect(stat(file)).rejects.toThrow('ENOENT');
  });

  it('a backup replaces an earlier backup and no other file, and says what cannot be written', async () => {
    const plain = memoryBackend();
    await filled(plain);
    const file = await fileIn();
    await backup(asAnna(plain), file);
    await applyTo(asAnna(plain));
    await backup(asAnna(plain), file);
    await writeFile(file, '# notes\n');
    expect(await failureOf(backup(asAnna(plain), file))).toMatchObject({
      message: expect.stringContaining('not a backup'),
    });
    expect(await readFile(file, 'utf8')).toBe('# notes\n');
    for (const bad of [join(file, 'x'), await scratchDirectory()])
      expect(await failureOf(backup(asAnna(plain), bad))).toMatchObject({code: 'input/usage'});
    expect(await failureOf(backup(memoryBackend(), await fileIn()))).toMatchObject({
      message: expect.stringContaining('is empty'),
    });
  });
});

describe('a restore', () => {
  it('a backup with any changed byte, or cut anywhere, is refused before anything is written', async () => {
    const plain = memoryBackend();
    await filled(plain);
    const file = await fileIn();
    await backup(asAnna(plain), file);
    const whole = await readFile(file);
    for (let i = 0; i < 60; i++) {
      const at = Math.floor((i / 60) * (whole.length - 1));
      const changed = Buffer.from(whole);
      changed[at] = (changed[at] ?? 0) ^ (1 << (i % 8));
      await writeFile(file, changed);
      if (i % 4 === 0) await truncate(file, at);
      const target = memoryBackend();
      expect((await failureOf(restore(asAnna(target), file)))?.code, `byte ${at}`).toBe('backend/bad-backup');
      expect(target.values.size, `byte ${at}`).toBe(0);
    }
    await writeFile(file, Buffer.concat([whole, whole]));
    expect(await failureOf(restore(asAnna(memoryBackend()), file))).toMatchObject({code: 'backend/bad-backup'});
  });

  it('a backup is opened only by its recipients, and a key in clear is refused where encryption is declared', async () => {
    const plain = memoryBackend();
    await filled(plain);
    const [file, open] = [await fileIn(), memoryBackend()];
    await backup(asAnna(plain), file);
    const target = memoryBackend();
    for (const reader of [openedBy(target, {}), openedBy(target, {identity: ben.key})])
      expect(await failureOf(restore(reader, file))).toMatchObject({code: 'backend/sealed'});
    await applyTo(open);
    await backup(open, file, true);
    expect(await failureOf(restore(asAnna(target), file))).toMatchObject({
      code: 'input/usage',
      hint: expect.stringContaining('rekey'),
    });
    expect(target.values.size).toBe(0);
    expect(await restore(target, file)).toMatchObject({kind: 'restored'});
  });

  it('a backend that is not empty is replaced only on request, and all that the backup lacks is deleted', async () => {
    const plain = memoryBackend();
    const {web} = await filled(plain);
    const file = await fileIn();
    await backup(asAnna(plain), file);
    const before = await contentsOf(plain);
    await applyTo(asAnna(plain), {literals: LITERALS});
    const lost = {...NAMES, stack: 'later'};
    const later = await applyTo(asAnna(plain), {names: lost});
    plain.write('locks/unreadable.json', 'x');
    plain.write(headKey(later.lineage), 'damaged');
    const unchanged = await contentsOf(plain);
    const refused = await failureOf(restore(asAnna(plain), file));
    expect(refused).toMatchObject({code: 'backend/occupied'});
    expect(await restore(asAnna(plain), file, {replace: true, confirm: async () => false})).toMatchObject({
      kind: 'declined',
      lost: [lost],
    });
    expect(await contentsOf(plain)).toEqual(unchanged);
    expect(await restore(asAnna(plain), file, {replace: true})).toMatchObject({lost: [lost]});
    expect(comparable(await contentsOf(plain))).toEqual(comparable(before));
    expect([...plain.values.keys()].filter((key) => key.includes(later.lineage))).toEqual([]);
    expect(await openHistory({backend: asAnna(plain), ...NAMES})).toMatchObject({
      lineage: web.lineage,
      last: {revision: 2},
    });
    expect((await verify(asAnna(plain))).problems).toEqual([]);
  });

  it('a restore waits for no run: it is refused while one holds a lock, and writes nothing', async () => {
    const plain = memoryBackend();
    await filled(plain);
    const file = await fileIn();
    await backup(asAnna(plain), file);
    await using _lock = await heldBy(asAnna(plain));
    const before = comparable(await contentsOf(plain));
    expect(await failureOf(restore(asAnna(plain), file, {replace: true}))).toMatchObject({code: 'release/locked'});
    expect(comparable(await contentsOf(plain))).toEqual(before);
  });

  it('a run that was suspended before a restore can record nothing after it', async () => {
    const plain = memoryBackend('digest');
    const file = await fileIn();
    await filled(plain);
    await backup(asAnna(plain), file);
    const suspended = await heldBy(asAnna(plain));
    // Its lease is over.
    for (const key of await plain.list('locks/')) await plain.delete(key, (await plain.get(key))?.version ?? '');
    await restore(asAnna(plain), file, {replace: true});
    const {begun, ended} = await import('../../../rig/releases.ts');
    const run = begun(suspended);
    expect(await failureOf(suspended.finish(ended(run)))).toMatchObject({code: 'release/lease-lost'});
    expect((await openHistory({backend: asAnna(plain), ...NAMES})).last?.revision).toBe(2);
  });

  it('a restore that dies at any write blocks every run until it is repeated, and ends as one that did not die', async () => {
    const file = await fileIn();
    const source = memoryBackend();
    await filled(source);
    await backup(asAnna(source), file);
    /** The backend of the backup, with a release and a stack more. */
    const newer = async () => {
      const plain = memoryBackend();
      for (const [key, value] of await contentsOf(source)) plain.write(key, value);
      await applyTo(asAnna(plain), {literals: LITERALS});
      await applyTo(asAnna(plain), {names: {...NAMES, stack: 'later'}});
      return plain;
    };
    for (const [make, more] of [
      [async () => memoryBackend(), {}],
      [newer, {replace: true}],
    ] as const) {
      const whole = await make();
      await restore(asAnna(whole), file, more);
      let [deaths, blocked] = [0, 0];
      for (let nth = 0; ; nth++) {
        const plain = await make();
        const before = comparable(await contentsOf(plain));
        const died = await failureOf(restore(asAnna(dyingBackend(plain, nth)), file, more));
        if (died === undefined) break;
        deaths++;
        for (const key of await plain.list('locks/')) await plain.delete(key, (await plain.get(key))?.version ?? '');
        const state = comparable(await contentsOf(plain));
        const outcome = await failureOf(hmacKey(asAnna(plain), 'look'));
        if (outcome?.code === 'backend/restoring') blocked++;
        // Before the mark nothing is changed, and after the key everything is there.
        else expect([before, comparable(await contentsOf(whole))], `died at write ${nth}`).toContainEqual(state);
        const isEmpty = (await plain.list('')).length === 0;
        const again = await failureOf(restore(asAnna(plain), file, isEmpty ? {} : more));
        expect(again, `died at write ${nth}`).toBeUndefined();
        expect(comparable(await contentsOf(plain))).toEqual(comparable(await contentsOf(whole)));
        expect((await verify(asAnna(plain))).problems).toEqual([]);
      }
      expect(deaths).toBeGreaterThan(10);
      expect(blocked).toBeGreaterThan(8);
    }
  });

  it('an interrupted restore is continued by the same backup only, unless everything is to be replaced', async () => {
    const [file, other] = [await fileIn(), await fileIn()];
    const source = memoryBackend();
    await filled(source);
    const made = await backup(asAnna(source), file);
    await applyTo(asAnna(source));
    await backup(asAnna(source), other);
    const target = memoryBackend();
    await failureOf(restore(asAnna(dyingBackend(target, 12)), file));
    for (const key of await target.list('locks/')) await target.delete(key, (await target.get(key))?.version ?? '');
    const copy = await fileIn();
    for (const work of [
      () => restore(asAnna(target), other),
      () => applyTo(asAnna(target)),
      () => backup(asAnna(target), copy),
    ])
      expect(await failureOf(work())).toMatchObject({code: 'backend/restoring', sha256: made.sha256});
    expect(await restore(asAnna(target), file)).toMatchObject({kind: 'restored', isContinued: true});
    expect(await restore(asAnna(target), other, {replace: true})).toMatchObject({isContinued: false});
    expect((await readRestores(asAnna(target))).length).toBe(2);
  });

  it('a machine that has seen a rekey accepts the data key of a restored backup, and no other old one', async () => {
    const plain = memoryBackend();
    const home = await scratchDirectory();
    const [file, newer] = [await fileIn(), await fileIn()];
    const machine = (backend: Backend): Backend => ({...asAnna(backend), seen: seenHistories(home, 'shared')});
    await filled(plain);
    await backup(asAnna(plain), file);
    const first = await contentsOf(plain);
    await startRekey(machine(plain));
    await backup(asAnna(plain), newer);
    const replay = async () => {
      for (const key of [HMAC_KEY, SEALING_KEY]) plain.write(key, first.get(key) ?? '');
      return failureOf(hmacKey(machine(plain)));
    };
    const replayed = {code: 'release/untrusted', key: SEALING_KEY, problem: 'replayed'};
    expect(await replay()).toMatchObject(replayed);
    // A restore of a backup with the newer data key permits no older one.
    await restore(asAnna(plain), newer, {replace: true});
    expect(await failureOf(hmacKey(machine(plain)))).toBeUndefined();
    expect(await replay()).toMatchObject(replayed);
    await restore(asAnna(plain), file, {replace: true});
    expect(await failureOf(hmacKey(machine(plain)))).toBeUndefined();
    await startRekey(machine(plain));
    expect(await replay()).toMatchObject(replayed);
  });

  it('a machine that has seen newer releases accepts a restore once, and no copy from before or after it', async () => {
    const plain = memoryBackend();
    const file = await fileIn();
    const home = await scratchDirectory();
    const machine = (backend: Backend): Backend => ({...asAnna(backend), seen: seenHistories(home, 'shared')});
    const {web} = await filled(plain);
    await backup(asAnna(plain), file);
    await applyTo(machine(plain));
    await applyTo(machine(plain));
    const newest = await contentsOf(plain);
    const copyOf = async (contents: ReadonlyMap<string, Buffer>) => {
      const copy = memoryBackend();
      for (const [key, value] of contents) copy.write(key, value);
      return copy;
    };
    const historyIn = async (contents: ReadonlyMap<string, Buffer>) =>
      openHistory({backend: machine(await copyOf(contents)), ...NAMES});
    const replayed = {code: 'release/untrusted', problem: 'replayed', key: headKey(web.lineage)};

    // The backup by other means: nobody says that it is meant.
    const older = memoryBackend();
    await restore(asAnna(older), file);
    const lines = (await readFile(file, 'utf8')).trim().split('\n').slice(1, -1);
    const raw = new Map(
      lines.map((line) => {
        const {key, value} = JSON.parse(line) as {key: string; value: string};
        return [key, Buffer.from(value, 'base64')] as const;
      }),
    );
    expect(await failureOf(historyIn(raw))).toMatchObject(replayed);

    await restore(asAnna(plain), file, {replace: true});
    const justRestored = await contentsOf(plain);
    expect(await historyIn(justRestored)).toMatchObject({last: {revision: 2}});
    // What was newest before the restore is now old, and so is a second use of the restored state after a run.
    expect(await failureOf(historyIn(newest))).toMatchObject(replayed);
    expect(await failureOf(historyIn(await contentsOf(older)))).toMatchObject(replayed);
    await applyTo(machine(plain));
    expect(await failureOf(historyIn(justRestored))).toMatchObject(replayed);
    expect(await historyIn(await contentsOf(plain))).toMatchObject({last: {revision: 3}});
    expect((await plain.get(RESTORES_KEY))?.value.length).toBeGreaterThan(0);
    expect((await plain.get(HMAC_KEY))?.value.length).toBeGreaterThan(0);
  });
});
