import {readFile, stat} from 'node:fs/promises';
import {describe, expect, it} from 'vitest';
import type {Deps} from '../../../../src/app/deps.ts';
import {BUILT_IN} from '../../../../src/app/workspace/built-in-workspace.ts';
import {createWorkspace} from '../../../../src/app/workspace/create-workspace.ts';
import {currentWorkspace} from '../../../../src/app/workspace/current-workspace.ts';
import {deleteWorkspace} from '../../../../src/app/workspace/delete-workspace.ts';
import {listWorkspaces} from '../../../../src/app/workspace/list-workspace.ts';
import {showWorkspace} from '../../../../src/app/workspace/show-workspace.ts';
import {switchWorkspace} from '../../../../src/app/workspace/switch-workspace.ts';
import {trustWorkspace} from '../../../../src/app/workspace/trust-workspace.ts';
import {GantryError} from '../../../../src/core/failure/failure.ts';
import {encodeHead} from '../../../../src/core/release/head.ts';
import {encodeIndexEntry} from '../../../../src/core/release/index-entry.ts';
import {headKey, indexKey, releaseKey} from '../../../../src/core/release/keys.ts';
import type {Release} from '../../../../src/core/release/release.ts';
import {packRelease} from '../../../../src/engine/release/pack.ts';
import {switchedText} from '../../../../src/ui/text/workspace/workspace-text.ts';
import {plainStyle} from '../../ui/plain-style.ts';
import {failureOf, KUBECONFIG, type Rig, rig} from './rig.ts';

const IDENTITY = {server: 'https://a', identity: 'u1', method: 'kube-system-uid', version: 'v1'} as const;
const stored = ({backend}: Rig, name: string): string =>
  new TextDecoder().decode(backend.values.get(`workspaces/${name}.yaml`)?.value);

