import {mkdir, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {describe, expect, it} from 'vitest';
import {findHistories} from '../../../../src/app/release/find-histories.ts';
import {findOrigin} from '../../../../src/app/release/find-origin.ts';
import {listAllReleases} from '../../../../src/app/release/list-all-releases.ts';
import {listReleases} from '../../../../src/app/release/list-releases.ts';
import {logReleases} from '../../../../src/app/release/log-releases.ts';
import {showRelease} from '../../../../src/app/release/show-release.ts';
import {unlockRelease} from '../../../../src/app/release/unlock-release.ts';
import {listResources} from '../../../../src/app/resource/list-resources.ts';
import {showResource} from '../../../../src/app/resource/show-resource.ts';
import type {Event} from '../../../../src/core/event.ts';
import {type Failure, GantryError} from '../../../../src/core/failure/failure.ts';
import type {Holder} from '../../../../src/core/release/holder.ts';
import type {Release} from '../../../../src/core/release/release.ts';
import {maskKubernetes} from '../../../../src/core/secret/mask.ts';
import {acquireLock, type HeldLock} from '../../../../src/engine/release/acquire.ts';
import {currentHolder} from '../../../../src/engine/release/holder.ts';
import {LEASE} from '../../../../src/engine/release/lease.ts';
import {openHistory} from '../../../../src/engine/release/release-history.ts';
import {handClock} from '../../../rig/hand-clock.ts';
import {memoryBackend} from '../../../rig/memory-backend.ts';
import {begun, ended, holderNamed, NAMES, resource, stateOf} from '../../../rig/releases.ts';
import {scratchDirectory} from '../../../rig/scratch.ts';

const ELSEWHERE = holderNamed('anna'); // Of another machine: nobody here can tell whether it lives.
const ALIVE = currentHolder({env: {}, command: 'gantry apply'});
const DEAD: Holder = {...ALIVE, processStart: '1'};

function rig() {
  const backend = memoryBackend();
  const clock = handClock();
  const events: Event[] = [];
  const deps = {
    backend: async () => backend,
    clock,
    signal: new AbortController().signal,
    onEvent: (event: Event) => void events.push(event),
    env: {},
    command: 'gantry release unlock',
  };
  const lockFor = async (holder: Holder, names = NAMES): Promise<HeldLock> =>
    acquireLock({
      backend,
      history: await openHistory({backend, ...names}),
      names,
      holder,
      clock,
      lockTimeoutMs: 0,
      signal: deps.signal,
      onEvent: () => undefined,
    });
  const release = async (more: Partial<Release> = {}): Promise<void> => {
    await using lock = await lockFor(ALIVE);
    const run = begun(lock, {spec: more.spec ?? []});
    await lock.begin(run);
    await lock.finish(ended(run, more));
  };
  return {backend, clock, deps, events, lockFor, release};
}

const failureOf = async (work: Promise<unknown>): Promise<Failure | undefined> => {
  try {
    await work;
    return undefined;
  } catch (error) {
    if (error instanceof GantryError) return error.failure;
    throw error;
  }
};

const SECRET = {apiVersion: 'v1', kind: 'Secret', data: {password: 'aHVudGVyMg=='}};
const MASKED = maskKubernetes('key', 's', SECRET);

describe('release list', () => {
  it('the list is empty before the first release', async () => {
    expect(await listReleases(NAMES, rig().deps)).toEqual({formatVersion: 1, ...NAMES, releases: [], unreadable: []});
  });

  it('the list is sorted by newest first, and marks the current release', async () => {
    const {deps, release} = rig();
    await release();
    await release({phase: 'failed', state: [stateOf('a')]});
    const {releases} = await listReleases(NAMES, deps);
    expect(releases.map(({revision, phase, current, resources}) => ({revision, phase, current, resources}))).toEqual([
      {revision: 2, phase: 'failed', current: true, resources: 1},
      {revision: 1, phase: 'succeeded', current: false, resources: 0},
    ]);
  });

  it('a pending release is applying while its run lives, and interrupted after it died', async () => {
    const {deps, release, lockFor} = rig();
    await release();
    const lock = await lockFor(DEAD);
    await lock.begin(begun(lock));
    expect((await listReleases(NAMES, deps)).releases[0]).toMatchObject({
      revision: 2,
      phase: 'interrupted',
      current: false,
    });
    const next = await lockFor(ALIVE);
    await next.begin(begun(next));
    const {releases, locked} = await listReleases(NAMES, deps);
    expect(releases.map(({revision, phase}) => [revision, phase])).toEqual([
      [3, 'applying'],
      [2, 'interrupted'],
      [1, 'succeeded'],
    ]);
    expect(locked).toMatchObject({command: 'gantry apply'});
  });

  it('an unreadable release does not hide the others', async () => {
    const {backend, deps, release} = rig();
    await release();
    await release();
    const [damaged] = (await backend.list('releases/')).filter((key) => key.endsWith('/1-1.json'));
    backend.write(damaged ?? '', '');
    const {releases, unreadable} = await listReleases(NAMES, deps);
    expect(releases.map(({revision}) => revision)).toEqual([2]);
    expect(unreadable).toMatchObject([{revision: 1, failure: {code: 'release/damaged'}}]);
  });
});

describe('release list with filters', () => {
  const made = async () => {
    const {deps, release, backend} = rig();
    const source = {commit: '3f2a1bc04de5', dirty: false};
    await release({startedAt: '2025-12-01T00:00:00Z'});
    await release({phase: 'failed', by: {...ALIVE, account: 'ci-deployer'}, source});
    await release({by: {...ALIVE, user: 'bert'}});
    return {deps, backend};
  };

  it.each([
    {name: 'a limit', filter: {limit: 2}, want: [3, 2]},
    {name: 'a phase', filter: {phase: 'failed' as const}, want: [2]},
    {name: 'an age', filter: {since: '2025-12-31'}, want: [3, 2]},
    {name: 'a part of the account', filter: {by: 'Deployer'}, want: [2]},
    {name: 'a user', filter: {by: 'bert@'}, want: [3]},
    {name: 'the begin of a commit', filter: {commit: '3F2a'}, want: [2]},
    {name: 'two that exclude each other', filter: {by: 'bert', phase: 'failed' as const}, want: []},
    {name: 'a limit of what fits', filter: {limit: 1, since: '2025-01-01', phase: 'succeeded' as const}, want: [3]},
  ])('a filtered list shows releases that match $name', async ({filter, want}) => {
    const {deps} = await made();
    expect((await listReleases({...NAMES, ...filter}, deps)).releases.map(({revision}) => revision)).toEqual(want);
  });

  it('a limited list reads no more releases than needed', async () => {
    const {deps, release, backend} = rig();
    for (let n = 0; n < 20; n++) await release();
    const read: string[] = [];
    const counting = {...backend, get: async (key: string) => (read.push(key), backend.get(key))};
    await listReleases({...NAMES, limit: 3}, {...deps, backend: async () => counting});
    expect(read.filter((key) => /\d+-\d+\.json$/.test(key)).length).toBeLessThan(10);
  });

  it('a list covers every stack of the backend, or the named ones', async () => {
    const {deps, release, lockFor} = rig();
    await release();
    for (const names of [
      {...NAMES, workspace: 'dev'},
      {...NAMES, project: 'other'},
    ]) {
      await using lock = await lockFor(ALIVE, names);
      const run = begun(lock, names);
      await lock.begin(run);
      await lock.finish(ended(run));
    }
    const history = async (request: Parameters<typeof listAllReleases>[0]) =>
      (await listAllReleases(request, deps)).stacks.map(({project, workspace, releases}) => [
        `${project}/${workspace}`,
        releases.length,
      ]);
    expect(await history({})).toEqual([
      ['other/prod', 1],
      ['shop/dev', 1],
      ['shop/prod', 1],
    ]);
    expect(await history({stack: 'shop/web', workspace: 'dev'})).toEqual([['shop/dev', 1]]);
  });
});

describe('release log', () => {
  it('the log shows releases and broken locks, newest first', async () => {
    const {deps, backend, clock, release, lockFor} = rig();
    await release({startedAt: '2026-01-01T00:00:00Z', source: {commit: '3f2a1bc04de5', dirty: true}});
    await lockFor(DEAD);
    await clock.advance(10_000);
    await unlockRelease({...NAMES, force: false}, {...deps, env: {}, command: 'gantry release unlock'});
    const {entries} = await logReleases(NAMES, deps);
    expect(entries).toMatchObject([
      {kind: 'unlock', because: 'dead', command: 'gantry apply'},
      {kind: 'release', revision: 1, source: {commit: '3f2a1bc04de5', dirty: true}},
    ]);
    expect((await logReleases({...NAMES, limit: 1}, deps)).entries).toMatchObject([{kind: 'unlock'}]);
    expect((await logReleases({...NAMES, phase: 'succeeded'}, deps)).entries).toMatchObject([{kind: 'release'}]);
    expect(await backend.list('unlocks/')).toHaveLength(1);
  });
});

describe('release show', () => {
  it('show prints the last release, or the requested one, with secrets as ***', async () => {
    const {deps, release} = rig();
    await release({spec: [resource('s', MASKED)], state: [stateOf('s', MASKED)]});
    await release();
    expect((await showRelease(NAMES, deps)).revision).toBe(2);
    const shown = await showRelease({...NAMES, revision: 1}, deps);
    expect(shown.spec[0]?.attributes).toMatchObject({data: {password: '***'}});
    expect(shown.state[0]).toMatchObject({applied: {data: {password: '***'}}});
    expect(JSON.stringify(shown)).not.toContain('hmac');
  });

  it.each([
    {name: 'there is none', releases: 0, revision: undefined, detail: 'shop/web/prod has no release in memory'},
    {
      name: 'that one is not there',
      releases: 2,
      revision: 9,
      detail: 'shop/web/prod has no revision 9; its revisions are 1 to 2',
    },
  ])('show fails when $name', async ({releases, revision, detail}) => {
    const {deps, release} = rig();
    for (let count = 0; count < releases; count++) await release();
    const request = {...NAMES, ...(revision === undefined ? {} : {revision})};
    expect(await failureOf(showRelease(request, deps))).toEqual({code: 'release/not-found', detail});
  });
});

describe('release unlock', () => {
  it('unlock frees the lock of a dead run at once', async () => {
    const {deps, lockFor} = rig();
    await lockFor(DEAD);
    expect(await unlockRelease({...NAMES, force: false}, deps)).toMatchObject({kind: 'unlocked', because: 'dead'});
    expect(await unlockRelease({...NAMES, force: false}, deps)).toMatchObject({kind: 'not-locked'});
  });

  it('unlock of a run on another machine is refused as soon as the run renews its lease', async () => {
    const {deps, lockFor, clock, events} = rig();
    await lockFor(ELSEWHERE);
    const refused = failureOf(unlockRelease({...NAMES, force: false}, deps));
    await clock.advance(LEASE.renewMs + 1_000);
    expect(await refused).toMatchObject({code: 'release/locked', holder: 'anna@build-7, pid 4711'});
    expect(events).toMatchObject([{type: 'lock-waiting'}]);
  });

  it('unlock of a run on another machine succeeds after its lease is over', async () => {
    const {backend, deps, lockFor, clock} = rig();
    const lock = await lockFor(ELSEWHERE);
    const key = `locks/${lock.lineage}.json`;
    const frozen = await backend.get(key);
    await lock[Symbol.asyncDispose]();
    backend.write(key, frozen?.value ?? '');
    const unlocked = unlockRelease({...NAMES, force: false}, deps);
    await clock.advance(LEASE.durationMs);
    expect(await unlocked).toMatchObject({kind: 'unlocked', because: 'expired'});
  });

  it('a forced unlock frees the lock of a living run, which notices at its next renewal', async () => {
    const {deps, lockFor, clock} = rig();
    const lock = await lockFor(ALIVE);
    expect(await unlockRelease({...NAMES, force: true}, deps)).toMatchObject({
      because: 'forced',
      command: 'gantry apply',
    });
    expect(lock.lost.aborted).toBe(false);
    await clock.advance(LEASE.renewMs);
    expect(lock.lost.reason).toMatchObject({failure: {code: 'release/lease-lost'}});
  });
});

describe('released resources', () => {
  it('the list has the resources of the last release, and those that a dead run may have created', async () => {
    const {deps, release, lockFor} = rig();
    await release({spec: [resource('b'), resource('a')], state: [stateOf('b'), stateOf('a')]});
    const lock = await lockFor(DEAD);
    await lock.begin(begun(lock, {spec: [resource('a'), resource('new')]}));
    const {resources, unsure, revision} = await listResources(NAMES, deps);
    expect(resources.map(({id}) => id)).toEqual(['a', 'b']);
    expect(resources[0]).not.toHaveProperty('applied');
    expect([unsure, revision]).toEqual([['new'], 1]);
  });

  it('a shown resource has *** for secrets', async () => {
    const {deps, release} = rig();
    await release({spec: [resource('s', MASKED)], state: [stateOf('s', MASKED)]});
    const shown = await showResource({...NAMES, id: 's'}, deps);
    expect(shown.resource).toMatchObject({applied: {data: {password: '***'}}});
    expect(shown.attributes).toMatchObject({data: {password: '***'}});
  });

  it('an unknown resource causes an error with the nearest id', async () => {
    const {deps, release} = rig();
    await release({state: [stateOf('v1:ConfigMap:shop:settings')]});
    expect(await failureOf(showResource({...NAMES, id: 'v1:ConfigMap:shop:setings'}, deps))).toMatchObject({
      code: 'resource/not-found',
      nearest: 'v1:ConfigMap:shop:settings',
    });
  });
});

describe('a release history without files', () => {
  it('the release history is found in the index by the known names', async () => {
    const {backend, lockFor} = rig();
    for (const names of [NAMES, {...NAMES, workspace: 'dev'}, {project: 'blog', stack: 'web', workspace: 'dev'}]) {
      await (await lockFor(ALIVE, names))[Symbol.asyncDispose]();
    }
    expect(await findHistories(backend, {})).toHaveLength(3);
    expect(await findHistories(backend, {workspace: 'prod'})).toEqual([NAMES]);
    expect(await findHistories(backend, {project: 'shop', stack: 'web'})).toHaveLength(2);
  });
});

describe('the origin of a stack', () => {
  const CONFIG =
    '[core]\n\tbare = false\n[remote "origin"]\n\turl = git@github.com:acme/shop.git\n\tfetch = +refs\n[branch "x"]\n';

  it('the origin is the remote and the path, in a clone and in a worktree', async () => {
    const directory = await scratchDirectory();
    await mkdir(join(directory, 'clone/.git/worktrees/w'), {recursive: true});
    await mkdir(join(directory, 'clone/deploy/web'), {recursive: true});
    await mkdir(join(directory, 'tree/deploy/web'), {recursive: true});
    await writeFile(join(directory, 'clone/.git/config'), CONFIG);
    await writeFile(join(directory, 'clone/.git/worktrees/w/commondir'), '../..\n');
    await writeFile(join(directory, 'tree/.git'), `gitdir: ${join(directory, 'clone/.git/worktrees/w')}\n`);
    for (const root of ['clone', 'tree']) {
      expect(await findOrigin(join(directory, root, 'deploy/web'))).toBe('github.com/acme/shop//deploy/web');
    }
  });

  it('the origin is unknown without a remote', async () => {
    const directory = await scratchDirectory();
    await mkdir(join(directory, '.git'));
    expect(await findOrigin(directory)).toBeUndefined();
  });
});
