import {describe, expect, it} from 'vitest';
import type {Deps} from '../../../../src/app/deps.ts';
import {type CreateFromSecrets, createFromSecrets} from '../../../../src/app/workspace/create-from-secrets.ts';
import {GantryError} from '../../../../src/core/failure/failure.ts';
import {type MemorySecrets, memorySecrets} from '../../../rig/memory-secrets.ts';
import {failureOf, KUBECONFIG, type Rig, rig} from './rig.ts';
import {CLUSTER, pinOf} from './stored-release.ts';

const MANAGEMENT = 'name: management\ncontext: {kubeconfig_path: ~/.kube/config}\n';

type Cluster = Rig & {readonly deps: Deps; readonly namespaces: Readonly<Record<string, MemorySecrets>>};

/** A management cluster with tenants in two namespaces. */
async function management({isShared = false, place = 'backend'} = {}): Promise<Cluster> {
  const stored = place === 'backend' ? {management: MANAGEMENT} : {};
  const world = await rig({
    stored,
    isShared,
    identity: CLUSTER,
    files: {
      'home/.kube/config': KUBECONFIG,
      ...(place === 'file' ? {'project/project.yaml': '', 'project/workspaces/management.yaml': MANAGEMENT} : {}),
    },
  });
  const namespaces = {a: memorySecrets('a'), b: memorySecrets('b')};
  const deps: Deps = {
    ...world.deps,
    secretObjects: async (_, namespace) => namespaces[namespace as 'a' | 'b'],
  };
  return {...world, deps, namespaces};
}

const put = (secrets: MemorySecrets | undefined, name: string, keys: readonly string[], labels = {}) =>
  secrets?.create({
    name,
    type: 'Opaque',
    labels,
    annotations: {},
    data: Object.fromEntries(keys.map((key) => [key, new TextEncoder().encode('canary-of-a-value')])),
  });

const request: CreateFromSecrets = {workspace: 'management', namespaces: ['a'], key: 'admin.conf', update: false};
const text = ({backend}: Rig, name: string): string =>
  new TextDecoder().decode(backend.values.get(`workspaces/${name}.yaml`)?.value);
const outcomes = async (of: CreateFromSecrets, {deps}: Cluster) =>
  Object.fromEntries((await createFromSecrets(of, deps)).workspaces.map(({name, outcome}) => [name, outcome]));