describe('workspace create', () => {
  it('create stores a file in the backend unchanged, under its own name', async () => {
    const text = '# ours\nname: prod\ncontext: {AWS_SECRET_ACCESS_KEY: plain}\n';
    const world = await rig({files: {'project/some/where.yaml': text}});
    expect(await failureOf(createWorkspace({name: 'dev', file: 'some/where.yaml'}, world.deps))).toMatchObject({
      code: 'input/usage',
    });
    const created = await createWorkspace({file: 'some/where.yaml'}, world.deps);
    expect(created).toEqual({
      formatVersion: 1,
      name: 'prod',
      scope: 'mine',
      file: 'workspaces/prod.yaml',
      backend: 'memory',
    });
    expect(stored(world, 'prod')).toBe(text);
  });

  it('create keeps credentials in plain text out of a shared backend, unless that is permitted', async () => {
    const text =
      'context: {AWS_SECRET_ACCESS_KEY: plain, AWS_REGION: eu}\nenv: {DB_PASSWORD: plain, DB_HOST: db, A_TOKEN: ref://a}\n' +
      'providers: {aws: {us: {region: a, secret_key: plain, access_key: ref://a}}}\n';
    const world = await rig({files: {'project/prod.yaml': text}, isShared: true});
    const request = {file: 'prod.yaml', scope: 'shared'} as const;
    const refused = await failureOf(createWorkspace(request, world.deps));
    expect(refused).toEqual({
      code: 'workspace/plaintext',
      name: 'prod',
      keys: ['context.AWS_SECRET_ACCESS_KEY', 'env.DB_PASSWORD', 'providers.aws.us.secret_key'],
      backend: 'memory',
    });
    expect([...world.backend.values.keys()]).toEqual([]);
    await createWorkspace({...request, allowPlaintext: true}, world.deps);
    expect(stored(world, 'prod')).toBe(text);
  });

  it('create uses the name in the file, or the given one if the file has none', async () => {
    const world = await rig({files: {'project/dev.yaml': ''}});
    expect((await createWorkspace({file: 'dev.yaml'}, world.deps)).name).toBe('dev');
    expect((await createWorkspace({file: 'dev.yaml', name: 'test'}, world.deps)).name).toBe('test');
  });

  it('create makes a workspace from a kubeconfig and a context', async () => {
    const world = await rig({files: {'project/k': KUBECONFIG}});
    await createWorkspace({name: 'prod', kubeconfig: 'k', kubeContext: 'it\'s "admin"'}, world.deps);
    expect(world.connected).toMatchObject([{kubeContext: 'it\'s "admin"', from: {paths: [world.path('project/k')]}}]);
    expect(await showWorkspace({name: 'prod'}, world.deps)).toEqual({
      formatVersion: 1,
      name: 'prod',
      from: '-w',
      place: 'backend',
      scope: 'mine',
      file: 'workspaces/prod.yaml',
      workspace: {name: 'prod', context: {kubeconfig_path: world.path('project/k'), kube_context: 'it\'s "admin"'}},
    });
  });

  it('create leaves ~ in the path for each user', async () => {
    const world = await rig({files: {'home/.kube/prod': KUBECONFIG}});
    await createWorkspace({name: 'prod', kubeconfig: '~/.kube/prod'}, world.deps);
    expect(stored(world, 'prod')).toContain('"~/.kube/prod"');
  });

  it.each(['https://git.example/prod', 's3://bucket/prod?region=eu'])(
    'create keeps the address %s unchanged',
    async (address) => {
      const world = await rig();
      await createWorkspace({name: 'prod', kubeconfig: address}, world.deps);
      expect(stored(world, 'prod')).toContain(`kubeconfig_path: "${address}"`);
      expect(world.connected).toEqual([]);
    },
  );

  it('create refuses an existing name, and changes nothing', async () => {
    const world = await rig({files: {'project/k': KUBECONFIG}, stored: {prod: 'name: prod\n'}});
    expect(await failureOf(createWorkspace({name: 'prod', kubeconfig: 'k'}, world.deps))).toEqual({
      code: 'workspace/exists',
      name: 'prod',
    });
    expect(stored(world, 'prod')).toBe('name: prod\n');
  });

  it('create reports a file of the project that takes precedence', async () => {
    const world = await rig({
      files: {'project/project.yaml': '', 'project/workspaces/prod.yaml': '', 'project/k': KUBECONFIG},
      isShared: true,
    });
    const created = await createWorkspace({name: 'prod', kubeconfig: 'k', scope: 'shared'}, world.deps);
    expect(created.shadowedBy).toBe(world.path('project/workspaces/prod.yaml'));
  });

  it.each([
    {
      name: 'a kubeconfig that does not exist',
      request: {name: 'x', kubeconfig: 'nope'},
      want: {code: 'context/kubeconfig', field: 'context.kubeconfig_path'},
    },
    {name: 'nothing that says which cluster', request: {name: 'x'}, want: {code: 'input/usage'}},
    {name: 'no name', request: {kubeconfig: 'k'}, want: {code: 'input/usage'}},
    {name: 'a name that is a path', request: {name: '../x', kubeconfig: 'k'}, want: {code: 'input/usage'}},
    {name: 'a file and a kubeconfig', request: {file: 'w.yaml', kubeconfig: 'k'}, want: {code: 'input/usage'}},
    {name: 'a file that does not exist', request: {file: 'nope.yaml'}, want: {code: 'input/invalid'}},
    {name: 'a file that is wrong', request: {file: 'wrong.yaml'}, want: {code: 'input/invalid'}},
    {
      name: 'a path relative to a file that will be elsewhere',
      request: {file: 'relative.yaml'},
      want: {code: 'input/invalid', diagnostics: [{code: 'context/relative-path'}]},
    },
  ])('create refuses $name', async ({request, want}) => {
    const world = await rig({
      files: {
        'project/k': KUBECONFIG,
        'project/w.yaml': '',
        'project/wrong.yaml': 'contxt: {}\n',
        'project/relative.yaml': 'context: {AWS_SECRET_ACCESS_KEY: canary, kubeconfig_path: ./k}\n',
      },
    });
    const failure = await failureOf(createWorkspace(request, world.deps));
    expect(failure).toMatchObject(want);
    expect(JSON.stringify(failure)).not.toContain('canary');
    expect(world.backend.values.size).toBe(0);
  });

  it('create refuses a context that the kubeconfig does not have', async () => {
    const failure = {
      code: 'context/kubeconfig',
      workspace: 'prod',
      field: 'context.kube_context',
      problem: 'no',
    } as const;
    const world = await rig({
      files: {'project/k': KUBECONFIG},
      connect: () => {
        throw new GantryError(failure);
      },
    });
    expect(await failureOf(createWorkspace({name: 'prod', kubeconfig: 'k', kubeContext: 'no'}, world.deps))).toEqual({
      ...failure,
      unmade: true,
    });
    expect(world.backend.values.size).toBe(0);
  });
});

