import {randomInt} from 'node:crypto';
import {join} from 'node:path';
import {beforeAll, describe, expect, it} from 'vitest';
import {backupBackend} from '../../../../src/app/backend/backup-backend.ts';
import {restoreBackend} from '../../../../src/app/backend/restore-backend.ts';
import {verifyBackend} from '../../../../src/app/backend/verify-backend.ts';
import type {Deps} from '../../../../src/app/deps.ts';
import {pinAt, writePin} from '../../../../src/app/workspace/stored-pin.ts';
import {seenHistories} from '../../../../src/config/seen-histories.ts';
import {parseWorkspaceText} from '../../../../src/config/workspace-file.ts';
import {GantryError} from '../../../../src/core/failure/failure.ts';
import type {Json} from '../../../../src/core/json.ts';
import {HMAC_KEY, parseReleaseKey, parseSealedKey} from '../../../../src/core/release/keys.ts';
import {hmacKey} from '../../../../src/engine/release/hmac-key.ts';
import {readLock} from '../../../../src/engine/release/lock-record.ts';
import {unpackSigned} from '../../../../src/engine/release/pack.ts';
import {openHistory, readRelease} from '../../../../src/engine/release/release-history.ts';
import {readRestores} from '../../../../src/engine/release/restores.ts';
import {startRekey} from '../../../../src/engine/sealing/rekey.ts';
import {decodeSealed, readLiterals} from '../../../../src/engine/sealing/sealed-literals.ts';
import {canonicalJson} from '../../../../src/lib/canonical-json.ts';
import type {Backend} from '../../../../src/ports/backend.ts';
import {failureText} from '../../../../src/ui/failure-text.ts';
import {contentsOf, putBack} from '../../../rig/backend-contents.ts';
import {BACKEND_KINDS} from '../../../rig/backend-kinds.ts';
import {everythingWritten, leaks} from '../../../rig/canaries.ts';
import {handClock} from '../../../rig/hand-clock.ts';
import {type Random, randomOf} from '../../../rig/random-source.ts';
import {NAMES} from '../../../rig/releases.ts';
import {applyTo} from '../../../rig/runs.ts';
import {scratchDirectory} from '../../../rig/scratch.ts';
import {type AgeIdentity, ageIdentity, openedBy} from '../../../rig/sealed-backend.ts';
import {rig} from '../workspace/rig.ts';

const VALUE = 'canary-61c0de77';
const LITERALS = new Map([['d'.repeat(64), VALUE]]);
const API = {...NAMES, stack: 'api'};
const PIN = 'pins/dev.json';
const seed = Number(process.env['GANTRY_SEED'] ?? randomInt(2 ** 31));

/** In each of both forms, so that each kind of backend meets 200 attacks. */
const CHANGES = 70;
const REPLAYS = 30;
const EMPTY = Buffer.from('');

let anna: AgeIdentity;
beforeAll(async () => {
  anna = await ageIdentity();
});

type Contents = ReadonlyMap<string, Buffer>;
type Run = Awaited<ReturnType<typeof applyTo>>;

const depsOf = async (backend: Backend): Promise<Deps> => ({
  ...(await rig()).deps,
  clock: handClock(),
  backend: async () => backend,
});

