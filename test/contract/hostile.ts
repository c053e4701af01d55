import {randomInt} from 'node:crypto';
import {rm, writeFile} from 'node:fs/promises';
import {beforeAll, describe, expect, it} from 'vitest';
import {at as fileAt} from '../../src/adapters/local/backend/files.ts';
import {exitCodeOf} from '../../src/cli/exit-code.ts';
import {HMAC_KEY} from '../../src/core/release/keys.ts';
import {RESTORES_KEY} from '../../src/core/release/restores.ts';
import {hmacKey} from '../../src/engine/release/hmac-key.ts';
import {readLineage} from '../../src/engine/release/read-head.ts';
import type {Backend} from '../../src/ports/backend.ts';
import {failureText} from '../../src/ui/failure-text.ts';
import {everythingWritten, leaks} from '../rig/canaries.ts';
import {type Attack, type Contents, flip, replays, swap, truncation} from '../rig/hostile/attack.ts';
import {type Filled, filledBackend} from '../rig/hostile/filled-backend.ts';
import {meansTheSame} from '../rig/hostile/means-the-same.ts';
import {type Machine, STACKS, type Told, useDocuments} from '../rig/hostile/uses.ts';
import {type Random, randomOf} from '../rig/random-source.ts';
import {scratchDirectory} from '../rig/scratch.ts';
import {type AgeIdentity, ageIdentity} from '../rig/sealed-backend.ts';

const seed = Number(process.env['GANTRY_SEED'] ?? randomInt(2 ** 31));

const ATTACKS = Number(process.env['GANTRY_ATTACKS'] ?? 200);

let anna: AgeIdentity;
beforeAll(async () => {
  anna = await ageIdentity();
});

/**
 * Documents that a user can believe although somebody changed them: locks decide only who waits (every write of a head compares its
 * version), and workspaces are texts of their users (docs/security.md says what they need consent for).
 */
const isBelieved = (key: string): boolean => /^(?:locks|workspaces)\//.test(key);

/** The exit codes of refusals. 5: not trusted; 1: damaged, or of a newer version; 4: no key opens it; 3: a workspace that is not YAML. */
const REFUSED: ReadonlySet<number> = new Set([1, 3, 4, 5]);

type World = Filled & {readonly plain: Backend; readonly whole: Contents; readonly machine: Machine};

async function opened(make: () => Promise<Backend>, isSealed: boolean): Promise<World> {
  const plain = await make();
  const filled = await filledBackend(plain, anna, isSealed);
  const lineages = new Map<string, (typeof STACKS)[number]>();
  for (const names of STACKS) lineages.set((await readLineage(filled.open(), names)) ?? '', names);
  const backend = filled.open();
  await hmacKey(backend);
  const machine = {backend, home: await scratchDirectory(), lineages};
  return {...filled, plain, whole: filled.steps.at(-1) ?? new Map(), machine};
}

async function write(backend: Backend, changes: Attack['changes']): Promise<void> {
  await Promise.all([...changes].map(([key, value]) => writeOne(backend, key, value)));
}

async function writeOne(backend: Backend, key: string, value: Buffer | undefined): Promise<void> {
  const {directory} = backend;
  // An attacker changes files without fsync, so the attacks do not need it either.
  if (directory !== undefined)
    return value === undefined ? rm(fileAt(directory, key), {force: true}) : writeFile(fileAt(directory, key), value);
  // A busy server may cut off an answer: the next attempt reads the version again.
  for (let left = 3; ; left--)
    try {
      const version = (await backend.get(key))?.version;
      if (value !== undefined) await backend.put(key, value, version);
      else if (version !== undefined) await backend.delete(key, version);
      return;
    } catch (error) {
      if (left === 0) throw error;
    }
}

/** Makes an attack, uses the documents, and puts them back. */
async function attacked(world: World, {changes}: Attack, machine: Machine, keys: readonly string[]) {
  await write(world.plain, changes);
  const told = await useDocuments(machine, keys);
  await write(world.plain, new Map([...changes.keys()].map((key) => [key, world.whole.get(key)])));
  return told;
}

/** Returns the machine of a new run. It may reuse cached keys that were not attacked: a new process would read the same. */
function startedFor({open}: World, changes: Attack['changes'], machine: Machine, home?: string): Machine {
  const readsKeys = [...changes.keys()].some((key) => key.startsWith('keys/'));
  return readsKeys ? {...machine, backend: open(home)} : machine;
}

