import {readdir, readFile} from 'node:fs/promises';
import {join, relative} from 'node:path';
import {fileURLToPath} from 'node:url';
import {describe, expect, it} from 'vitest';
import {listReleases} from '../../../src/app/release/list-releases.ts';
import {logReleases} from '../../../src/app/release/log-releases.ts';
import {readPlanFile} from '../../../src/config/plan-file.ts';
import {parseWorkspaceText} from '../../../src/config/workspace-file.ts';
import {type Failure, GantryError} from '../../../src/core/failure/failure.ts';
import type {JsonObject} from '../../../src/core/json.ts';
import {isSealedWith} from '../../../src/core/plan/plan-file.ts';
import {parseDocument} from '../../../src/core/release/document.ts';
import {decodeLock} from '../../../src/core/release/lock.ts';
import {FIRST_FORMAT_ONLY, type Migration} from '../../../src/core/release/migrate.ts';
import type {Release} from '../../../src/core/release/release.ts';
import {decodeRelease} from '../../../src/core/release/release-document.ts';
import {releaseFromFormat1} from '../../../src/core/release/release-from-format-1.ts';
import {pinKey, readPin} from '../../../src/core/workspace/cluster-pin.ts';
import {hmacKey} from '../../../src/engine/release/hmac-key.ts';
import {openHistory, readRelease} from '../../../src/engine/release/release-history.ts';
import {storedReleases} from '../../../src/engine/release/revisions.ts';
import {ReleaseOutput} from '../../../src/ui/output/release-output.ts';
import {type MemoryBackend, memoryBackend} from '../../rig/memory-backend.ts';
import {begun, NAMES} from '../../rig/releases.ts';
import {stoppedClock} from '../../rig/stopped-clock.ts';

const ROOT = fileURLToPath(new URL('./', import.meta.url));
const LINEAGE = '8f14e45fceea167a';

/** What a Gantry that wrote this format has left. The files are never changed: another format gets a directory of its own. */
async function stored(format: number): Promise<MemoryBackend> {
  const backend = memoryBackend();
  const root = join(ROOT, String(format));
  for (const entry of await readdir(root, {recursive: true, withFileTypes: true})) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isFile()) backend.write(relative(root, path), await readFile(path));
  }
  return backend;
}

const failureOf = (work: () => unknown): Failure | undefined => {
  try {
    work();
    return undefined;
  } catch (error) {
    if (error instanceof GantryError) return error.failure;
    throw error;
  }
};

/** Optional fields that the versions which wrote these files did not have. */
const LATER: ReadonlySet<string> = new Set([
  'extensions',
  'admission',
  'createdNamespace',
  'sources',
  'hooks',
  'waivers',
  'uses',
  'claims',
  'previous',
  'terraformState',
]);

const started = (): Release => begun({lineage: LINEAGE, revision: 1, epoch: 1});

describe.each([1, 2])('format %i', (format) => {
  it('a later version reads a release history with its releases and an interrupted run', async () => {
    const backend = await stored(format);
    const deps = {backend: async () => backend, clock: stoppedClock()};
    const {lineage, head, last, interrupted} = await openHistory({backend, ...NAMES});
    expect({lineage, origin: head?.origin, last: last?.revision}).toEqual({
      lineage: LINEAGE,
      origin: 'github.com/acme/shop//web',
      last: 4,
    });
    expect(interrupted.map(({revision, spec}) => [revision, spec.length])).toEqual([[5, 2]]);
    const {releases, unreadable} = await listReleases(NAMES, deps);
    expect(unreadable).toEqual([]);
    expect(releases.map(({revision, phase, operation}) => [revision, phase, operation])).toEqual([
      [5, 'interrupted', 'apply'],
      [4, 'succeeded', 'destroy'],
      [3, 'succeeded', 'apply'],
      [2, 'failed', 'apply'],
      [1, 'succeeded', 'apply'],
    ]);
  });

  it('a later version reads every release, with every possible field', async () => {
    const backend = await stored(format);
    const keys = await storedReleases(backend, LINEAGE);
    const releases = await Promise.all(keys.map((key) => readRelease(backend, LINEAGE, key)));
    expect(releases).toHaveLength(9);
    for (const release of releases) expect(ReleaseOutput.safeParse(release).error?.issues).toBeUndefined();
    const written = new Set(releases.flatMap((release) => Object.keys(release)));
    const may = Object.keys(ReleaseOutput.shape).filter((name) => !LATER.has(name));
    expect(may.filter((name) => !written.has(name))).toEqual([]);
    const types = new Set(releases.flatMap(({state}) => state.map(({type}) => type)));
    expect([...types].toSorted()).toEqual(format === 1 ? ['Kubernetes'] : ['Kubernetes', 'Terraform']);
  });
});

