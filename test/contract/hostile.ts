import {randomInt} from 'node:crypto';
import {rm, writeFile} from 'node:fs/promises';
import {beforeAll, describe, expect, it} from 'vitest';
import {at as fileAt} from '../../src/adapters/local/backend/files.ts';
import {exitCodeOf} from '../../src/cli/exit-code.ts';
import type {Json} from '../../src/core/json.ts';
import {HMAC_KEY, parseReleaseKey, parseSealedKey} from '../../src/core/release/keys.ts';
import {RESTORES_KEY} from '../../src/core/release/restores.ts';
import {hmacKey} from '../../src/engine/release/hmac-key.ts';
import {unpackSigned} from '../../src/engine/release/pack.ts';
import {readLineage} from '../../src/engine/release/read-head.ts';
import {decodeSealed} from '../../src/engine/sealing/sealed-literals.ts';
import {canonicalJson} from '../../src/lib/canonical-json.ts';
import type {Backend} from '../../src/ports/backend.ts';
import {failureText} from '../../src/ui/failure-text.ts';
import {everythingWritten, leaks} from '../rig/canaries.ts';
import {type Attack, type Contents, flip, replays, swap, truncation} from '../rig/hostile/attack.ts';
import {type Filled, filledBackend} from '../rig/hostile/filled-backend.ts';
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

/** The exit codes of refusals: not trusted 5, damaged or of a newer version 1, no key opens it 4, a workspace that is no YAML 3. */
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
  // Somebody who changes files does not wait for the disk.
  if (directory !== undefined)
    return value === undefined ? rm(fileAt(directory, key), {force: true}) : writeFile(fileAt(directory, key), value);
  const version = (await backend.get(key))?.version;
  if (value !== undefined) await backend.put(key, value, version);
  else if (version !== undefined) await backend.delete(key, version);
}

/** Makes an attack, uses the documents, and puts them back. */
async function attacked(world: World, {changes}: Attack, machine: Machine, keys: readonly string[]) {
  await write(world.plain, changes);
  const told = await useDocuments(machine, keys);
  await write(world.plain, new Map([...changes.keys()].map((key) => [key, world.whole.get(key)])));
  return told;
}

/** A run that starts now. What it has cached of keys that nobody attacked is the same as a new process would read. */
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

/** Whether a reader gets the same from both: white space of JSON, spare bits of base64, the header of gzip. */
async function meansTheSame(key: string, before: Buffer, after: Buffer): Promise<boolean> {
  const meaning = async (value: Buffer): Promise<unknown> => {
    if (parseReleaseKey(key) !== undefined) {
      const {release, mac} = await unpackSigned({key}, value);
      return {release, mac};
    }
    if (parseSealedKey(key) !== undefined || key.startsWith('terraform/')) {
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

const EMPTY = Buffer.from('');

/** Makes attacks of one kind that change bytes. Returns those that nobody noticed, and that changed nothing. */
async function expectNoneBelieved(world: World, attacks: readonly Attack[], isSealed: boolean) {
  const wanted = new Map<string, Told>();
  for (const [at, told] of (await useDocuments(world.machine, [...world.whole.keys()])).entries())
    wanted.set([...world.whole.keys()][at] ?? '', told);
  expect([...wanted].filter(([, told]) => 'error' in told)).toEqual([]);
  const unnoticed: string[] = [];
  const indexes = [...world.whole.keys()].filter((key) => key.startsWith('index/'));
  for (const attack of attacks) {
    const keys = [...attack.changes.keys()];
    const used = keys.some((key) => key.startsWith('keys/')) ? [...new Set([...keys, ...indexes])] : keys;
    const told = await attacked(world, attack, startedFor(world, attack.changes, world.machine), used);
    const isNoticed = told.some((one) => 'error' in one);
    for (const [at, one] of told.entries()) {
      const key = used[at] ?? '';
      // Who exchanges an open key with a text of users has read it, or could.
      const {key: _, ...others} = world.secrets;
      const isShown = !isSealed && keys.includes(HMAC_KEY) && keys.some((other) => other.startsWith('workspaces/'));
      expectRefused(one, attack.name, keys, isShown ? others : world.secrets);
      if ('error' in one || isBelieved(key)) continue;
      // Nobody can see whether an open key is another one, but what it signed is refused.
      if (key === HMAC_KEY && !isSealed && isNoticed) continue;
      expect(one, `${attack.name}: ${key} was believed`).toEqual(wanted.get(key));
      const after = attack.changes.get(key);
      if (after === undefined) continue;
      // In an open key, the name of the field that requires MACs can be changed. With it, more than that can.
      const isSame = (key === HMAC_KEY && !isSealed) || (await meansTheSame(key, world.whole.get(key) ?? EMPTY, after));
      expect(isSame, `${attack.name}: not noticed`).toBe(true);
      unnoticed.push(attack.name);
    }
  }
  return unnoticed;
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

/** What a backend of each kind must stand: nothing that somebody changes in it is believed, and nothing crashes. */
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
          expect(unnoticed.length, `${what}\n${unnoticed.join('\n')}`).toBeLessThan(times / 10);
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
        const keys = [...world.whole.keys()];
        const machine = {...world.machine, backend: world.open(home), home};
        const whole = await useDocuments(machine, keys);
        const wanted = new Map(whole.map((told, at) => [keys[at] ?? '', told]));
        const random = randomOf(seed);
        const all = replays(world.steps.slice(0, -1), world.whole);
        expect(all.length).toBeGreaterThan(times / 2);
        // Most documents are releases, and each sort of document is met.
        const groups = [...Map.groupBy(all, ({name}) => /"([^/"]*)/.exec(name)?.[1] ?? '').values()];
        const refused = new Set<string>();
        for (let i = 0; i < times; i++) {
          const attack = random.pick(random.pick(groups));
          const changed = [...attack.changes.keys()];
          const used = [...new Set([...changed, ...keys.filter((key) => key.startsWith('index/'))])];
          const told = await attacked(world, attack, startedFor(world, attack.changes, machine, home), used);
          for (const [at, one] of told.entries()) {
            const key = used[at] ?? '';
            expectRefused(one, attack.name, [], world.secrets);
            if ('error' in one) {
              refused.add(key.split('/')[0] ?? '');
              // One older document is never taken for a damaged one.
              if (changed.length === 1 && attack.changes.get(key) !== undefined)
                expect(exitCodeOf(one.error.failure), `${attack.name}: ${key}`).toBe(5);
              // Nothing leads to a genuine document that the backend no longer has.
            } else if (wanted.has(key) && !isBelieved(key) && key !== RESTORES_KEY && !isForgotten(one, attack, key))
              expect(one, `${attack.name}: ${key} was believed`).toEqual(wanted.get(key));
          }
          // Only a machine that has seen nothing can be deceived, and by the whole backend only: docs/security.md says so.
          if (attack.name.endsWith('""'))
            expect(
              told.some((one) => 'error' in one),
              attack.name,
            ).toBe(true);
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

/** A document that is gone, and that a first run would not have either: its user finds nothing, and nothing older. */
const isForgotten = (told: Told, {changes}: Attack, key: string): boolean =>
  changes.has(key) && changes.get(key) === undefined && 'value' in told;