/** Each refusal has an exit code of its own, names an attacked document, and shows no secret. */
function expectRefused(told: Told, name: string, keys: readonly string[], secrets: World['secrets']): void {
  if (!('error' in told)) return;
  const {failure} = told.error;
  const {message, hint = ''} = failureText(failure);
  expect(REFUSED.has(exitCodeOf(failure)), `${name}: ${failure.code}`).toBe(true);
  if (failure.code === 'release/untrusted') expect(exitCodeOf(failure)).toBe(5);
  const named = message + JSON.stringify(failure);
  expect(keys.length === 0 || keys.some((key) => named.includes(key)), `${name}: ${message}`).toBe(true);
  if (failure.code !== 'input/invalid') expect(hint.length, `${name}: ${message}`).toBeGreaterThan(0);
  expect(leaks(message + hint + JSON.stringify(failure), secrets), name).toEqual([]);
}

const EMPTY = Buffer.from('');

type Wanted = ReadonlyMap<string, Told>;

/** Returns the result of reading each document before an attack. */
async function wantedOf(world: World, machine: Machine): Promise<Wanted> {
  const keys = [...world.whole.keys()];
  const told = await useDocuments(machine, keys);
  expect(told.filter((one) => 'error' in one)).toEqual([]);
  return new Map(told.map((one, at) => [keys[at] ?? '', one]));
}

const indexesOf = ({whole}: World): readonly string[] => [...whole.keys()].filter((key) => key.startsWith('index/'));

/** Makes attacks of one kind that change bytes. Returns the names of unnoticed attacks, which must not change the meaning of a document. */
async function expectNoneBelieved(world: World, attacks: readonly Attack[], isSealed: boolean) {
  const wanted = await wantedOf(world, world.machine);
  const unnoticed: string[] = [];
  for (const attack of attacks) {
    const keys = [...attack.changes.keys()];
    const readsKeys = keys.some((key) => key.startsWith('keys/'));
    const used = readsKeys ? [...new Set([...keys, ...indexesOf(world)])] : keys;
    const told = await attacked(world, attack, startedFor(world, attack.changes, world.machine), used);
    const isNoticed = told.some((one) => 'error' in one);
    for (const [at, one] of told.entries()) {
      const key = used[at] ?? '';
      expectRefused(one, attack.name, keys, secretsFor(world, keys, isSealed));
      // An unsealed key has no MAC of its own: a changed key is noticed because the documents that it signed are refused.
      const isOpenKey = key === HMAC_KEY && !isSealed;
      if ('error' in one || isBelieved(key) || (isOpenKey && isNoticed)) continue;
      expect(one, `${attack.name}: ${key} was believed`).toEqual(wanted.get(key));
      if (await isUnnoticed(world, attack, key, isOpenKey)) unnoticed.push(attack.name);
    }
  }
  return unnoticed;
}

/** Returns the texts that no message may show. An attacker who swaps an unsealed key with a workspace can already read the key. */
function secretsFor({secrets}: World, keys: readonly string[], isSealed: boolean): World['secrets'] {
  const {key: _, ...others} = secrets;
  const isShown = !isSealed && keys.includes(HMAC_KEY) && keys.some((key) => key.startsWith('workspaces/'));
  return isShown ? others : secrets;
}

/** Reports whether a changed document was used. Expects that the change does not alter its meaning. */
async function isUnnoticed({whole}: World, {name, changes}: Attack, key: string, isOpenKey: boolean): Promise<boolean> {
  const after = changes.get(key);
  if (after === undefined) return false;
  // An attacker can rename the field of an unsealed key that requires MACs. With the key, an attacker can do more than that.
  const isSame = isOpenKey || (await meansTheSame(key, whole.get(key) ?? EMPTY, after));
  expect(isSame, `${name}: not noticed`).toBe(true);
  return true;
}

const CHANGES = [
  {what: 'bit flips', make: flip},
  {what: 'truncations', make: truncation},
  {what: 'swaps', make: swap},
] as const;

