import {describe, expect, it} from 'vitest';
import {systemClock} from '../../../../src/adapters/local/clock/system-clock.ts';
import type {Deps} from '../../../../src/app/deps.ts';
import {currentWorkspace} from '../../../../src/app/workspace/current-workspace.ts';
import {deleteWorkspace} from '../../../../src/app/workspace/delete-workspace.ts';
import {type RenameWorkspace, renameWorkspace} from '../../../../src/app/workspace/rename-workspace.ts';
import {pinAt} from '../../../../src/app/workspace/stored-pin.ts';
import {switchWorkspace} from '../../../../src/app/workspace/switch-workspace.ts';
import {seenHistories} from '../../../../src/config/seen-histories.ts';
import {GantryError} from '../../../../src/core/failure/failure.ts';
import {openHistory} from '../../../../src/engine/release/release-history.ts';
import type {Backend} from '../../../../src/ports/backend.ts';
import {dyingBackend} from '../../../rig/dying-backend.ts';
import {scratchDirectory} from '../../../rig/scratch.ts';
import {failureOf, type Rig, rig} from './rig.ts';
import {CLUSTER, pinOf, storeRelease} from './stored-release.ts';

const OLD = '# of the shop\nname: old # its name\ncontext: {AWS_REGION: eu}\n';
const TENANT = 'context:\n  kubeconfig_secret: {name: t, namespace: tenants, key: value, workspace: old} # theirs\n';
const BASED = 'extends: old\nlabels: {tier: prod}\n';

async function world({isShared = false} = {}): Promise<Rig> {
  const plain = await rig({isShared, stored: {old: OLD, tenant: TENANT, based: BASED, other: 'name: other\n'}});
  // The tests hold locks, and the renewal of a lock needs the real time.
  const made = {...plain, deps: {...plain.deps, clock: systemClock}};
  made.backend.write('pins/old.json', pinOf('old'));
  await storeRelease(made.backend, {project: 'shop', stack: 'web', workspace: 'old'});
  await storeRelease(made.backend, {project: 'shop', stack: 'db', workspace: 'old'});
  await storeRelease(made.backend, {project: 'shop', stack: 'web', workspace: 'other'}, {lineage: 'of-other'});
  return made;
}