describe('workspace list', () => {
  it('list shows project and backend, marks the current one, and shows broken files with the others', async () => {
    const world = await rig({
      files: {
        'project/project.yaml': '',
        'project/workspaces/dev.yaml': 'labels: {tier: dev}\n',
        'project/workspaces/broken.yaml': 'nmae: broken\n',
        'project/workspaces/README.md': '',
        'project/workspaces/.hidden.yaml': '',
      },
      stored: {dev: '', prod: 'suspended: true\n'},
      env: {GANTRY_WORKSPACE: 'dev'},
      isShared: true,
    });
    const {current, workspaces} = await listWorkspaces({}, world.deps);
    expect(current).toEqual({name: 'dev', from: 'GANTRY_WORKSPACE', found: true});
    const row = {current: false, shadowed: false, suspended: false, labels: {}, scope: 'shared'};
    const file = (name: string) => world.path('project/workspaces', name);
    expect(workspaces).toEqual([
      {
        ...row,
        name: 'broken',
        place: 'file',
        file: file('broken.yaml'),
        failure: expect.objectContaining({code: 'input/invalid'}),
      },
      {...row, name: 'dev', place: 'file', file: file('dev.yaml'), current: true, labels: {tier: 'dev'}},
      {...row, name: 'dev', place: 'backend', file: 'workspaces/dev.yaml', shadowed: true},
      {...row, name: 'prod', place: 'backend', file: 'workspaces/prod.yaml', suspended: true},
      {current: false, shadowed: false, suspended: false, labels: {}, ...BUILT_IN},
    ]);
  });

  it('list shows the built-in workspace if there is no other', async () => {
    const {workspaces} = await listWorkspaces({}, (await rig()).deps);
    expect(workspaces).toMatchObject([{...BUILT_IN, current: false, shadowed: false}]);
  });

  it('list leaves out the built-in workspace if another one has its name', async () => {
    const {deps} = await rig({stored: {sandbox: ''}});
    expect((await listWorkspaces({}, deps)).workspaces).toMatchObject([{name: 'sandbox', place: 'backend'}]);
  });

  it('list shows the current workspace wherever it is, and reports a missing one', async () => {
    const world = await rig({files: {'project/own/x.yaml': ''}, stored: {prod: ''}});
    const {workspaces} = await listWorkspaces({workspace: 'own/x.yaml'}, world.deps);
    expect(workspaces.map(({name, current}) => [name, current])).toEqual([
      ['prod', false],
      ['sandbox', false],
      ['x', true],
    ]);
    expect((await listWorkspaces({workspace: 'gone'}, world.deps)).current).toEqual({
      name: 'gone',
      from: '-w',
      found: false,
    });
  });
});

describe('workspace show', () => {
  it('show masks secrets', async () => {
    const world = await rig({
      stored: {prod: `context:\n  kubeconfig_content: canary\n  AWS_SECRET_ACCESS_KEY: canary\n  AWS_REGION: eu\n`},
    });
    const {workspace} = await showWorkspace({name: 'prod'}, world.deps);
    expect(workspace).toEqual({
      name: 'prod',
      context: {kubeconfig_content: '***', AWS_SECRET_ACCESS_KEY: '***', AWS_REGION: 'eu'},
    });
  });
});

