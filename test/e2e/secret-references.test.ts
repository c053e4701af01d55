import {rm} from 'node:fs/promises';
import {join} from 'node:path';
import {expect, it} from 'vitest';
import type {JsonObject} from '../../src/core/json.ts';
import type {Change} from '../../src/core/plan/plan.ts';
import {canary, everythingWritten, leaks} from '../rig/canaries.ts';
import {applied, destroyed, pendingChanges} from '../rig/changes.ts';
import {injectContainer, installWebhook} from '../rig/mutating-webhook.ts';
import {configMap, deployment, namespaceObject} from '../rig/objects.ts';
import {onCluster} from '../rig/on-cluster.ts';
import {makeStack, type Stack} from '../rig/stack.ts';

const base64 = (text: string): string => Buffer.from(text).toString('base64');
const PASSWORD = {name: 'PASSWORD', value: 'ref://db/password'};
const VALUE = 'spec.template.spec.containers[name="app"].env[name="PASSWORD"].value';

const stackFile = (namespace: string): JsonObject => ({
  name: 'shop',
  workspace: 'test',
  namespace,
  sources: [{manifests: 'manifests/**/*', references: true}],
});

type Scene = {
  readonly stack: Stack;
  readonly namespace: string;
  readonly web: {apiVersion: string; kind: string; namespace: string; name: string};
  /** Puts another value into the store. */
  readonly rotate: (value: string) => Promise<void>;
};

onCluster('a value of a secret store', (cluster) => {
  async function scene(objects: readonly JsonObject[], password: string, files: JsonObject = {}): Promise<Scene> {
    const namespace = cluster.freshNamespace();
    await cluster.create(namespaceObject(namespace));
    const stack = await makeStack({
      namespace,
      files: {
        'stack.yaml': stackFile(namespace),
        'manifests/all.yaml': {apiVersion: 'v1', kind: 'List', items: objects},
        'workspaces/test.yaml': {
          name: 'test',
          context: {kubeconfig_path: cluster.kubeconfigPath},
          secretStore: {provider: {file: {path: '../secrets'}}},
        },
        ...files,
      },
    });
    const rotate = (value: string): Promise<void> => stack.write({'secrets/db': JSON.stringify({password: value})});
    await rotate(password);
    return {stack, namespace, rotate, web: {apiVersion: 'apps/v1', kind: 'Deployment', namespace, name: 'web'}};
  }

  const envOf = async (web: Scene['web'], container = 'app'): Promise<string | undefined> => {
    type Containers = readonly {name: string; env?: readonly {name: string; value: string}[]}[];
    const live = (await cluster.get(web)) as {spec: {template: {spec: {containers: Containers}}}};
    const {containers} = live.spec.template.spec;
    return containers.find(({name}) => name === container)?.env?.find(({name}) => name === 'PASSWORD')?.value;
  };

  it('is put in the place of its reference, and changes nothing as long as it is the same', async () => {
    const secret = canary('first');
    const objects = [
      deployment('web', {env: [PASSWORD, {name: 'URL', value: 'pg://u:${ref://db/password}@h'}]}),
      {apiVersion: 'v1', kind: 'Secret', metadata: {name: 'keys'}, data: {own: 'ref://db/password'}},
      {apiVersion: 'v1', kind: 'Secret', metadata: {name: 'plain'}, stringData: {own: 'x-${ref://db/password}'}},
    ];
    const {stack, namespace, web} = await scene(objects, secret);
    await applied(stack);
    expect(await envOf(web)).toBe(secret);
    const secretObject = (name: string) => cluster.get({apiVersion: 'v1', kind: 'Secret', namespace, name});
    expect(await secretObject('keys')).toMatchObject({data: {own: base64(secret)}});
    expect(await secretObject('plain')).toMatchObject({data: {own: base64(`x-${secret}`)}});
    expect(await pendingChanges(stack)).toEqual([]);
    expect(await pendingChanges(stack, ['--revision', 'current']).catch(String)).toBeDefined();
  });

  it('says of a rotated secret that it is one, and that the pods restart', async () => {
    const {stack, rotate, web} = await scene(
      [
        deployment('web', {env: [PASSWORD]}),
        {apiVersion: 'v1', kind: 'Secret', metadata: {name: 'keys'}, stringData: {own: 'ref://db/password'}},
      ],
      canary('before'),
    );
    await applied(stack);
    const after = canary('after');
    await rotate(after);
    const changes = await pendingChanges(stack);
    const at = {file: expect.stringContaining('all.yaml'), line: expect.any(Number), column: expect.any(Number)};
    expect(changes).toMatchObject([
      {id: expect.stringContaining('Deployment'), action: 'update', effects: ['pods-restart']},
      {id: expect.stringContaining('Secret'), action: 'update'},
    ]);
    expect(changes.map(({fields}) => fields)).toEqual([
      [{path: VALUE, sensitive: true, cause: 'secret', at}],
      [{path: 'data.own', sensitive: true, cause: 'secret', at}],
    ]);
    await applied(stack);
    expect(await envOf(web)).toBe(after);
    expect(await pendingChanges(stack)).toEqual([]);
  });
});