/** A backend with all kinds of documents, and what it was at each step. */
async function filled(plain: Backend, isSealed: boolean) {
  /** The same backend, opened again like in a new process. `home`: the records of the machine about what it has seen. */
  const open = (home?: string): Backend => ({
    ...(isSealed ? openedBy(plain, {recipients: [anna.recipient], identity: anna.key}) : {...plain}),
    ...(home === undefined ? {} : {seen: seenHistories(home, 'shared')}),
  });
  const steps: Contents[] = [];
  const runs: Run[] = [];
  const step = async (work: () => Promise<unknown>): Promise<void> => {
    await work();
    steps.push(await contentsOf(plain));
  };
  const run =
    (names = NAMES) =>
    async () =>
      void runs.push(await applyTo(open(), {names, literals: LITERALS, id: names.stack}));
  const text = 'name: dev\ncontext: {kube_context: dev} # ours\n';
  await plain.put('workspaces/dev.yaml', Buffer.from(text), undefined);
  await step(run());
  await step(run(API));
  const identity = {server: 'https://c', identity: 'uid-1', method: 'kube-system-uid', version: 'v1.34.4'} as const;
  const pin = {
    formatVersion: 1,
    workspace: 'dev',
    pinnedAt: '2026-01-01T00:00:00.000Z',
    identities: [identity],
  } as const;
  await step(() => writePin(open(), {key: PIN, pin, version: undefined}));
  await step(run());
  if (isSealed) await step(() => startRekey(open()));
  const file = join(await scratchDirectory(), 'state.gantry-backup');
  await backupBackend({file, allowPlaintext: true}, await depsOf(open()));
  await step(run());
  const request = {file, replace: true, allowPlaintext: true, lockTimeoutSeconds: 0, confirm: async () => true};
  await step(async () => restoreBackend(request, await depsOf(open())));
  await step(run());
  return {
    open,
    steps,
    // The restore has removed the run with this epoch.
    runs: runs.filter(({epoch}) => epoch !== 3),
    secrets: {VALUE, key: (await hmacKey(open())).reveal(), anna: anna.key},
  };
}

type Told = {readonly value: string} | {readonly error: GantryError};

/** The reads of a run. Each returns a value or an error of the contract. All other errors are crashes. */
async function readAs(backend: Backend, runs: readonly Run[]): Promise<readonly Told[]> {
  const reads: readonly (() => Promise<unknown>)[] = [
    async () => (await hmacKey(backend)).reveal(),
    ...[NAMES, API].map((names) => async () => {
      const {lineage, last, pending} = await openHistory({backend, ...names});
      return {lineage, last, pending};
    }),
    ...runs.flatMap(({lineage, revision, epoch}) => [
      async () => [...(await readLiterals(backend, {lineage, revision, epoch}))],
      async () => readRelease(backend, lineage, {key: `releases/${lineage}/${revision}-${epoch}.json`}),
    ]),
    () => readRestores(backend),
    async () => (await pinAt(backend, PIN)).pin,
  ];
  return Promise.all(
    reads.map(async (read): Promise<Told> => {
      try {
        return {value: canonicalJson((await read()) ?? null)};
      } catch (error) {
        if (error instanceof GantryError) return {error};
        throw error;
      }
    }),
  );
}

/** Documents without a MAC: they decide nothing alone (locks), or each use of them is checked (workspaces). */
const hasNoMac = (key: string): boolean => /^(?:locks|unlocks|workspaces)\//.test(key);

/** Whether a reader gets the same from both: white space of JSON, spare bits of base64, the header of gzip. */
async function meansTheSame(key: string, before: Buffer, after: Buffer): Promise<boolean> {
  const meaning = async (value: Buffer): Promise<unknown> => {
    if (parseReleaseKey(key) !== undefined) {
      const {release, mac} = await unpackSigned({key}, value);
      return {release, mac};
    }
    if (parseSealedKey(key) !== undefined) {
      const {generation, text} = decodeSealed(key, value);
      return {generation, text: text.split('.').map((part) => Buffer.from(part, 'base64').toString('hex'))};
    }
    return JSON.parse(value.toString()) as Json;
  };
  try {
    return canonicalJson(await meaning(before)) === canonicalJson(await meaning(after));
  } catch {
    return false;
  }
}

type Attack = {readonly name: string; readonly changes: ReadonlyMap<string, Buffer>};

