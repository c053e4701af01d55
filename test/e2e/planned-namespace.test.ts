import {readFile, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {dump, load} from 'js-yaml';
import {expect, it} from 'vitest';
import type {JsonObject} from '../../src/core/json.ts';
import type {Plan} from '../../src/core/plan/plan.ts';
import {applied, pendingChanges} from '../rig/changes.ts';
import {configMap, deployment, manifests, namespaceObject, service, widgetDefinition} from '../rig/objects.ts';
import {onCluster} from '../rig/on-cluster.ts';
import {scratchDirectory} from '../rig/scratch.ts';
import {makeStack} from '../rig/stack.ts';

const rbac = 'rbac.authorization.k8s.io';

onCluster('objects whose namespace is created by the same plan', (cluster) => {
  const {kubeconfigPath} = cluster;

  it('no object is refused because of missing or existing objects in the substitute namespace', async () => {
    const namespace = cluster.freshNamespace();
    const taken = `taken-${namespace}`;
    // An object of the same name in the namespace that stands in, whose selector may never change.
    await cluster.create(inDefault(deployment(taken, {selector: 'other'})));
    cluster.deleteAtEnd({apiVersion: 'apps/v1', kind: 'Deployment', namespace: 'default', name: taken});
    const objects: readonly JsonObject[] = [
      deployment(taken),
      configMap('settings', {a: '1'}),
      service('web', {type: 'NodePort'}),
      service('headless', {clusterIP: 'None'}),
      {apiVersion: 'v1', kind: 'ServiceAccount', metadata: {name: 'runner'}},
      {
        apiVersion: 'v1',
        kind: 'Secret',
        metadata: {name: 'token', annotations: {'kubernetes.io/service-account.name': 'runner'}},
        type: 'kubernetes.io/service-account-token',
      },
      {
        apiVersion: 'v1',
        kind: 'Pod',
        metadata: {name: 'job'},
        spec: {
          serviceAccountName: 'runner',
          terminationGracePeriodSeconds: 0,
          containers: [{name: 'app', image: 'nginx:1.27'}],
        },
      },
      {apiVersion: `${rbac}/v1`, kind: 'Role', metadata: {name: 'reader'}, rules: [rule('get')]},
      {
        apiVersion: `${rbac}/v1`,
        kind: 'RoleBinding',
        metadata: {name: 'reader'},
        roleRef: {apiGroup: rbac, kind: 'Role', name: 'reader'},
        subjects: [{kind: 'ServiceAccount', name: 'runner', namespace}],
      },
      {
        apiVersion: 'v1',
        kind: 'PersistentVolumeClaim',
        metadata: {name: 'data'},
        spec: {accessModes: ['ReadWriteOnce'], resources: {requests: {storage: '1Gi'}}},
      },
      {
        apiVersion: 'discovery.k8s.io/v1',
        kind: 'EndpointSlice',
        metadata: {name: 'web-1', labels: {'kubernetes.io/service-name': 'web'}},
        addressType: 'IPv4',
        endpoints: [{addresses: ['10.1.2.3']}],
        ports: [],
      },
      {
        apiVersion: 'networking.k8s.io/v1',
        kind: 'Ingress',
        metadata: {name: 'a-name-that-is-longer-than-forty-characters-is-well-too'},
        spec: {defaultBackend: {service: {name: 'web', port: {number: 80}}}},
      },
    ];
    const stack = await makeStack({kubeconfigPath, namespace, files: manifests(...objects)});
    const {document, code} = await stack.json<Plan>(['preview']);
    expect(code).toBe(0);
    const made = document.changes.filter(({id}) => !id.includes(':Namespace:'));
    expect(made.map(({action, verified}) => ({action, verified}))).toEqual(
      objects.map(() => ({action: 'create', verified: false})),
    );
    await applied(stack, ['--no-wait']);
    expect((await pendingChanges(stack)).filter(({action}) => action !== 'unchanged')).toEqual([]);
  });

  it('a rule about the name of a custom resource sees its real name', async () => {
    const namespace = cluster.freshNamespace();
    const group = `${namespace}.example.dev`;
    const definition = widgetDefinition({group});
    const [version] = (definition['spec'] as {versions: [{schema: {openAPIV3Schema: JsonObject}}]}).versions;
    const validations = [{rule: "self.metadata.name == 'only'", message: 'there is one, and its name is only'}];
    version.schema.openAPIV3Schema = {...version.schema.openAPIV3Schema, 'x-kubernetes-validations': validations};
    cluster.deleteAtEnd({
      apiVersion: 'apiextensions.k8s.io/v1',
      kind: 'CustomResourceDefinition',
      name: `widgets.${group}`,
    });
    const own = cluster.freshNamespace();
    const first = await makeStack({kubeconfigPath, namespace: own, name: 'kinds', files: manifests(definition)});
    await applied(first);
    const widget = (name: string) => ({apiVersion: `${group}/v1`, kind: 'Widget', metadata: {name}, spec: {}});
    const stack = await makeStack({kubeconfigPath, namespace, files: manifests(widget('only'))});
    expect((await stack.gantry(['preview'])).code).toBe(0);
    await stack.write(manifests(widget('other')));
    const refused = await stack.gantry(['preview']);
    expect(refused).toMatchObject({code: 3, stderr: expect.stringContaining('there is one, and its name is only')});
    // The name that stood in for it is nobody's business.
    expect(refused.stderr).not.toMatch(/o[a-z]{8}ther/);
  });

  it('a quota of the substitute namespace does not count', async () => {
    const namespace = cluster.freshNamespace();
    const full = cluster.freshNamespace();
    await cluster.create(namespaceObject(full));
    await cluster.create({
      apiVersion: 'v1',
      kind: 'ResourceQuota',
      metadata: {name: 'none', namespace: full},
      spec: {hard: {'count/services': '0'}},
    });
    const stack = await makeStack({
      kubeconfigPath: await inNamespace(kubeconfigPath, full),
      namespace,
      files: manifests(service('web')),
    });
    expect((await stack.gantry(['preview'])).code).toBe(0);
  });
});

const inDefault = (object: JsonObject): JsonObject => ({
  ...object,
  metadata: {...(object['metadata'] as JsonObject), namespace: 'default'},
});

const rule = (...verbs: readonly string[]) => ({apiGroups: [''], resources: ['configmaps'], verbs});

/** The same cluster and user, with a namespace in the context. */
async function inNamespace(kubeconfigPath: string, namespace: string): Promise<string> {
  const config = load(await readFile(kubeconfigPath, 'utf8')) as {contexts: {name: string; context: object}[]};
  const contexts = config.contexts.map(({name, context}) => ({name, context: {...context, namespace}}));
  const file = join(await scratchDirectory(), 'kubeconfig');
  await writeFile(file, dump({...config, contexts}), {mode: 0o600});
  return file;
}