describe('documents that 0.1.0 wrote in format 1', () => {
  it('a later version reads the broken lock in the log of 0.1.0', async () => {
    const backend = await stored(1);
    const deps = {backend: async () => backend, clock: stoppedClock()};
    expect((await logReleases(NAMES, deps)).entries.filter(({kind}) => kind === 'unlock')).toMatchObject([
      {because: 'forced', by: expect.stringContaining('ci-deployer')},
    ]);
  });

  it('a later version reads the locks, digest key, pin, workspace and saved plan of 0.1.0', async () => {
    const backend = await stored(1);
    const bytes = async (key: string): Promise<Uint8Array> => (await backend.get(key))?.value ?? new Uint8Array();
    const locks = await Promise.all(
      [`locks/${LINEAGE}.json`, 'locks/held.json'].map(async (key) => decodeLock(key, await bytes(key)).state),
    );
    expect(locks).toEqual(['free', 'held']);
    const key = await hmacKey(backend);
    expect(key.reveal()).toBe('0123456789abcdef'.repeat(4));
    const pin = pinKey({name: 'prod', place: 'backend', file: 'workspaces/prod.yaml'});
    expect(readPin(new TextDecoder().decode(await bytes(pin)))).toMatchObject({workspace: 'prod', formatVersion: 1});
    const file = new TextDecoder().decode(await bytes('workspaces/prod.yaml'));
    expect(parseWorkspaceText(file, 'prod.yaml').workspace).toMatchObject({name: 'prod', labels: {tier: 'prod'}});
    const plan = readPlanFile(join(ROOT, '1', 'plan.json'));
    expect(plan.plan.changes.map(({action}) => action)).toEqual(['create', 'create']);
    expect(isSealedWith(plan, key)).toBe(true);
  });
});

describe('a release of format 2', () => {
  it('a version that knows only format 1 refuses a release of format 2 before it unpacks it', async () => {
    const backend = await stored(2);
    for (const key of await storedReleases(backend, LINEAGE)) {
      const {value = new Uint8Array()} = (await backend.get(key.key)) ?? {};
      expect(failureOf(() => parseDocument(key.key, value, FIRST_FORMAT_ONLY))).toEqual({
        code: 'release/newer-format',
        key: key.key,
        found: 2,
      });
    }
  });

  it.each([
    {name: 'orphaned replaces letsGo', before: {letsGo: ['v1:Pod:a']}, after: {orphaned: ['v1:Pod:a']}},
    {name: 'stackAttributes replaces own', before: {own: {a: {b: 1}}}, after: {stackAttributes: {a: {b: 1}}}},
    {name: 'other fields stay', before: {unsettled: true, state: []}, after: {unsettled: true, state: []}},
  ])('a release of format 1 is converted: $name', ({before, after}) => {
    expect(releaseFromFormat1(before)).toEqual(after);
  });

  it('a release of format 2 with a state of an unknown type is damaged', () => {
    const state = [{id: 'a', type: 'Helm'}];
    const text = JSON.stringify({...started(), formatVersion: 2, state});
    expect(failureOf(() => decodeRelease('r', text))).toEqual({
      code: 'release/damaged',
      key: 'r',
      detail: 'it contains a state of an unknown type',
    });
  });
});

describe('a later format', () => {
  const renamed: Migration = ({old, ...rest}) => ({...rest, fresh: old ?? null});
  const split: Migration = ({fresh, ...rest}) => ({...rest, parts: String(fresh).split(',')});
  const parsed = (document: JsonObject, migrations: readonly Migration[]): JsonObject =>
    parseDocument('releases/abc/head.json', JSON.stringify(document), migrations);

  it.each([
    {name: 'is led to from the first', found: {formatVersion: 1, old: 'a,b'}},
    {name: 'is led to from the one before', found: {formatVersion: 2, fresh: 'a,b'}},
    {name: 'is read as it is', found: {formatVersion: 3, parts: ['a', 'b']}},
  ])('$name', ({found}) => expect(parsed(found, [renamed, split])).toEqual({formatVersion: 3, parts: ['a', 'b']}));

  it.each([
    {name: 'is refused by an older Gantry', found: {formatVersion: 3}, want: {code: 'release/newer-format', found: 3}},
    {
      name: 'is refused with the Gantry that reads it, where it says so',
      found: {formatVersion: 2, needs: '0.4.0'},
      migrations: [],
      want: {code: 'release/newer-format', found: 2, needs: '0.4.0'},
    },
    {
      name: 'is refused without what cannot be a version',
      found: {formatVersion: 2, needs: '\u001b[31m'},
      migrations: [],
      want: {code: 'release/newer-format', found: 2},
    },
    {name: 'that never was is damage', found: {formatVersion: 1.5}, want: {code: 'release/damaged'}},
    {name: 'zero is damage', found: {formatVersion: 0}, want: {code: 'release/damaged'}},
  ])('$name', ({found, migrations = [renamed], want}) => {
    const failure = failureOf(() => parsed(found, migrations));
    expect(failure).toMatchObject({...want, key: 'releases/abc/head.json'});
    expect(failure !== undefined && 'needs' in failure).toBe('needs' in want);
  });
});