function flip(contents: Contents, random: Random): Attack {
  const key = random.pick([...contents.keys()]);
  const value = Buffer.from(contents.get(key) ?? []);
  const [at, bit] = [random.int(value.length), random.int(8)];
  value[at] = (value[at] ?? 0) ^ (1 << bit);
  return {name: `bit ${bit} of byte ${at} of ${key}`, changes: new Map([[key, value]])};
}

function truncation(contents: Contents, random: Random): Attack {
  const key = random.pick([...contents.keys()]);
  const value = contents.get(key) ?? Buffer.from('');
  const at = random.int(value.length - 1);
  return {name: `${key} cut at ${at}`, changes: new Map([[key, value.subarray(0, at)]])};
}

function swap(contents: Contents, random: Random): Attack {
  const [a = '', b = ''] = random.shuffled([...contents.keys()]);
  const value = (key: string) => contents.get(key) ?? Buffer.from('');
  return {
    name: `${a} and ${b} exchanged`,
    changes: new Map([
      [a, value(b)],
      [b, value(a)],
    ]),
  };
}

async function write(backend: Backend, changes: ReadonlyMap<string, Uint8Array>): Promise<void> {
  for (const [key, value] of changes) await backend.put(key, value, (await backend.get(key))?.version);
}

/** Whether a verification finds nothing. */
async function isWhole(backend: Backend): Promise<boolean> {
  try {
    const found = await verifyBackend(
      {strict: false},
      {backend: async () => backend, signal: new AbortController().signal},
    );
    return found.isWhole;
  } catch (error) {
    if (error instanceof GantryError) return false;
    throw error;
  }
}

type Naming = {
  readonly name: string;
  readonly keys: readonly string[];
  readonly secrets: Readonly<Record<string, string>>;
};

/** Each error names an attacked document, and no secret. */
function expectNamed(errors: readonly GantryError[], {name, keys, secrets}: Naming): void {
  for (const {failure} of errors) {
    const {message, hint = ''} = failureText(failure);
    expect(
      keys.some((key) => message.includes(key)),
      `${name}: ${message}`,
    ).toBe(true);
    expect(leaks(message + hint + JSON.stringify(failure), secrets), name).toEqual([]);
  }
}