describe('workspace switch and current', () => {
  it('switch stores the choice in a private file, and current shows the source', async () => {
    const world = await rig({stored: {prod: 'suspended: true\n'}, interactive: true});
    expect(await switchWorkspace({name: 'prod'}, world.deps)).toEqual({
      formatVersion: 1,
      name: 'prod',
      place: 'backend',
      scope: 'mine',
      file: 'workspaces/prod.yaml',
    });
    const file = `${world.home}/current-workspace`;
    expect(await readFile(file, 'utf8')).toBe('mine/prod\n');
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect((await stat(world.home)).mode & 0o777).toBe(0o700);
    expect(await currentWorkspace({}, world.deps)).toEqual({
      formatVersion: 1,
      name: 'prod',
      from: 'switch',
      place: 'backend',
      scope: 'mine',
      file: 'workspaces/prod.yaml',
      suspended: true,
    });
  });

  it('switch names what it changes and what it keeps', async () => {
    const world = await rig({stored: {prod: ''}, interactive: true});
    const [, second] = switchedText(await switchWorkspace({name: 'prod'}, world.deps), plainStyle).split('\n');
    expect(second).toBe(
      'Commands without -w now use it in all your terminals. The current context of your kubeconfig stays, and so do shells of "gantry shell" and "gantry env".',
    );
  });

  it('switch without a terminal reports that it has no effect', async () => {
    const world = await rig({stored: {prod: ''}, interactive: false});
    const switched = await switchWorkspace({name: 'prod'}, world.deps);
    expect(switched).toMatchObject({name: 'prod', withoutEffect: true});
    expect(switchedText(switched, plainStyle)).toContain('no effect here, because there is no terminal');
    expect(await failureOf(currentWorkspace({}, world.deps))).toMatchObject({code: 'workspace/not-chosen'});
  });

  it('switch to a file stores the absolute path', async () => {
    const world = await rig({files: {'project/x.yaml': ''}, interactive: true});
    await switchWorkspace({name: './x.yaml'}, world.deps);
    expect((await currentWorkspace({}, {...world.deps, cwd: '/'})).file).toBe(world.path('project/x.yaml'));
  });

  it('switch to a missing workspace is refused, and the old choice stays', async () => {
    const world = await rig({stored: {prod: ''}, interactive: true});
    await switchWorkspace({name: 'prod'}, world.deps);
    expect(await failureOf(switchWorkspace({name: 'gone'}, world.deps))).toMatchObject({code: 'workspace/not-found'});
    expect((await currentWorkspace({}, world.deps)).name).toBe('prod');
  });

  it.each([
    {name: 'the environment', env: {GANTRY_WORKSPACE: 'dev'}, stack: '', overriddenBy: 'GANTRY_WORKSPACE'},
    {name: 'the stack', env: {}, stack: 'workspace: dev\n', overriddenBy: 'stack.yaml'},
  ])('switch reports when $name outranks it here', async ({env, stack, overriddenBy}) => {
    const world = await rig({
      files: {'project/stack.yaml': stack},
      stored: {prod: '', dev: ''},
      env,
    });
    expect(await switchWorkspace({name: 'prod'}, world.deps)).toMatchObject({name: 'prod', overriddenBy});
  });
});

describe('workspace delete', () => {
  const names = {project: 'shop', stack: 'web', workspace: 'prod'};
  const release = async ({backend}: Rig, state: readonly unknown[]) => {
    const lineage = 'abc';
    const summary = {
      create: 0,
      update: 0,
      replace: 0,
      delete: 0,
      adopt: 0,
      unchanged: 0,
      retain: 0,
      forget: 0,
      gone: 0,
      blocked: 0,
    };
    const by = {user: 'u', host: 'h', bootId: 'b', pid: 1, processStart: 's', command: 'gantry apply'};
    const last = {
      formatVersion: 2,
      ...names,
      lineage,
      revision: 1,
      epoch: 1,
      operation: 'apply',
      phase: 'succeeded',
      startedAt: '2026-01-01T00:00:00Z',
      by,
      gantryVersion: '0',
      cluster: IDENTITY,
      summary,
      spec: [],
      state,
    } as Release;
    const {value, sha256} = await packRelease(last);
    const key = releaseKey(lineage, 1, 1);
    backend.write(key, value);
    backend.write(indexKey(names), encodeIndexEntry({formatVersion: 1, ...names, lineage}));
    backend.write(
      headKey(lineage),
      encodeHead({formatVersion: 1, lineage, epoch: 1, token: 't', revision: 1, release: {key, sha256}}),
    );
  };
  const object = {
    id: 'v1:ConfigMap:ns:a',
    type: 'Kubernetes',
    apiVersion: 'v1',
    kind: 'ConfigMap',
    name: 'a',
    uid: 'u',
    desiredDigest: 'd',
    applied: {},
    dependsOn: [],
  };

  it('delete removes the workspace, its pin, and the switch to it', async () => {
    const world = await rig({stored: {prod: '', dev: ''}});
    world.backend.write('pins/prod.json', '{}');
    await switchWorkspace({name: 'prod'}, world.deps);
    expect(await deleteWorkspace({name: 'prod', force: false}, world.deps)).toEqual({
      formatVersion: 1,
      name: 'prod',
      file: 'workspaces/prod.yaml',
      leftBehind: [],
      needed: [],
      wasSwitch: true,
    });
    expect([...world.backend.values.keys()]).toEqual(['workspaces/dev.yaml']);
    expect(await failureOf(currentWorkspace({}, {...world.deps, interactive: true}))).toMatchObject({
      code: 'workspace/not-chosen',
    });
  });

  it('delete is refused while a stack has resources there, unless forced', async () => {
    const world = await rig({stored: {prod: '', dev: ''}});
    await release(world, [object]);
    expect(await failureOf(deleteWorkspace({name: 'prod', force: false}, world.deps))).toEqual({
      code: 'workspace/in-use',
      name: 'prod',
      stacks: ['shop/web/prod'],
    });
    expect(await deleteWorkspace({name: 'dev', force: false}, world.deps)).toMatchObject({leftBehind: []});
    expect(await deleteWorkspace({name: 'prod', force: true}, world.deps)).toMatchObject({
      leftBehind: ['shop/web/prod'],
    });
  });

  it('delete is permitted after the last release destroyed everything', async () => {
    const world = await rig({stored: {prod: ''}});
    await release(world, []);
    expect(await deleteWorkspace({name: 'prod', force: false}, world.deps)).toMatchObject({leftBehind: []});
  });

  it('delete leaves files of the project to the user', async () => {
    const world = await rig({files: {'project/project.yaml': '', 'project/workspaces/dev.yaml': ''}});
    expect(await failureOf(deleteWorkspace({name: 'dev', force: true}, world.deps))).toMatchObject({
      code: 'input/usage',
      hint: `Edit, rename or delete ${world.path('project/workspaces/dev.yaml')} yourself.`,
    });
  });

  it('delete of a missing workspace names the existing ones', async () => {
    const world = await rig({stored: {prod: ''}});
    expect(await failureOf(deleteWorkspace({name: 'pord', force: true}, world.deps))).toMatchObject({
      code: 'workspace/not-found',
      known: ['prod', 'sandbox'],
    });
  });
});