type Kind = {
  readonly kind: string;
  /** Makes an empty backend. */
  readonly make: () => Promise<Backend>;
  /** The number of attacks of each sort. Default: 200, or `GANTRY_ATTACKS`. */
  readonly times?: number;
  readonly isSealed: boolean;
  readonly timeoutMs?: number;
};

/** Defines the tests of attacks on a backend: no changed document is believed, and nothing crashes. */
export function hostileContract({kind, make, times = ATTACKS, isSealed, timeoutMs = 120_000}: Kind): void {
  const form = isSealed ? 'sealed' : 'in clear';
  describe(`a hostile backend ${kind}, ${form} (GANTRY_SEED=${seed})`, () => {
    it(
      `${times} bit flips, ${times} truncations and ${times} swaps of documents are never believed`,
      async () => {
        const world = await opened(make, isSealed);
        for (const [at, {what, make: one}] of CHANGES.entries()) {
          const random: Random = randomOf(seed + at);
          const attacks = Array.from({length: times}, () => one(world.whole, random));
          const unnoticed = await expectNoneBelieved(world, attacks, isSealed);
          // Nearly every change is noticed; a few change nothing that is read.
          expect(unnoticed.length, `${what}\n${unnoticed.join('\n')}`).toBeLessThan(Math.max(4, times / 10));
        }
        if (isSealed)
          for (const [key, value] of world.whole) expect(leaks(value.toString(), world.secrets), key).toEqual([]);
      },
      timeoutMs,
    );

    it(
      `${times} replays of documents are refused by a machine that has seen newer ones`,
      async () => {
        const world = await opened(make, isSealed);
        const home = await scratchDirectory();
        const machine = {...world.machine, backend: world.open(home), home};
        const wanted = await wantedOf(world, machine);
        const random = randomOf(seed);
        const all = replays(world.steps.slice(0, -1), world.whole);
        expect(all.length).toBeGreaterThan(times / 2);
        // Most documents are releases, and each sort of document is met.
        const groups = [...Map.groupBy(all, ({name}) => /"([^/"]*)/.exec(name)?.[1] ?? '').values()];
        const refused = new Set<string>();
        for (let i = 0; i < times; i++) {
          const attack = random.pick(random.pick(groups));
          const used = [...new Set([...attack.changes.keys(), ...indexesOf(world)])];
          const told = await attacked(world, attack, startedFor(world, attack.changes, machine, home), used);
          for (const [at, one] of told.entries()) expectNotReplayed(one, {attack, key: used[at] ?? '', world, wanted});
          const errors = used.filter((_, at) => 'error' in (told[at] ?? {}));
          for (const key of errors) refused.add(key.split('/')[0] ?? '');
          // Only an older copy of the whole backend deceives, and only a machine that has seen nothing (docs/security.md).
          if (attack.name.endsWith('""')) expect(errors.length, attack.name).toBeGreaterThan(0);
        }
        // A few replays do not meet all documents.
        const roots =
          times < 100 ? [] : ['index', 'pins', 'releases', 'shared', ...(isSealed ? ['keys', 'terraform'] : [])];
        expect([...refused]).toEqual(expect.arrayContaining(roots));
        for (const [file, text] of await everythingWritten(home)) expect(leaks(text, world.secrets), file).toEqual([]);
      },
      timeoutMs,
    );
  });
}

type Replayed = {readonly attack: Attack; readonly key: string; readonly world: World; readonly wanted: Wanted};

/** An older document is refused, or what its user gets is what it was before. */
function expectNotReplayed(told: Told, {attack: {name, changes}, key, world, wanted}: Replayed): void {
  expectRefused(told, name, [], world.secrets);
  const [isChanged, isGone] = [changes.has(key), changes.has(key) && changes.get(key) === undefined];
  if ('error' in told) {
    // A single older document is never reported as damaged.
    if (changes.size === 1 && isChanged && !isGone) expect(exitCodeOf(told.error.failure), `${name}: ${key}`).toBe(5);
    return;
  }
  // An older record of restores changes no plan. No present document names one that exists only in an earlier step. A reader of a deleted
  // document finds nothing, and in particular nothing older.
  const isHarmless = isBelieved(key) || key === RESTORES_KEY || !wanted.has(key);
  if (isHarmless || (isGone && !key.startsWith('terraform/'))) return;
  expect(told, `${name}: ${key} was believed`).toEqual(wanted.get(key));
}
