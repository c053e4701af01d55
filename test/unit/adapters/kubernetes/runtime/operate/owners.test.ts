import {expect, it} from 'vitest';
import type {KubernetesClient} from '../../../../../../src/adapters/kubernetes/runtime/client/client.ts';
import {refusalOf} from '../../../../../../src/adapters/kubernetes/runtime/client/status.ts';
import {openOwners, type Root} from '../../../../../../src/adapters/kubernetes/runtime/operate/logs/owners.ts';
import type {JsonObject} from '../../../../../../src/core/json.ts';

const owned = (kind: string, name: string, owner?: string, labels: JsonObject = {}): JsonObject => {
  const [ownerKind, ownerName] = owner?.split('/') ?? [];
  const reference = {
    apiVersion: 'apps/v1',
    kind: ownerKind ?? '',
    name: ownerName ?? '',
    uid: `uid-${ownerName}`,
    controller: true,
  };
  return {
    apiVersion: 'apps/v1',
    kind,
    metadata: {
      name,
      namespace: 'shop',
      uid: `uid-${name}`,
      labels,
      ...(owner === undefined ? {} : {ownerReferences: [reference]}),
    },
  };
};

const web = {...owned('Deployment', 'web'), spec: {selector: {matchLabels: {app: 'web'}}}};
const root = {
  state: {
    id: 'web',
    type: 'Kubernetes',
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    name: 'web',
    uid: 'uid-web',
    desiredDigest: '',
    applied: null,
    dependsOn: [],
  },
  live: web,
  place: {
    resource: {apiVersion: 'apps/v1', kind: 'Deployment', resource: 'deployments', namespaced: true, verbs: []},
    namespace: 'shop',
    name: 'web',
  },
} satisfies Root;

/** A cluster with these objects; `forbidden`: nobody may read them. */
function ownerOf(objects: readonly JsonObject[], forbidden = false) {
  const asked: string[] = [];
  const client: Pick<KubernetesClient, 'get' | 'discovery'> = {
    discovery: {
      resourceFor: async ({apiVersion, kind}) => ({apiVersion, kind, resource: kind, namespaced: true, verbs: []}),
      resourcesOf: async () => [],
      apiVersions: async () => [],
      served: async () => ({resources: [], unavailable: []}),
      refresh: async () => undefined,
    },
    get: async ({name}) => {
      asked.push(name);
      const facts = {warnings: [], resent: false};
      const object = objects.find((one) => (one['metadata'] as JsonObject)['name'] === name);
      if (forbidden) return {...facts, ok: false, status: 403, refusal: refusalOf(403, {message: 'no'})};
      if (object === undefined) return {...facts, ok: false, status: 404, refusal: refusalOf(404, {message: 'no'})};
      return {...facts, ok: true, status: 200, object};
    },
  };
  return {of: openOwners(client, [root], new AbortController().signal), asked};
}

const replicaSet = owned('ReplicaSet', 'web-1', 'Deployment/web');
const stranger = owned('ReplicaSet', 'other-1', 'Deployment/other');

it.each([
  {name: 'of its ReplicaSet', pod: owned('Pod', 'a', 'ReplicaSet/web-1'), want: 'web'},
  {name: 'of an operator that owns through several', pod: owned('Pod', 'a', 'StatefulSet/deep'), want: 'web'},
  {
    name: 'of another Deployment, whatever its labels',
    pod: owned('Pod', 'a', 'ReplicaSet/other-1', {app: 'web'}),
    want: undefined,
  },
  {name: 'of nobody', pod: owned('Pod', 'a', undefined, {app: 'web'}), want: undefined},
  {name: 'of a ReplicaSet that is gone', pod: owned('Pod', 'a', 'ReplicaSet/gone'), want: undefined},
])('a pod $name belongs to $want', async ({pod, want}) => {
  const cluster = ownerOf([replicaSet, stranger, owned('StatefulSet', 'deep', 'ReplicaSet/web-1')]);
  expect(await cluster.of(pod)).toBe(want);
});

it('each owner is asked for once, however many pods it has', async () => {
  const {of, asked} = ownerOf([replicaSet]);
  await Promise.all(['a', 'b', 'c'].map((name) => of(owned('Pod', name, 'ReplicaSet/web-1'))));
  expect(asked).toEqual(['web-1']);
});

it('labels that a workload selects decide where owners cannot be read', async () => {
  const {of} = ownerOf([], true);
  expect(await of(owned('Pod', 'a', 'ReplicaSet/web-1', {app: 'web'}))).toBe('web');
  expect(await of(owned('Pod', 'b', 'ReplicaSet/web-1', {app: 'api'}))).toBeUndefined();
});
