import {readFile} from 'node:fs/promises';
import {describe, expect, it} from 'vitest';
import {systemClock} from '../../../../src/adapters/local/clock/system-clock.ts';
import type {Deps} from '../../../../src/app/deps.ts';
import {renameProject} from '../../../../src/app/stacks/rename-project.ts';
import {type RenameStack, renameStack} from '../../../../src/app/stacks/rename-stack.ts';
import {seenHistories} from '../../../../src/config/seen-histories.ts';
import {GantryError} from '../../../../src/core/failure/failure.ts';
import {decodeHead, encodeHead} from '../../../../src/core/release/head.ts';
import {headKey} from '../../../../src/core/release/keys.ts';
import {openHistory} from '../../../../src/engine/release/release-history.ts';
import type {Backend} from '../../../../src/ports/backend.ts';
import {dyingBackend} from '../../../rig/dying-backend.ts';
import {scratchDirectory} from '../../../rig/scratch.ts';
import {failureOf, type Rig, rig} from '../workspace/rig.ts';
import {storeRelease} from '../workspace/stored-release.ts';

const FILES = {
  'project/shop/project.yaml': '# the shop\nname: shop # its name\n',
  'project/shop/base/stack.yaml': '# the base\nname: base # its name\nnamespace: shop\n',
  'project/shop/web/stack.yaml': 'dependsOn: [base, shop/base] # both\nnamespace: shop\n',
  'project/shop/web/manifests/web.yaml':
    '# the web\ndata: {a: "${ref:stack:base#v1:Service:shop:db#spec.clusterIP}", b: "$${ref:stack:base#x#y}"}\n',
  'project/other/project.yaml': 'name: other\n',
  'project/other/api/stack.yaml': 'dependsOn:\n  - shop/base # theirs\n  - base\n',
  'project/other/base/stack.yaml': 'namespace: other\n',
};
const BASE = FILES['project/shop/base/stack.yaml'];
const WEB = FILES['project/shop/web/stack.yaml'];
const MANIFEST = FILES['project/shop/web/manifests/web.yaml'];
const API = FILES['project/other/api/stack.yaml'];

async function world(files: Readonly<Record<string, string>> = FILES): Promise<Rig> {
  const plain = await rig({files});
  // The tests hold locks, and the renewal of a lock needs the real time.
  const made = {...plain, deps: {...plain.deps, clock: systemClock, backendFor: async () => plain.backend}};
  for (const workspace of ['prod', 'staging'])
    await storeRelease(made.backend, {project: 'shop', stack: 'base', workspace}, {lineage: `base-${workspace}`});
  await storeRelease(made.backend, {project: 'shop', stack: 'web', workspace: 'prod'}, {lineage: 'web-prod'});
  await storeRelease(made.backend, {project: 'other', stack: 'base', workspace: 'prod'}, {lineage: 'other-prod'});
  return made;
}

const request: RenameStack = {
  directory: 'shop',
  name: 'base',
  to: 'core',
  lockTimeoutSeconds: 0,
  confirm: async () => true,
};
const text = (made: Rig, file: string): Promise<string> => readFile(made.path(file), 'utf8');
const indexOf = ({backend}: Rig): readonly string[] =>
  [...backend.values.keys()].filter((key) => key.startsWith('index/')).toSorted();
const over = (made: Rig, backend: Backend): Deps => ({
  ...made.deps,
  backend: async () => backend,
  backendFor: async () => backend,
});
const lineageOf = async ({backend}: Rig, stack: string, workspace = 'prod', project = 'shop') =>
  (await openHistory({backend, project, stack, workspace})).last?.lineage;
async function contents(made: Rig): Promise<readonly string[]> {
  return Promise.all(Object.keys(FILES).map((file) => text(made, file)));
}

const RENAMED = [
  'index/other/base/prod.json',
  'index/shop/core/prod.json',
  'index/shop/core/staging.json',
  'index/shop/web/prod.json',
];

