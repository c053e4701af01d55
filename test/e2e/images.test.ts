import {expect, it} from 'vitest';
import type {Json} from '../../src/core/json.ts';
import {applied, pendingChanges} from '../rig/changes.ts';
import {deployment, manifests, widgetDefinition} from '../rig/objects.ts';
import {onCluster} from '../rig/on-cluster.ts';
import {makeStack} from '../rig/stack.ts';

const IMAGE = 'spec.template.spec.containers[name="app"].image';

const stackFile = (namespace: string, images: Readonly<Record<string, string>>): string =>
  [
    'name: shop',
    'workspace: test',
    `namespace: ${namespace}`,
    'sources: [{manifests: "manifests/**/*"}]',
    'images:',
    ...Object.entries(images).map(([name, ref]) => `  ${name}: ${JSON.stringify(ref)}`),
    '',
  ].join('\n');

onCluster('replaced images', (cluster) => {
  const {kubeconfigPath} = cluster;

  it('--image replaces an image, the change says so, and the next run without it goes back', async () => {
    const namespace = cluster.freshNamespace();
    const files = manifests(deployment('web', {image: 'registry.example:5000/shop/web:1'}), deployment('other'));
    const stack = await makeStack({kubeconfigPath, namespace, files});
    await applied(stack);
    const flag = ['--image', 'registry.example:5000/shop/web=registry.example:5000/shop/web:2'];
    const [change, ...others] = await pendingChanges(stack, flag);
    expect(others).toEqual([]);
    expect(change?.fields).toEqual([
      expect.objectContaining({
        path: IMAGE,
        before: 'registry.example:5000/shop/web:1',
        after: 'registry.example:5000/shop/web:2',
        cause: 'spec',
        at: {file: '--image', line: 1, column: expect.any(Number)},
      }),
    ]);
    await applied(stack, flag);
    expect(await pendingChanges(stack, flag)).toEqual([]);
    expect((await pendingChanges(stack))[0]?.fields).toMatchObject([
      {
        path: IMAGE,
        after: 'registry.example:5000/shop/web:1',
        cause: 'spec',
        at: {file: expect.stringMatching(/manifests\/all\.yaml$/)},
      },
    ]);
  });

  it('images in stack.yaml replace an image, and --image has priority', async () => {
    const namespace = cluster.freshNamespace();
    const files = manifests(deployment('web', {image: 'nginx:1.25'}));
    const stack = await makeStack({kubeconfigPath, namespace, files});
    await applied(stack);
    await stack.write({'stack.yaml': stackFile(namespace, {nginx: ':1.26'})});
    expect((await pendingChanges(stack))[0]?.fields).toMatchObject([
      {
        path: IMAGE,
        before: 'nginx:1.25',
        after: 'nginx:1.26',
        cause: 'spec',
        at: {file: expect.stringMatching(/stack\.yaml$/), line: 6, column: 10},
      },
    ]);
    const digest = `sha256:${'a'.repeat(64)}`;
    expect((await pendingChanges(stack, ['--image', `nginx=@${digest}`]))[0]?.fields).toMatchObject([
      {path: IMAGE, after: `nginx@${digest}`, at: {file: '--image'}},
    ]);
  });

  it('images replace all sorts of containers, and pod specs inside custom resources', async () => {
    const namespace = cluster.freshNamespace();
    const group = `${namespace}.example.com`;
    const pods = {
      initContainers: [{name: 'first', image: 'busybox:1'}],
      containers: [{name: 'app', image: 'nginx:1'}],
    };
    const stack = await makeStack({
      kubeconfigPath,
      namespace,
      files: manifests(
        {
          apiVersion: 'batch/v1',
          kind: 'CronJob',
          metadata: {name: 'nightly'},
          spec: {schedule: '0 0 * * *', jobTemplate: {spec: {template: {spec: {...pods, restartPolicy: 'Never'}}}}},
        },
        widgetDefinition({group, schema: {type: 'object', 'x-kubernetes-preserve-unknown-fields': true}}),
        {apiVersion: `${group}/v1`, kind: 'Widget', metadata: {name: 'canary'}, spec: {workload: {pods}}},
      ),
    });
    await applied(stack, ['--image', 'busybox=busybox:2', '--image', 'nginx=example.com/nginx']);
    const wanted = {
      initContainers: [{name: 'first', image: 'busybox:2'}],
      containers: [{name: 'app', image: 'example.com/nginx:1'}],
    };
    const get = (apiVersion: string, kind: string, name: string): Promise<Json | undefined> =>
      cluster.get({apiVersion, kind, namespace, name});
    expect(await get('batch/v1', 'CronJob', 'nightly')).toMatchObject({
      spec: {jobTemplate: {spec: {template: {spec: wanted}}}},
    });
    expect(await get(`${group}/v1`, 'Widget', 'canary')).toMatchObject({spec: {workload: {pods: wanted}}});
  });

  it('an image name that no container uses is invalid input, and so is an invalid reference', async () => {
    const namespace = cluster.freshNamespace();
    const stack = await makeStack({kubeconfigPath, namespace, files: manifests(deployment('web'))});
    const table = [
      ['ngnix=nginx:1.28', 'Did you mean nginx?'],
      ['nginx', 'is not in the form NAME=REF'],
      ['nginx:1.27=nginx:1.28', 'has a tag or a digest'],
    ] as const;
    for (const [flag, text] of table) {
      const ran = await stack.gantry(['preview', '--image', flag]);
      expect(ran, flag).toMatchObject({code: 3, stderr: expect.stringContaining(text)});
    }
    await stack.write({'stack.yaml': stackFile(namespace, {apache: 'httpd:2'})});
    const ran = await stack.gantry(['preview']);
    expect(ran).toMatchObject({code: 3, stderr: expect.stringContaining('stack.yaml:6')});
  });
});
