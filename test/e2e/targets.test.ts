import {expect, it} from 'vitest';
import type {Plan} from '../../src/core/plan/plan.ts';
import type {Release} from '../../src/core/release/release.ts';
import {applied, destroyed, pendingChanges} from '../rig/changes.ts';
import {configMap, deployment, failing, manifests, namespaceObject} from '../rig/objects.ts';
import {onCluster} from '../rig/on-cluster.ts';
import {makeStack, type Stack} from '../rig/stack.ts';

const labels = (app: string) => ({labels: {app}});
/** A Deployment that reads its settings: it needs them. */
const reading = (name: string, settings: string, image: string) => ({
  ...deployment(name, {
    image,
    labels: {app: name},
    env: [{name: 'A', valueFrom: {configMapKeyRef: {name: settings, key: 'a'}}}],
  }),
});

const pendingIds = async (stack: Stack, args: readonly string[] = []): Promise<readonly string[]> =>
  (await pendingChanges(stack, args)).map(({id, action}) => `${action} ${id.split(':').at(-1)}`);

const shown = async (stack: Stack): Promise<Release> => {
  const {document, code, stdout} = await stack.json<Release>(['release', 'show']);
  expect(code, stdout).toBe(0);
  return document;
};

onCluster('a part of a stack', (cluster) => {
  const {kubeconfigPath} = cluster;

  it('a target is applied with what it needs, the rest stays pending, and nothing is pruned', async () => {
    const namespace = cluster.freshNamespace();
    const files = (version: string, ...more: ReturnType<typeof configMap>[]) =>
      manifests(
        reading('web', 'web-settings', `nginx:${version}`),
        configMap('web-settings', {a: version}, labels('web')),
        configMap('other', {a: version}, labels('other')),
        ...more,
      );
    const stack = await makeStack({
      kubeconfigPath,
      namespace,
      files: files('1', configMap('old', {a: '1'}, labels('old'))),
    });
    await applied(stack);
    const before = await shown(stack);
    await stack.write(files('2', configMap('brand-new', {a: '2'})));
    const all = ['update web-settings', 'update web', 'update other', 'create brand-new', 'delete old'];
    expect((await pendingIds(stack)).toSorted()).toEqual(all.toSorted());

    const targeted = ['--target', `apps/v1:Deployment:${namespace}:web`];
    expect(await pendingIds(stack, targeted)).toEqual(['update web-settings', 'update web']);
    const {document: plan} = await stack.json<Plan>(['preview', ...targeted]);
    expect(plan.diagnostics).toContainEqual(
      expect.objectContaining({
        severity: 'note',
        code: 'selection/left-out',
        message: expect.stringContaining('3 res'),
      }),
    );
    expect((await stack.gantry(['preview', ...targeted])).stderr).toContain('3 resources are left out by --target');
    await applied(stack, targeted);

    const configOf = (name: string) => cluster.get({apiVersion: 'v1', kind: 'ConfigMap', namespace, name});
    expect(await configOf('web-settings')).toMatchObject({data: {a: '2'}});
    expect(await configOf('other')).toMatchObject({data: {a: '1'}});
    expect(await configOf('old')).toMatchObject({data: {a: '1'}});
    expect(await configOf('brand-new')).toBeUndefined();

    const after = await shown(stack);
    const entryOf = (release: Release, name: string) => ({
      state: release.state.find(({id}) => id.endsWith(`:${name}`)),
      spec: release.spec.find(({id}) => id.endsWith(`:${name}`)),
    });
    for (const name of ['other', 'old']) expect(entryOf(after, name)).toEqual(entryOf(before, name));
    expect(entryOf(after, 'brand-new')).toEqual({state: undefined, spec: undefined});
    expect(after.spec.map(({id}) => id)).toEqual(after.spec.map(({id}) => id).toSorted());

    expect((await pendingIds(stack)).toSorted()).toEqual(['create brand-new', 'delete old', 'update other']);
    await applied(stack);
    expect(await configOf('old')).toBeUndefined();
    expect(await pendingIds(stack)).toEqual([]);
  });

  it('a target prunes removed files only if they are selected, together with their users', async () => {
    const namespace = cluster.freshNamespace();
    const stack = await makeStack({
      kubeconfigPath,
      namespace,
      files: manifests(
        reading('web', 'settings', 'nginx:1'),
        configMap('settings', {a: '1'}, labels('settings')),
        configMap('lonely', {a: '1'}),
        configMap('stays', {a: '1'}),
      ),
    });
    await applied(stack);
    await stack.write(
      manifests(deployment('web', {image: 'nginx:1', labels: {app: 'web'}}), configMap('stays', {a: '2'})),
    );

    expect(await pendingIds(stack, ['--target', '*:lonely'])).toEqual(['delete lonely']);
    expect(await pendingIds(stack, ['--target', '*:stays'])).toEqual(['update stays']);
    // The Deployment would be left with settings that are gone: it is changed first.
    expect(await pendingIds(stack, ['--target', 'app=settings'])).toEqual(['update web', 'delete settings']);
    expect((await pendingIds(stack, ['--exclude', 'Deployment'])).toSorted()).toEqual([
      'delete lonely',
      'update stays',
    ]);

    await applied(stack, ['--target', '*:lonely']);
    expect((await pendingIds(stack)).toSorted()).toEqual(['delete settings', 'update stays', 'update web']);
    await applied(stack);
    await destroyed(stack);
  });

  it('an exclude leaves out the selected objects and their dependants, for every kind of selector', async () => {
    const namespace = cluster.freshNamespace();
    const stack = await makeStack({
      kubeconfigPath,
      namespace,
      files: manifests(
        reading('web', 'settings', 'nginx:1'),
        configMap('settings', {a: '1'}, labels('settings')),
        configMap('other', {a: '1'}, labels('other')),
      ),
    });
    const rest = {web: 'create web', settings: 'create settings', other: 'create other'};
    const table: readonly (readonly [readonly string[], readonly string[]])[] = [
      [['--exclude', 'app=settings'], [rest.other]],
      [
        ['--exclude', 'deployments'],
        [rest.settings, rest.other],
      ],
      [
        ['--exclude', '*:ConfigMap:*:other'],
        [rest.settings, rest.web],
      ],
      [['--exclude', 'app in (settings, other)'], []],
      [
        ['--target', 'apps/Deployment', '--exclude', `v1:ConfigMap:${namespace}:other`],
        [rest.settings, rest.web],
      ],
      [
        ['--target', 'app!=settings'],
        [rest.other, rest.settings, rest.web],
      ],
    ];
    for (const [args, wanted] of table) {
      const planned = (await pendingIds(stack, args)).filter((id) => !id.endsWith(` ${namespace}`));
      expect(planned.toSorted(), args.join(' ')).toEqual(wanted.toSorted());
    }
    await applied(stack, ['--exclude', 'app=settings']);
    expect((await pendingIds(stack)).toSorted()).toEqual([rest.settings, rest.web].toSorted());
  });

  it('a target creates the namespace of the stack only for objects in it', async () => {
    const [namespace, loose] = [cluster.freshNamespace(), cluster.freshNamespace()];
    const stack = await makeStack({
      kubeconfigPath,
      namespace,
      files: manifests(namespaceObject(loose), configMap('a', {a: '1'})),
    });
    const creates = async (args: readonly string[]) => (await pendingChanges(stack, args)).map(({id}) => id);
    expect(await creates(['--target', 'Namespace'])).toEqual([`v1:Namespace:${loose}`]);
    expect(await creates(['--target', 'ConfigMap'])).toEqual([
      `v1:Namespace:${namespace}`,
      `v1:ConfigMap:${namespace}:a`,
    ]);
  });

  it('a selector that selects nothing is refused, with the most similar name', async () => {
    const namespace = cluster.freshNamespace();
    const stack = await makeStack({kubeconfigPath, namespace, files: manifests(configMap('settings', {a: '1'}))});
    const table = [
      [['--target', `v1:ConfigMap:${namespace}:setings`], `Did you mean v1:ConfigMap:${namespace}:settings?`],
      [['--exclude', 'ConfigMpa'], 'Did you mean configmap?'],
      [['--target', 'app=web'], 'Use an id'],
      [['--target', '*:Secret:*'], 'Use an id'],
      [['--target', 'ConfigMap', '--exclude', '*:settings'], '--exclude leaves out everything that --target selects'],
    ] as const;
    for (const [args, hint] of table) {
      const ran = await stack.gantry(['preview', ...args]);
      expect(ran, args.join(' ')).toMatchObject({code: 3, stderr: expect.stringContaining(hint)});
    }
  });

  it('a run of a part does not mark the rest as successful: earlier failures are still waited for', async () => {
    const namespace = cluster.freshNamespace();
    const broken = deployment('web', {annotations: failing('never-ready')});
    const stack = await makeStack({
      kubeconfigPath,
      namespace,
      files: manifests(broken, configMap('settings', {a: '1'})),
    });
    expect((await stack.gantry(['apply', '--yes', '--timeout', '1s'])).code).toBe(6);
    await stack.write(manifests(broken, configMap('settings', {a: '2'})));
    await applied(stack, ['--target', 'ConfigMap']);
    expect(await pendingIds(stack)).toEqual([]);
    expect((await stack.gantry(['apply', '--yes', '--timeout', '1s'])).code).toBe(6);
  });

  it('a saved plan contains its targets', async () => {
    const namespace = cluster.freshNamespace();
    const stack = await makeStack({
      kubeconfigPath,
      namespace,
      files: manifests(configMap('a', {v: '1'}), configMap('b', {v: '1'})),
    });
    await applied(stack);
    await stack.write(manifests(configMap('a', {v: '2'}), configMap('b', {v: '2'})));
    const saved = await stack.gantry(['preview', '--target', '*:a', '--save', 'plan.json']);
    expect(saved, saved.stderr).toMatchObject({code: 0});
    await applied(stack, ['plan.json']);
    expect(await pendingIds(stack)).toEqual(['update b']);
  });
});