describe('stack rename', () => {
  it('rename moves the releases of every workspace, and updates the name and the references', async () => {
    const made = await world();
    expect(await renameStack(request, made.deps)).toEqual({
      formatVersion: 1,
      project: 'shop',
      stack: 'base',
      to: 'core',
      outcome: 'renamed',
      releases: [
        {stack: 'base', workspace: 'prod'},
        {stack: 'base', workspace: 'staging'},
      ],
      left: [],
      files: expect.arrayContaining([made.path('project/shop/base/stack.yaml')]),
    });
    expect(indexOf(made)).toEqual(RENAMED);
    expect(await lineageOf(made, 'core', 'staging')).toBe('base-staging');
    expect(await text(made, 'project/shop/base/stack.yaml')).toBe(BASE.replace('name: base', 'name: core'));
    expect(await text(made, 'project/shop/web/stack.yaml')).toBe(WEB.replace('[base, shop/base]', '[core, shop/core]'));
    expect(await text(made, 'project/shop/web/manifests/web.yaml')).toBe(
      MANIFEST.replace('"${ref:stack:base', '"${ref:stack:core'),
    );
    expect(await text(made, 'project/other/api/stack.yaml')).toBe(API.replace('shop/base', 'shop/core'));
  });

  it('a stack that is named by its directory gets a name, and its directory stays', async () => {
    const made = await world();
    await renameStack({...request, name: 'web', to: 'site'}, made.deps);
    expect(await text(made, 'project/shop/web/stack.yaml')).toBe(`${WEB}name: site\n`);
  });

  it('a name that YAML reads as a number is quoted', async () => {
    const made = await world();
    await renameStack({...request, to: '123'}, made.deps);
    expect(await text(made, 'project/shop/web/stack.yaml')).toBe(WEB.replace('[base, shop/base]', "['123', shop/123]"));
    expect((await renameStack({...request, name: '123', to: 'base'}, made.deps)).outcome).toBe('renamed');
  });

  it('rename signs the releases under the new name, and keeps the releases seen by this machine', async () => {
    const made = await world();
    const seen = seenHistories(await scratchDirectory(), made.backend.name);
    const names = {project: 'shop', stack: 'core', workspace: 'prod'};
    await renameStack(request, over(made, {...made.backend, seen}));
    const {head, isUnsigned} = await openHistory({backend: made.backend, ...names});
    expect(isUnsigned).toBeUndefined();
    expect(await seen.read(names)).toMatchObject({lineage: head?.lineage, epoch: head?.epoch, revision: 1});
  });

  it('a stack without files here is renamed in the backend alone', async () => {
    const made = await world({});
    const ambiguous = renameStack({...request, directory: '.'}, made.deps);
    expect(await failureOf(ambiguous)).toMatchObject({code: 'input/usage', hint: 'Name it as PROJECT/STACK.'});
    const renamed = await renameStack({...request, directory: '.', name: 'shop/base'}, made.deps);
    expect(renamed).toMatchObject({outcome: 'renamed', files: []});
    expect(indexOf(made)).toEqual(RENAMED);
  });

  it('a stack whose files have the new name already moves its releases', async () => {
    const made = await world();
    await made.write('project/shop/base/stack.yaml', 'name: core\n');
    expect(await renameStack(request, made.deps)).toMatchObject({outcome: 'renamed'});
    expect(indexOf(made)).toEqual(RENAMED);
    expect(await text(made, 'project/shop/web/stack.yaml')).toContain('[core, shop/core]');
  });

  it('releases of another git repository with the same project name keep their name', async () => {
    const made = await world();
    await made.write('project/.git/config', '[remote "origin"]\n\turl = https://git.example/acme/shop\n');
    const from = (origin: string, workspace: string) => {
      const key = headKey(`base-${workspace}`);
      const head = decodeHead(`base-${workspace}`, made.backend.values.get(key)?.value ?? new Uint8Array());
      made.backend.write(key, encodeHead({...head, origin}));
    };
    from('git.example/acme/shop//shop/base', 'prod');
    from('git.example/evil/shop//shop/base', 'staging');
    expect(await renameStack(request, made.deps)).toMatchObject({
      releases: [{workspace: 'prod'}],
      left: [{workspace: 'staging'}],
    });
    expect(await lineageOf(made, 'base', 'staging')).toBe('base-staging');
  });

  it('rename changes nothing when it is declined', async () => {
    const made = await world();
    const [before, files] = [new Map(made.backend.values), await contents(made)];
    expect(await renameStack({...request, confirm: async () => false}, made.deps)).toMatchObject({outcome: 'declined'});
    expect(made.backend.values).toEqual(before);
    expect(await contents(made)).toEqual(files);
  });

  it.each([
    {name: 'the same name', to: 'base', want: {code: 'input/usage'}},
    {name: 'an invalid name', to: 'a/b', want: {code: 'input/usage'}},
    {name: 'the name of another stack', to: 'web', want: {code: 'stack/exists', directory: expect.any(String)}},
    {
      name: 'a name with releases of a deleted stack',
      to: 'gone',
      want: {code: 'stack/exists', series: ['shop/gone/dev']},
    },
    {name: 'an unknown stack', from: 'nobody', to: 'new', want: {code: 'input/invalid'}},
  ])('rename refuses $name, and writes nothing', async ({from = 'base', to, want}) => {
    const made = await world();
    await storeRelease(made.backend, {project: 'shop', stack: 'gone', workspace: 'dev'}, {lineage: 'gone-dev'});
    const [before, files] = [new Map(made.backend.values), await contents(made)];
    expect(await failureOf(renameStack({...request, name: from, to}, made.deps))).toMatchObject(want);
    expect(made.backend.values).toEqual(before);
    expect(await contents(made)).toEqual(files);
  });

  it('a stack without releases does not take over those of another name', async () => {
    const made = await world();
    await made.write('project/shop/fresh/stack.yaml', 'name: fresh\n');
    await storeRelease(made.backend, {project: 'shop', stack: 'gone', workspace: 'dev'}, {lineage: 'gone-dev'});
    const renamed = renameStack({...request, name: 'fresh', to: 'gone'}, made.deps);
    expect(await failureOf(renamed)).toMatchObject({code: 'stack/exists'});
  });

  it('a file that was changed while the question was open is not overwritten', async () => {
    const made = await world();
    const confirm = async (): Promise<boolean> => {
      await made.write('project/shop/web/stack.yaml', `${WEB}labels: {a: b}\n`);
      return true;
    };
    expect(await failureOf(renameStack({...request, confirm}, made.deps))).toMatchObject({code: 'plan/stale'});
    expect(await text(made, 'project/shop/web/stack.yaml')).toBe(`${WEB}labels: {a: b}\n`);
    expect(await lineageOf(made, 'base')).toBe('base-prod');
    expect(await renameStack(request, made.deps)).toMatchObject({outcome: 'renamed'});
    expect(indexOf(made)).toEqual(RENAMED);
  });

  it('rename does not wait for a run in progress: it is refused, and nothing is renamed', async () => {
    const made = await world();
    const {acquireLock} = await import('../../../../src/engine/release/acquire.ts');
    const {currentHolder} = await import('../../../../src/engine/release/holder.ts');
    const names = {project: 'shop', stack: 'base', workspace: 'staging'};
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
    const before = indexOf(made);
    expect(await failureOf(renameStack(request, made.deps))).toMatchObject({code: 'release/locked'});
    expect(indexOf(made)).toEqual(before);
  });
});

