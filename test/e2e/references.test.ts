import {expect, it} from 'vitest';
import type {JsonObject} from '../../src/core/json.ts';
import type {Plan} from '../../src/core/plan/plan.ts';
import {applied, destroyed, pendingChanges} from '../rig/changes.ts';
import {configMap, service} from '../rig/objects.ts';
import {onCluster} from '../rig/on-cluster.ts';
import {makeStack} from '../rig/stack.ts';

onCluster('references to objects of the same apply', (cluster) => {
  const {kubeconfigPath} = cluster;

  it('a value of ${ref:ID#path} is unknown in the first preview, and correct after the apply', async () => {
    const namespace = cluster.freshNamespace();
    const web = `v1:Service:${namespace}:web`;
    const sources = [{manifests: 'manifests/*', references: true}];
    const files = (port: number) => ({
      'stack.yaml': {name: 'shop', workspace: 'test', namespace, sources},
      'manifests/all.yaml': {
        apiVersion: 'v1',
        kind: 'List',
        items: [
          service('web', {ports: [{port}]}),
          configMap('settings', {url: `http://\${ref:${web}#spec.clusterIP}:\${ref:${web}#spec.ports[0].port}/`}),
        ],
      },
    });
    const stack = await makeStack({kubeconfigPath, namespace, files: files(80)});
    const {document} = await stack.json<Plan>(['preview']);
    const settings = document.changes.find(({id}) => id.includes('settings'));
    expect(settings).toMatchObject({action: 'create', verified: false});
    expect(settings?.fields).toContainEqual(
      expect.objectContaining({path: 'data.url', unknown: true, cause: 'reference', at: expect.anything()}),
    );
    await applied(stack);

    const live = async (kind: string, name: string) => cluster.get({apiVersion: 'v1', kind, namespace, name});
    const {clusterIP} = (await live('Service', 'web'))?.['spec'] as {clusterIP: string};
    expect((await live('ConfigMap', 'settings'))?.['data']).toEqual({url: `http://${clusterIP}:80/`});
    expect(await pendingChanges(stack)).toEqual([]);

    await stack.write(files(8080));
    const pending = await pendingChanges(stack);
    expect(pending.map(({id, action}) => `${action} ${id}`)).toEqual([
      `update ${web}`,
      `update v1:ConfigMap:${namespace}:settings`,
    ]);
    expect(pending[1]?.fields).toMatchObject([
      {path: 'data.url', before: `http://${clusterIP}:80/`, after: `http://${clusterIP}:8080/`, cause: 'reference'},
    ]);
    await applied(stack);
    expect((await live('ConfigMap', 'settings'))?.['data']).toEqual({url: `http://${clusterIP}:8080/`});
    expect(await pendingChanges(stack)).toEqual([]);
    await destroyed(stack);
  });

  it('a value that is not known yet is shown with the live one, and never that of a secret', async () => {
    const namespace = cluster.freshNamespace();
    const sources = [{manifests: 'manifests/*', references: true}];
    const secret = (url: string): JsonObject => ({
      apiVersion: 'v1',
      kind: 'Secret',
      metadata: {name: 'login'},
      stringData: {url},
    });
    const files = (url: string, ...more: readonly JsonObject[]) => ({
      'stack.yaml': {name: 'shop', workspace: 'test', namespace, sources},
      'manifests/all.yaml': {
        apiVersion: 'v1',
        kind: 'List',
        items: [configMap('settings', {url}), secret(url), ...more],
      },
    });
    const stack = await makeStack({kubeconfigPath, namespace, files: files('canary-of-before')});
    await applied(stack);
    await stack.write(files(`\${ref:v1:Service:${namespace}:web#spec.clusterIP}`, service('web')));
    const {document, stdout} = await stack.json<Plan>(['preview', '--detail']);
    const fieldOf = (kind: string) =>
      document.changes.find(({id}) => id.includes(`:${kind}:`))?.fields.filter(({unknown}) => unknown === true);
    expect(fieldOf('ConfigMap')).toMatchObject([{path: 'data.url', before: 'canary-of-before', unknown: true}]);
    expect(fieldOf('Secret')).toMatchObject([{path: 'data.url', before: '***', unknown: true}]);
    expect(stdout).not.toContain(Buffer.from('canary-of-before').toString('base64'));
    const text = await stack.gantry(['preview', '--detail']);
    expect(text.stdout).toMatch(/data\.url.*canary-of-before.*known after apply/);
  });

  it('references take values of unchanged and of new objects together', async () => {
    const namespace = cluster.freshNamespace();
    const sources = [{manifests: 'manifests/*', references: true}];
    const ip = (name: string) => `\${ref:v1:Service:${namespace}:${name}#spec.clusterIP}`;
    const files = (...items: readonly JsonObject[]) => ({
      'stack.yaml': {name: 'shop', workspace: 'test', namespace, sources},
      'manifests/all.yaml': {apiVersion: 'v1', kind: 'List', items},
    });
    const stack = await makeStack({
      kubeconfigPath,
      namespace,
      files: files(service('old'), configMap('settings', {old: ip('old')})),
    });
    await applied(stack);
    await stack.write(files(service('old'), service('new'), configMap('settings', {old: ip('old'), new: ip('new')})));
    expect((await pendingChanges(stack)).map(({action}) => action)).toEqual(['create', 'update']);
    await applied(stack);
    const live = await cluster.get({apiVersion: 'v1', kind: 'ConfigMap', namespace, name: 'settings'});
    const address = expect.stringMatching(/^\d+\.\d+\.\d+\.\d+$/);
    expect(live?.['data']).toEqual({old: address, new: address});
    expect(await pendingChanges(stack)).toEqual([]);
  });

  it('$kusion_path keeps the type of the value', async () => {
    const namespace = cluster.freshNamespace();
    const web = `v1:Service:${namespace}:web`;
    const resource = (id: string, attributes: JsonObject) => ({id, type: 'Kubernetes', attributes});
    const within = {namespace};
    const stack = await makeStack({
      kubeconfigPath,
      files: {
        'stack.yaml': {name: 'shop', workspace: 'test', sources: [{spec: 'spec.yaml'}]},
        'spec.yaml': {
          resources: [
            resource(`v1:Namespace:${namespace}`, {apiVersion: 'v1', kind: 'Namespace', metadata: {name: namespace}}),
            resource(web, {...service('web', {ports: [{port: 8080}]}), metadata: {name: 'web', ...within}}),
            resource(`v1:ConfigMap:${namespace}:settings`, {
              ...configMap('settings', {ip: `$kusion_path.${web}.spec.clusterIP`}),
              metadata: {name: 'settings', ...within},
            }),
            resource(`v1:Service:${namespace}:other`, {
              ...service('other', {ports: [{port: `$kusion_path.${web}.spec.ports[0].port`}]}),
              metadata: {name: 'other', ...within},
            }),
          ],
        },
      },
    });
    await applied(stack);
    const live = async (kind: string, name: string) => cluster.get({apiVersion: 'v1', kind, namespace, name});
    const {clusterIP} = (await live('Service', 'web'))?.['spec'] as {clusterIP: string};
    expect((await live('ConfigMap', 'settings'))?.['data']).toEqual({ip: clusterIP});
    expect((await live('Service', 'other'))?.['spec']).toMatchObject({ports: [{port: 8080}]});
    expect(await pendingChanges(stack)).toEqual([]);
    await destroyed(stack);
  });
});
