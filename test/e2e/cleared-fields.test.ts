import {expect, it} from 'vitest';
import type {JsonObject} from '../../src/core/json.ts';
import {applied, pendingChanges} from '../rig/changes.ts';
import type {Cluster} from '../rig/cluster.ts';
import {configMap, manifests, widgetDefinition, workload} from '../rig/objects.ts';
import {onCluster} from '../rig/on-cluster.ts';
import {makeStack} from '../rig/stack.ts';

type Pod = Parameters<typeof workload>[2];

const volume = (emptyDir: JsonObject): Pod => ({pod: {volumes: [{name: 'cache', emptyDir}]}});
const limits = (held: JsonObject): Pod => ({container: {resources: {limits: held}}});

const WORKLOADS: readonly {readonly title: string; readonly before: Pod; readonly after: Pod}[] = [
  {
    title: 'a securityContext of a pod',
    before: {pod: {securityContext: {runAsUser: 1000}}},
    after: {pod: {securityContext: {}}},
  },
  {
    title: 'a securityContext of a container',
    before: {container: {securityContext: {runAsUser: 1000}}},
    after: {container: {securityContext: {}}},
  },
  {title: 'an emptyDir', before: volume({medium: 'Memory'}), after: volume({})},
  {title: 'annotations of a template', before: {annotations: {a: '1'}}, after: {annotations: {}}},
  {
    title: 'tolerations',
    before: {pod: {tolerations: [{key: 'a', operator: 'Exists'}]}},
    after: {pod: {tolerations: []}},
  },
  {
    title: 'imagePullSecrets',
    before: {pod: {imagePullSecrets: [{name: 'registry'}]}},
    after: {pod: {imagePullSecrets: []}},
  },
  {title: 'limits', before: limits({memory: '64Mi'}), after: limits({})},
  {title: 'resources', before: limits({memory: '64Mi'}), after: {container: {resources: {}}}},
  {title: 'affinity', before: {pod: {affinity: {nodeAffinity: {}}}}, after: {pod: {affinity: {}}}},
];

const ANY_MAP = {type: 'object', additionalProperties: {type: 'string'}};
const NAMED = {type: 'object', properties: {name: {type: 'string'}, value: {type: 'string'}}, required: ['name']};

const WIDGETS: readonly {readonly title: string; readonly before: JsonObject; readonly after: JsonObject}[] = [
  {title: 'a map', before: {size: 1, settings: {a: '1'}}, after: {size: 1, settings: {}}},
  {title: 'a list with keys', before: {size: 1, items: [{name: 'a'}]}, after: {size: 1, items: []}},
  {title: 'a set', before: {size: 1, tags: ['a']}, after: {size: 1, tags: []}},
  {title: 'a list that is one value', before: {size: 1, steps: ['a']}, after: {size: 1, steps: []}},
  {title: 'all that it has', before: {settings: {a: '1'}}, after: {settings: {}}},
];

const SPEC = {
  type: 'object',
  properties: {
    size: {type: 'integer'},
    settings: ANY_MAP,
    items: {type: 'array', items: NAMED, 'x-kubernetes-list-type': 'map', 'x-kubernetes-list-map-keys': ['name']},
    tags: {type: 'array', items: {type: 'string'}, 'x-kubernetes-list-type': 'set'},
    steps: {type: 'array', items: {type: 'string'}},
  },
};