describe('project rename', () => {
  const project = {directory: 'shop/web', to: 'store', lockTimeoutSeconds: 0, confirm: async () => true};

  it('rename moves the releases of all stacks, and updates project.yaml and references with the project', async () => {
    const made = await world();
    expect(await renameProject(project, made.deps)).toMatchObject({project: 'shop', to: 'store', outcome: 'renamed'});
    expect(indexOf(made)).toEqual([
      'index/other/base/prod.json',
      'index/store/base/prod.json',
      'index/store/base/staging.json',
      'index/store/web/prod.json',
    ]);
    expect(await text(made, 'project/shop/project.yaml')).toBe('# the shop\nname: store # its name\n');
    expect(await text(made, 'project/shop/web/stack.yaml')).toBe(WEB.replace('shop/base', 'store/base'));
    expect(await text(made, 'project/other/api/stack.yaml')).toBe(API.replace('shop/base', 'store/base'));
    expect(await failureOf(renameProject(project, made.deps))).toMatchObject({code: 'input/usage'});
  });

  it('a stack without a project.yaml is a project of its own, and gets one', async () => {
    const made = await world({'project/shop/stack.yaml': 'namespace: shop\n'});
    await renameProject({...project, directory: 'shop'}, made.deps);
    expect(await text(made, 'project/shop/project.yaml')).toBe('name: store\n');
  });

  it('rename refuses a name with releases of another project', async () => {
    const made = await world();
    const renamed = renameProject({...project, to: 'other'}, made.deps);
    expect(await failureOf(renamed)).toMatchObject({code: 'stack/exists', series: ['other/base/prod']});
  });
});