const request: RenameWorkspace = {name: 'old', to: 'new', lockTimeoutSeconds: 0, confirm: async () => true};
const keysOf = ({backend}: Rig): readonly string[] =>
  [...backend.values.keys()].filter((key) => /^(?:workspaces|pins|index)\//.test(key)).toSorted();
const text = ({backend}: Rig, name: string): string =>
  new TextDecoder().decode(backend.values.get(`workspaces/${name}.yaml`)?.value);
const history = async ({backend}: Rig, workspace: string, stack = 'web') =>
  (await openHistory({backend, project: 'shop', stack, workspace})).last?.lineage;

const RENAMED = [
  'index/shop/db/new.json',
  'index/shop/web/new.json',
  'index/shop/web/other.json',
  'pins/new.json',
  'workspaces/based.yaml',
  'workspaces/new.yaml',
  'workspaces/other.yaml',
  'workspaces/tenant.yaml',
];

describe('workspace rename', () => {
  it('rename moves the comments, the pin and the releases, and updates references', async () => {
    const made = await world();
    await switchWorkspace({name: 'old'}, made.deps);
    expect(await renameWorkspace(request, made.deps)).toEqual({
      formatVersion: 1,
      name: 'old',
      to: 'new',
      file: 'workspaces/new.yaml',
      outcome: 'renamed',
      series: ['shop/db', 'shop/web'],
      left: [],
      rewritten: ['based', 'tenant'],
      files: [],
      wasSwitch: true,
    });
    expect(keysOf(made)).toEqual(RENAMED);
    expect(text(made, 'new')).toBe(OLD.replace('name: old', 'name: new'));
    expect(text(made, 'tenant')).toBe(TENANT.replace('workspace: old', 'workspace: new'));
    expect(text(made, 'based')).toBe(BASED.replace('extends: old', 'extends: new'));
    expect(await history(made, 'new')).toBe('lineage-shop-web');
    expect(await history(made, 'other')).toBe('of-other');
    expect((await currentWorkspace({}, {...made.deps, interactive: true})).name).toBe('new');
    expect(await failureOf(deleteWorkspace({name: 'new', force: false}, made.deps))).toMatchObject({
      code: 'workspace/in-use',
      stacks: ['shop/db/new', 'shop/web/new'],
    });
  });

  it('rename signs the releases under the new name, and keeps the releases seen by this machine', async () => {
    const made = await world();
    const seen = seenHistories(await scratchDirectory(), made.backend.name);
    const backend = {...made.backend, seen};
    const names = {project: 'shop', stack: 'web', workspace: 'new'};
    await renameWorkspace(request, {...made.deps, backend: async () => backend});
    const {head, isUnsigned} = await openHistory({backend: made.backend, ...names});
    expect(isUnsigned).toBeUndefined();
    expect(await seen.read(names)).toMatchObject({lineage: head?.lineage, epoch: head?.epoch, revision: 1});
  });

  it('rename signs the pin for its new place, and moves no forged pin', async () => {
    const made = await world();
    await renameWorkspace(request, made.deps);
    const {pin} = await pinAt({...made.backend}, 'pins/new.json');
    expect(pin?.mac).toBeDefined();
    const forged = await world();
    await renameWorkspace(request, forged.deps);
    forged.backend.write('pins/new.json', JSON.stringify({...pin, identities: [{...CLUSTER, identity: 'u2'}]}));
    const back = {...request, name: 'new', to: 'old'};
    expect(await failureOf(renameWorkspace(back, forged.deps))).toMatchObject({code: 'release/untrusted'});
  });

  it('rename changes nothing when it is declined', async () => {
    const made = await world();
    const before = new Map(made.backend.values);
    const declined = await renameWorkspace({...request, confirm: async () => false}, made.deps);
    expect(declined).toMatchObject({outcome: 'declined', series: ['shop/db', 'shop/web']});
    expect(made.backend.values).toEqual(before);
  });

  it('rename leaves releases of a project’s own file with the name, in this project or to another cluster', async () => {
    const made = await world({isShared: true});
    await storeRelease(
      made.backend,
      {project: 'away', stack: 'web', workspace: 'old'},
      {cluster: {...CLUSTER, identity: 'u2'}},
    );
    await made.write('project/project.yaml', 'name: shop\n');
    await made.write('project/workspaces/old.yaml', '');
    const renamed = await renameWorkspace(request, made.deps);
    expect(renamed).toMatchObject({series: [], left: ['away/web', 'shop/db', 'shop/web']});
    expect(await history(made, 'old')).toBe('lineage-shop-web');
  });

  it('rename reports a file of the project with the new name', async () => {
    const made = await world({isShared: true});
    await made.write('project/project.yaml', 'name: shop\n');
    await made.write('project/workspaces/new.yaml', '');
    expect(await renameWorkspace(request, made.deps)).toMatchObject({
      outcome: 'renamed',
      shadowedBy: made.path('project/workspaces/new.yaml'),
    });
  });

  it('rename names the files that it may not change', async () => {
    const made = await world();
    await made.write('project/project.yaml', '');
    const file = await made.write('project/workspaces/mine.yaml', TENANT);
    expect(await renameWorkspace(request, made.deps)).toMatchObject({files: [file]});
  });

  it.each([
    {name: 'a name that is taken', to: 'other', want: {code: 'workspace/exists', name: 'other'}},
    {name: 'the same name', to: 'old', want: {code: 'input/usage'}},
    {name: 'an invalid name', to: 'a/b', want: {code: 'input/usage'}},
    {name: 'a workspace that is not there', from: 'nobody', to: 'new', want: {code: 'workspace/not-found'}},
  ])('rename refuses $name, and writes nothing', async ({from = 'old', to, want}) => {
    const made = await world();
    const before = new Map(made.backend.values);
    expect(await failureOf(renameWorkspace({...request, name: from, to}, made.deps))).toMatchObject(want);
    expect(made.backend.values).toEqual(before);
  });

  it.each([
    {whose: 'of a stack that it has, too', stack: 'web'},
    {whose: 'of a stack that it never had', stack: 'api'},
  ])('rename refuses a name with releases of an earlier workspace, $whose, and moves none', async ({stack}) => {
    const made = await world();
    await storeRelease(made.backend, {project: 'shop', stack, workspace: 'new'}, {lineage: 'earlier'});
    const before = new Map(made.backend.values);
    expect(await failureOf(renameWorkspace(request, made.deps))).toEqual({
      code: 'workspace/exists',
      name: 'new',
      series: [`shop/${stack}/new`],
    });
    expect(new Map(made.backend.values)).toEqual(before);
  });

  it('rename does not wait for a run in progress: it is refused, and the lock stays', async () => {
    const made = await world();
    const {acquireLock} = await import('../../../../src/engine/release/acquire.ts');
    const {currentHolder} = await import('../../../../src/engine/release/holder.ts');
    const names = {project: 'shop', stack: 'web', workspace: 'old'};
    await using _lock = await acquireLock({
      backend: made.backend,
      history: await openHistory({backend: made.backend, ...names}),
      names,
      holder: {...currentHolder({env: {}, command: 'gantry apply'}), host: 'elsewhere'},
      clock: made.deps.clock,
      lockTimeoutMs: 0,
      signal: made.deps.signal,
      onEvent: () => undefined,
    });
    const before = keysOf(made);
    expect(await failureOf(renameWorkspace(request, made.deps))).toMatchObject({code: 'release/locked'});
    expect(keysOf(made)).toEqual(before);
  });
});

describe('an interrupted rename', () => {
  const over = (made: Rig, backend: Backend): Deps => ({...made.deps, backend: async () => backend});

  it('at least one name always leads to everything, and running the rename again completes it', async () => {
    const whole = await world();
    const counted = dyingBackend(whole.backend, Number.POSITIVE_INFINITY);
    await renameWorkspace(request, over(whole, counted));
    const all = counted.writes();
    expect(all).toBeGreaterThan(10);
    for (let nth = 0; nth < all; nth++) {
      const made = await world();
      await renameWorkspace(request, over(made, dyingBackend(made.backend, nth))).catch(() => undefined);
      // Who uses either name now has the releases, or no workspace: never a fresh start beside the old objects.
      for (const name of ['old', 'new']) {
        if (!made.backend.values.has(`workspaces/${name}.yaml`)) continue;
        expect(await history(made, name), `${name} after ${nth} writes`).toBe('lineage-shop-web');
        expect(made.backend.values.has(`pins/${name}.json`), `pin of ${name} after ${nth} writes`).toBe(true);
      }
      // This test does not wait until the lock of the dead run expires.
      for (const key of made.backend.values.keys())
        if (key.startsWith('locks/')) await made.backend.delete(key, made.backend.values.get(key)?.version ?? '');
      const finished = await renameWorkspace(request, made.deps).catch((error: unknown) => error);
      const isDone = finished instanceof GantryError && finished.failure.code === 'workspace/not-found';
      if (!isDone) expect(finished, `after ${nth} writes`).toMatchObject({outcome: 'renamed'});
      expect(keysOf(made), `after ${nth} writes`).toEqual(RENAMED);
      expect(await history(made, 'new', 'db')).toBe('lineage-shop-db');
    }
  });
});