describe('a backend in the cluster of a workspace, when no workspace is selected', () => {
  const files = {
    'project/project.yaml': '',
    'project/k': KUBECONFIG,
    'project/workspaces/prod.yaml': 'context: {kubeconfig_path: ../k}\n',
  };
  const unknown = async () => {
    throw new GantryError({code: 'workspace/not-chosen', known: ['prod']});
  };

  it('workspace files can be listed, shown and switched to, and the list reports that it is incomplete', async () => {
    const world = await rig({files, interactive: true});
    const said: string[] = [];
    const onEvent: Deps['onEvent'] = (event) => {
      if (event.type === 'diagnostic') said.push(event.diagnostic.code);
    };
    const deps = {...world.deps, onEvent, backend: unknown};
    expect((await listWorkspaces({}, deps)).workspaces).toMatchObject([{name: 'prod', place: 'file'}, BUILT_IN]);
    expect(said).toEqual(['workspace/files-only']);
    expect(await showWorkspace({name: 'prod'}, deps)).toMatchObject({name: 'prod', place: 'file'});
    expect(await switchWorkspace({name: 'prod'}, deps)).toMatchObject({name: 'prod', place: 'file'});
    expect(await failureOf(showWorkspace({name: 'nobody'}, deps))).toMatchObject({
      code: 'workspace/not-found',
      known: ['prod', 'sandbox'],
    });
  });

  it('trust stores the pin in the backend of the named workspace', async () => {
    const world = await rig({files, identity: IDENTITY});
    const asked: unknown[] = [];
    const backendFor: Deps['backendFor'] = async (request) => {
      asked.push(request.workspace);
      return world.backend;
    };
    await trustWorkspace({name: 'prod'}, {...world.deps, backend: unknown, backendFor});
    expect(new Set(asked)).toEqual(new Set(['prod']));
    expect([...world.backend.values.keys()]).toEqual(['keys/hmac', expect.stringMatching(/^pins\//)]);
  });
});

describe('workspace trust', () => {
  it('trust pins the current cluster, and returns the old and the new identity', async () => {
    const files = {'project/k': KUBECONFIG, 'project/prod.yaml': 'context: {kubeconfig_path: ./k}\n'};
    const world = await rig({files, identity: IDENTITY});
    expect(await trustWorkspace({name: './prod.yaml'}, world.deps)).toEqual({
      formatVersion: 1,
      name: 'prod',
      from: '-w',
      now: IDENTITY,
    });
    const rebuilt = {...IDENTITY, identity: 'u2'};
    const cluster: Deps['cluster'] = async (access) => ({
      ...(await world.deps.cluster(access)),
      identify: async () => rebuilt,
    });
    expect(await trustWorkspace({name: './prod.yaml'}, {...world.deps, cluster})).toMatchObject({
      before: IDENTITY,
      now: rebuilt,
    });
  });
});

it('two different names are an error', async () => {
  const {deps} = await rig({stored: {dev: '', prod: ''}});
  expect(await failureOf(showWorkspace({name: 'dev', workspace: 'prod'}, deps))).toMatchObject({
    code: 'input/usage',
    message: 'two workspaces are named: dev as the argument, and prod with -w',
  });
  expect(await showWorkspace({name: 'dev', workspace: 'dev'}, deps)).toMatchObject({name: 'dev'});
});