describe('an interrupted rename', () => {
  const freeLocks = async ({backend}: Rig): Promise<void> => {
    // This test does not wait until the lock of the dead run expires.
    for (const key of backend.values.keys())
      if (key.startsWith('locks/')) await backend.delete(key, backend.values.get(key)?.version ?? '');
  };
  const isDone = (outcome: unknown): boolean =>
    outcome instanceof GantryError && outcome.failure.code === 'input/usage';
  const interrupted = (deps: Deps, kind: 'stack' | 'project') =>
    kind === 'stack'
      ? renameStack(request, deps)
      : renameProject({directory: 'shop', to: 'store', lockTimeoutSeconds: 0, confirm: async () => true}, deps);

  it.each(['stack', 'project'] as const)(
    'the name in the files of the %s always leads to its releases, and running it again completes it',
    async (kind) => {
      const whole = await world();
      const counted = dyingBackend(whole.backend, Number.POSITIVE_INFINITY);
      const {files} = await interrupted(over(whole, counted), kind);
      const [all, index, wanted] = [counted.writes(), indexOf(whole), await contents(whole)];
      expect(all).toBeGreaterThan(8);
      for (let nth = 0; nth < all; nth++) {
        // The process may also die between two files.
        for (let written = 0; written <= files.length; written++) {
          const made = await world();
          await interrupted(over(made, dyingBackend(made.backend, nth)), kind).catch(() => undefined);
          const isCopied = index.every((key) => made.backend.values.has(key));
          const isUntouched = (await contents(made)).join() === Object.values(FILES).join();
          if (!isCopied || !isUntouched) {
            if (written > 0) break;
          } else {
            const names = Object.keys(FILES);
            for (const file of files.slice(0, written).map((path) => path.replace(whole.path(), '').slice(1)))
              await made.write(file, wanted[names.indexOf(file)] ?? '');
          }
          const at = `after ${nth} writes and ${written} files`;
          const project = (await text(made, 'project/shop/project.yaml')).includes('store') ? 'store' : 'shop';
          const stack = (await text(made, 'project/shop/base/stack.yaml')).includes('core') ? 'core' : 'base';
          for (const workspace of ['prod', 'staging'])
            expect(await lineageOf(made, stack, workspace, project), at).toBe(`base-${workspace}`);
          await freeLocks(made);
          const finished = await interrupted(made.deps, kind).catch((error: unknown) => error);
          if (!isDone(finished)) expect(finished, at).toMatchObject({outcome: 'renamed'});
          expect(indexOf(made), at).toEqual(index);
          expect(await contents(made), at).toEqual(wanted);
        }
      }
    },
  );
});