describe('create --from-secrets', () => {
  it('a workspace is created for each Secret with the key, named without the suffix of its controller', async () => {
    const world = await management();
    const {a} = world.namespaces;
    await put(a, 'tenant-1-admin-kubeconfig', ['admin.conf', 'super-admin.conf'], {
      'kamaji.clastix.io/name': 'tenant-1',
    });
    await put(a, 'tenant-2-kubeconfig', ['admin.conf']);
    await put(a, 'unlike', ['admin.conf']);
    await put(a, 'tenant-3-kubeconfig', ['value']);
    const made = await createFromSecrets(request, world.deps);
    expect(made).toMatchObject({
      backend: 'memory',
      through: 'management',
      server: 'https://cluster.example:6443',
      without: 1,
      workspaces: [
        {
          name: 'tenant-1',
          file: 'workspaces/tenant-1.yaml',
          outcome: 'created',
          secret: {namespace: 'a', name: 'tenant-1-admin-kubeconfig', key: 'admin.conf'},
        },
        {name: 'tenant-2', outcome: 'created'},
        {name: 'unlike', outcome: 'created'},
      ],
    });
    expect(text(world, 'tenant-1')).toBe(
      [
        '# Created from the key admin.conf of the Secret a/tenant-1-admin-kubeconfig. Running "gantry workspace create --from-secrets" again keeps it.',
        'name: tenant-1',
        'labels:',
        '  kamaji.clastix.io/name: tenant-1',
        'context:',
        '  kubeconfig_secret:',
        '    name: tenant-1-admin-kubeconfig',
        '    namespace: a',
        '    key: admin.conf',
        '    workspace: management',
        '',
      ].join('\n'),
    );
  });

  it('no value of a Secret is written', async () => {
    const world = await management();
    await put(world.namespaces['a'], 't-kubeconfig', ['admin.conf']);
    const made = await createFromSecrets(request, world.deps);
    const all = [...world.backend.values.values()].map(({value}) => new TextDecoder().decode(value)).join('\n');
    for (const shown of [all, JSON.stringify(made)]) {
      expect(shown).not.toContain('canary');
      expect(shown).not.toContain(Buffer.from('canary-of-a-value').toString('base64'));
    }
  });

  it('a second run creates new workspaces, and keeps unchanged ones and edits by people', async () => {
    const world = await management();
    const {a} = world.namespaces;
    await put(a, 't1-kubeconfig', ['admin.conf']);
    await createFromSecrets(request, world.deps);
    const edited = `${text(world, 't1')}suspended: true # until Monday\n`;
    world.backend.write('workspaces/t1.yaml', edited);
    await put(a, 't2-kubeconfig', ['admin.conf']);
    expect(await outcomes(request, world)).toEqual({t1: 'unchanged', t2: 'created'});
    expect(text(world, 't1')).toBe(edited);
  });

  it('differing workspaces are changed only with --update, and nothing is written before', async () => {
    const world = await management();
    const {a} = world.namespaces;
    await put(a, 't1-kubeconfig', ['admin.conf'], {tier: 'gold'});
    const other =
      '# theirs\nlabels: {tier: tin, team: a}\ncontext:\n  kubeconfig_secret: {name: x, namespace: a, workspace: management}\n';
    world.backend.write('workspaces/t1.yaml', other);
    await put(a, 't2-kubeconfig', ['admin.conf']);
    expect(await failureOf(createFromSecrets(request, world.deps))).toEqual({
      code: 'workspace/differs',
      names: ['t1'],
      backend: 'memory',
    });
    expect(world.backend.values.has('workspaces/t2.yaml')).toBe(false);
    expect(await outcomes({...request, update: true}, world)).toEqual({t1: 'updated', t2: 'created'});
    expect(text(world, 't1')).toContain('# theirs\nlabels: {tier: gold, team: a}\n');
    expect(text(world, 't1')).toContain('name: t1-kubeconfig');
  });

  it('several namespaces are accepted, with names that contain them', async () => {
    const world = await management();
    const {a, b} = world.namespaces;
    await put(a, 't-kubeconfig', ['admin.conf']);
    await put(b, 't-admin-kubeconfig', ['admin.conf']);
    const both = {...request, namespaces: ['a', 'b']};
    expect(await failureOf(createFromSecrets(both, world.deps))).toMatchObject({
      code: 'input/invalid',
      diagnostics: [{message: 't would be the workspace of several Secrets: a/t-kubeconfig and b/t-admin-kubeconfig'}],
    });
    expect(await outcomes({...both, nameTemplate: '{namespace}-{name}'}, world)).toEqual({
      'a-t': 'created',
      'b-t': 'created',
    });
  });

  it.each([
    {name: 'a key that no Secret has', change: {key: 'admin.con'}, says: ['Did you mean admin.conf?', 'value']},
    {name: 'a template that says nothing', change: {nameTemplate: 'x'}, says: ['{name}']},
    {
      name: 'a template with an unknown word',
      change: {nameTemplate: '{cluster}-{name}'},
      says: ['unknown placeholder {cluster}'],
    },
    {name: 'a selector that is none', change: {labelSelector: 'a b'}, says: ['--selector a b']},
    {name: 'no Secret with those labels', change: {labelSelector: 'no=where'}, says: ['no=where']},
  ])('create --from-secrets refuses $name', async ({change, says}) => {
    const world = await management();
    await put(world.namespaces['a'], 't-kubeconfig', ['admin.conf', 'value']);
    const failure = JSON.stringify(await failureOf(createFromSecrets({...request, ...change}, world.deps)));
    for (const word of says) expect(failure).toContain(word);
    expect(world.backend.values.has('workspaces/t.yaml')).toBe(false);
  });

  it('all invalid names are reported before anything is written', async () => {
    const world = await management();
    await put(world.namespaces['a'], 'good-kubeconfig', ['admin.conf']);
    await put(world.namespaces['a'], 'x.yaml-kubeconfig', ['admin.conf']);
    await put(world.namespaces['a'], `${'y'.repeat(101)}-kubeconfig`, ['admin.conf']);
    const failure = await failureOf(createFromSecrets(request, world.deps));
    expect(failure).toMatchObject({code: 'input/invalid', diagnostics: [{}, {}]});
    expect(world.backend.values.has('workspaces/good.yaml')).toBe(false);
  });

  it('an existing workspace with another kubeconfig is not replaced', async () => {
    const world = await management();
    await put(world.namespaces['a'], 'management-kubeconfig', ['admin.conf']);
    const failure = await failureOf(createFromSecrets({...request, update: true}, world.deps));
    expect(JSON.stringify(failure)).toContain('its kubeconfig comes from kubeconfig_path');
    expect(text(world, 'management')).toBe(MANAGEMENT);
  });

  it('a management cluster other than the pinned one is refused', async () => {
    const world = await management();
    await put(world.namespaces['a'], 't-kubeconfig', ['admin.conf']);
    world.backend.write('pins/management.json', pinOf('management', {...CLUSTER, identity: 'another'}));
    expect(await failureOf(createFromSecrets(request, world.deps))).toMatchObject({code: 'cluster/other'});
  });

  it('a management workspace in a file is named by its path in a private backend, and by its name in a shared one', async () => {
    for (const {isShared, wanted} of [
      {isShared: false, wanted: (world: Rig) => world.path('project/workspaces/management.yaml')},
      {isShared: true, wanted: () => 'management'},
    ]) {
      const world = await management({isShared, place: 'file'});
      await put(world.namespaces['a'], 't-kubeconfig', ['admin.conf']);
      await createFromSecrets({...request, scope: isShared ? 'shared' : 'mine'}, world.deps);
      expect(text(world, 't')).toContain(`workspace: ${wanted(world)}\n`);
    }
  });

  it('each result is reported when the backend fails in between', async () => {
    const world = await management();
    await put(world.namespaces['a'], 't1-kubeconfig', ['admin.conf']);
    await put(world.namespaces['a'], 't2-kubeconfig', ['admin.conf']);
    const {backend} = world;
    const failing: Deps = {
      ...world.deps,
      openBackend: async () => ({
        ...backend,
        isPrivate: true,
        put: async (key, ...rest) => {
          if (key === 'workspaces/t2.yaml')
            throw new GantryError({code: 'backend/denied', backend: 'memory', action: 'write', on: key});
          return backend.put(key, ...rest);
        },
      }),
    };
    expect((await createFromSecrets(request, failing)).workspaces).toMatchObject([
      {name: 't1', outcome: 'created'},
      {name: 't2', outcome: 'failed', failure: {code: 'backend/denied'}},
    ]);
  });
});