describe.each(BACKEND_KINDS)(`a hostile backend $kind (GANTRY_SEED=${seed})`, ({make}) => {
  it.each([
    {form: 'sealed', isSealed: true},
    {form: 'in clear', isSealed: false},
  ])(
    'flips, truncations and exchanges in a backend that is $form are never believed',
    {timeout: 120_000},
    async ({isSealed}) => {
      const plain = await make();
      const {open, steps, runs, secrets} = await filled(plain, isSealed);
      const whole = steps.at(-1) ?? new Map<string, Buffer>();
      const wanted = await readAs(open(), runs);
      expect(wanted.filter((told) => 'error' in told)).toEqual([]);
      const random = randomOf(seed);
      const unchanged: string[] = [];
      for (let i = 0; i < CHANGES; i++) {
        const attack = random.pick([flip, flip, truncation, swap])(whole, random);
        const {name, changes} = attack;
        await write(plain, changes);
        const told = await readAs(open(), runs);
        const errors = told.flatMap((one) => ('error' in one ? [one.error] : []));
        for (const [at, one] of told.entries())
          if ('value' in one && (at > 0 || isSealed)) expect(one, `${name}: believed`).toEqual(wanted[at]);
        expectNamed(errors, {name, keys: [...changes.keys()], secrets});
        const isNoticed = errors.length > 0 || !(await isWhole(open()));
        for (const [key, value] of changes) {
          // An open key is checked by what it signs.
          if (hasNoMac(key) || isNoticed || (key === HMAC_KEY && !isSealed)) continue;
          expect(await meansTheSame(key, whole.get(key) ?? Buffer.from(''), value), `${name}: not noticed`).toBe(true);
          unchanged.push(name);
        }
        // What has no MAC is read, or refused by name.
        for (const key of [...changes.keys()].filter(hasNoMac)) await readWithoutMac(plain, key);
        await write(plain, new Map([...changes.keys()].map((key) => [key, whole.get(key) ?? Buffer.from('')])));
      }
      // Nearly every change is noticed; a few change nothing that is read.
      expect(unchanged.length, unchanged.join('\n')).toBeLessThan(CHANGES / 7);
    },
  );

  it.each([
    {form: 'sealed', isSealed: true},
    {form: 'in clear', isSealed: false},
  ])(
    'no replay in a backend that is $form is believed by a machine that has seen newer documents',
    {timeout: 120_000},
    async ({isSealed}) => {
      const plain = await make();
      const {open, steps, runs, secrets} = await filled(plain, isSealed);
      const whole = steps.at(-1) ?? new Map<string, Buffer>();
      const home = await scratchDirectory();
      const wanted = await readAs(open(home), runs);
      const random = randomOf(seed);
      let refused = 0;
      const older = steps.slice(0, -1);
      const groups = ['', 'keys/', 'releases/', 'index/', 'releases/|index/', 'keys/|releases/'];
      const keys = [...whole.keys()].filter((key) => !hasNoMac(key));
      for (let i = 0; i < REPLAYS; ) {
        const [from, prefix] = [random.pick(older), random.pick(random.pick([groups, keys]))];
        const isReplayed = (key: string): boolean => prefix.split('|').some((one) => key.startsWith(one));
        const contents = new Map([...whole].filter(([key]) => !isReplayed(key)));
        for (const [key, value] of from) if (isReplayed(key)) contents.set(key, value);
        // Most documents never change.
        if ([...contents, ...whole].every(([key]) => contents.get(key)?.equals(whole.get(key) ?? EMPTY) === true))
          continue;
        i++;
        const name = `step ${steps.indexOf(from)} of "${prefix}"`;
        await putBack(plain, contents);
        const told = await readAs(open(home), runs);
        const errors = told.flatMap((one) => ('error' in one ? [one.error] : []));
        // Histories are what plans are made of. An older record of restores, alone, changes no plan.
        for (const [at, one] of told.slice(0, 3).entries())
          if ('value' in one && !isForgotten(wanted[at], one)) expect(one, `${name}: believed`).toEqual(wanted[at]);
        for (const {failure} of errors) {
          const {message, hint = ''} = failureText(failure);
          expect(message, name).toMatch(/(?:keys|releases|index|pins)\//);
          expect(leaks(message + hint + JSON.stringify(failure), secrets), name).toEqual([]);
        }
        refused += Math.sign(errors.length);
        // Only a machine that has seen nothing can be deceived, and by the whole backend only: docs/security.md says so.
        if (prefix === '') {
          expect(errors.length, name).toBeGreaterThan(0);
          const fresh = await readAs(open(), []);
          expect(
            fresh.filter((one) => 'error' in one),
            name,
          ).toEqual([]);
        }
      }
      expect(refused).toBeGreaterThan(REPLAYS / 2);
      for (const [file, text] of await everythingWritten(home)) expect(leaks(text, secrets), file).toEqual([]);
      if (isSealed) for (const [key, value] of whole) expect(leaks(value.toString(), secrets), key).toEqual([]);
    },
  );
});

/** Nobody can tell a stack whose index is gone from one that was never applied: its objects in the cluster stop a second apply. */
const isForgotten = (wanted: Told | undefined, told: Told): boolean =>
  wanted !== undefined && 'value' in told && told.value === '{}';

async function readWithoutMac(backend: Backend, key: string): Promise<void> {
  try {
    if (key.startsWith('locks/')) await readLock(backend, key.slice('locks/'.length, -'.json'.length));
    if (key.startsWith('workspaces/'))
      parseWorkspaceText(new TextDecoder().decode((await backend.get(key))?.value), key);
  } catch (error) {
    if (!(error instanceof GantryError)) throw error;
    expect(JSON.stringify(error.failure)).toContain(key);
  }
}
