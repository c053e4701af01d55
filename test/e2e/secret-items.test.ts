import {randomBytes} from 'node:crypto';
import {readFile} from 'node:fs/promises';
import {join} from 'node:path';
import {expect, it} from 'vitest';
import {once} from '../../src/lib/once.ts';
import {leaks, plainCanary} from '../rig/canaries.ts';
import {applied} from '../rig/changes.ts';
import {expectNoLeak, runAll} from '../rig/leak-check.ts';
import {configMap, manifests, namespaceObject, widgetDefinition} from '../rig/objects.ts';
import {onCluster} from '../rig/on-cluster.ts';
import {makeStack, type Stack} from '../rig/stack.ts';

const group = `items-${randomBytes(3).toString('hex')}.example`;
const apiVersion = `${group}/v1`;
const tokens = {type: 'array', 'x-kubernetes-list-type': 'set', items: {type: 'string'}};
const definition = widgetDefinition({group, schema: {type: 'object', properties: {tokens}}});
const REPORTS = ['markdown', 'json', 'yaml', 'junit', 'sarif', 'gitlab-codequality', 'gitlab-terraform'] as const;

onCluster('secrets in the items of a set', (cluster) => {
  const defined = once(async () => {
    await cluster.create(definition);
    cluster.deleteAtEnd({
      apiVersion: 'apiextensions.k8s.io/v1',
      kind: 'CustomResourceDefinition',
      name: `widgets.${group}`,
    });
    const served = async () => {
      await cluster.client.discovery.refresh(apiVersion);
      return cluster.client.discovery.resourceFor({apiVersion, kind: 'Widget'});
    };
    await expect.poll(served, {timeout: 20_000}).toBeDefined();
  });

  const objects = (...items: readonly string[]) =>
    manifests(
      {apiVersion, kind: 'Widget', metadata: {name: 'main'}, spec: {tokens: items}},
      configMap('a', {a: 'ref://db/password'}),
    );

  async function scene(password: string, ...items: readonly string[]): Promise<Stack & {namespace: string}> {
    await defined();
    const namespace = cluster.freshNamespace();
    await cluster.create(namespaceObject(namespace));
    const stack = await makeStack({
      namespace,
      files: {
        'stack.yaml': {
          name: 'shop',
          workspace: 'test',
          namespace,
          sources: [{manifests: 'manifests/*', references: true}],
        },
        'workspaces/test.yaml': {
          name: 'test',
          context: {kubeconfig_path: cluster.kubeconfigPath},
          secretStore: {provider: {file: {path: '../secrets'}}},
        },
        'secrets/db': JSON.stringify({password}),
        ...objects(...items),
      },
    });
    return {...stack, namespace};
  }

  it('a reference to a secret in a set is refused, because the item would be shown', async () => {
    const secret = plainCanary('item');
    const stack = await scene(secret, 'plain', 'ref://db/password');
    for (const command of [['preview'], ['apply', '--yes']]) {
      const {code, stdout, stderr} = await stack.gantry(command);
      expect(code).toBe(3);
      expect(stderr).toContain('the items of a set, are shown and recorded');
      expect(stdout + stderr).not.toContain(secret);
    }
    await expectNoLeak(stack, '', {secret});
  });

  it('a known secret in a set is masked in every path that is printed, reported or saved', async () => {
    const secret = plainCanary('copy');
    const stack = await scene(secret, 'plain');
    await applied(stack);
    await stack.write(objects('plain', secret));
    const files = REPORTS.map((format) => [format, join(stack.home, `report.${format}`)] as const);
    const saved = join(stack.home, 'plan.json');
    const printed = await runAll(stack, [
      ['preview', '--detail'],
      ['preview', ...files.flatMap(([format, file]) => ['--report', `${format}=${file}`]), '--save', saved],
    ]);
    expect(printed).toContain('spec.tokens["***"]');
    const written = await Promise.all([...files.map(([, file]) => file), saved].map((file) => readFile(file, 'utf8')));
    await expectNoLeak(stack, [printed, ...written].join('\n'), {secret});

    const running = await stack.gantry(['apply', '--yes']);
    expect(running.code, running.stderr).toBe(0);
    const ref = {apiVersion, kind: 'Widget', namespace: stack.namespace, name: 'main'};
    await cluster.patchAs('kubectl-edit', ref, {spec: {tokens: ['plain']}});
    const drifted = await runAll(stack, [['drift'], ['preview'], ['apply', '--yes']]);
    // The stored spec keeps what the user's own file says; a path of it is shown nowhere.
    expect(leaks(running.stdout + running.stderr + drifted, {secret})).toEqual([]);
  });
});