onCluster('fields that the files empty', (cluster) => {
  const {kubeconfigPath} = cluster;

  async function stackWith(schema: JsonObject, spec: JsonObject) {
    const namespace = cluster.freshNamespace('clear');
    const group = `${namespace}.example.dev`;
    const apiVersion = `${group}/v1`;
    cluster.deleteAtEnd({
      apiVersion: 'apiextensions.k8s.io/v1',
      kind: 'CustomResourceDefinition',
      name: `widgets.${group}`,
    });
    const widget = (of: JsonObject) => ({apiVersion, kind: 'Widget', metadata: {name: 'one'}, spec: of});
    const definition = widgetDefinition({group, schema});
    const stack = await makeStack({kubeconfigPath, namespace, files: manifests(definition, widget(spec))});
    await applied(stack);
    return {stack, definition, widget, one: {apiVersion, kind: 'Widget', namespace, name: 'one'}};
  }

  it.each(WORKLOADS)('one apply empties $title, and no restart follows', async ({before, after}) => {
    const namespace = cluster.freshNamespace();
    const web = {apiVersion: 'apps/v1', kind: 'Deployment', namespace, name: 'web'};
    const stack = await makeStack({kubeconfigPath, namespace, files: manifests(workload('Deployment', 'web', before))});
    await applied(stack);
    const cleared = workload('Deployment', 'web', after);
    await stack.write(manifests(cleared));
    expect(await pendingChanges(stack)).toMatchObject([{action: 'update', fields: [{cause: 'spec'}]}]);
    await applied(stack);
    const generation = await generationOf(cluster, web);
    expect(await pendingChanges(stack)).toEqual([]);
    expect(await stack.gantry(['drift', '--exit-code'])).toMatchObject({code: 0});
    // Another edit does not bring the empty value, and with it a restart.
    await stack.write(manifests({...cleared, metadata: {name: 'web', labels: {tier: 'front'}}}));
    expect(await pendingChanges(stack)).toMatchObject([{fields: [{path: 'metadata.labels.tier', cause: 'spec'}]}]);
    await applied(stack);
    expect(await pendingChanges(stack)).toEqual([]);
    expect(await generationOf(cluster, web)).toBe(generation);
    await stack.write(manifests(workload('Deployment', 'web', before)));
    await applied(stack);
    expect(await pendingChanges(stack)).toEqual([]);
  });

  it.each(WIDGETS)(
    'an update, and never a replacement, empties $title of a custom resource',
    async ({before, after}) => {
      const {stack, definition, widget, one} = await stackWith(SPEC, before);
      const uid = await uidOf(cluster, one);
      await stack.write(manifests(definition, widget(after)));
      const [change] = await pendingChanges(stack);
      expect(change).toMatchObject({action: 'update', verified: true});
      expect(change).not.toHaveProperty('blocked');
      await applied(stack);
      expect(await pendingChanges(stack)).toEqual([]);
      expect(await uidOf(cluster, one)).toBe(uid);
      await stack.write(manifests(definition, widget(before)));
      await applied(stack);
      expect(await cluster.get(one)).toMatchObject({spec: before});
    },
  );

  it('emptying a map that the kind requires is an error and not a replacement', async () => {
    const {stack, definition, widget} = await stackWith(
      {...SPEC, required: ['settings']},
      {size: 1, settings: {a: '1'}},
    );
    await stack.write(manifests(definition, widget({size: 1, settings: {}})));
    const ran = await stack.gantry(['apply', '--yes', '--allow-replace', 'all']);
    expect(ran).toMatchObject({code: 3, stderr: expect.stringContaining('spec.settings')});
  });

  it('an empty map that the files add is sent', async () => {
    const {stack, definition, widget, one} = await stackWith(SPEC, {size: 1});
    await stack.write(manifests(definition, widget({size: 1, settings: {}})));
    await applied(stack);
    expect(await cluster.get(one)).toMatchObject({spec: {size: 1, settings: {}}});
    // What somebody takes away of it is drift, and comes back.
    await cluster.patchAs('kubectl-edit', one, {spec: {settings: null}});
    await applied(stack);
    expect(await cluster.get(one)).toMatchObject({spec: {size: 1, settings: {}}});
    expect(await pendingChanges(stack)).toEqual([]);
  });

  it('a ConfigMap loses all of its data in one apply', async () => {
    const namespace = cluster.freshNamespace();
    const stack = await makeStack({kubeconfigPath, namespace, files: manifests(configMap('settings', {a: '1'}))});
    await applied(stack);
    await stack.write(manifests(configMap('settings', {})));
    await applied(stack);
    expect(await pendingChanges(stack)).toEqual([]);
  });
});

type Ref = Parameters<Cluster['get']>[0];

const metadataOf = async (cluster: Cluster, ref: Ref): Promise<JsonObject> =>
  ((await cluster.get(ref))?.['metadata'] ?? {}) as JsonObject;

const generationOf = async (cluster: Cluster, ref: Ref) => (await metadataOf(cluster, ref))['generation'];
const uidOf = async (cluster: Cluster, ref: Ref) => (await metadataOf(cluster, ref))['uid'];
