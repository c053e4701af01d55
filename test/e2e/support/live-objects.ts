import {isList, isObject, type Json, type JsonObject} from '../../../src/core/json.ts';
import type {Cluster, Ref} from '../../rig/cluster.ts';

/** Objects by `apiVersion Kind name`, without what servers, controllers, Helm and Gantry add, and without the namespace's name. */
export type LiveObjects = Readonly<Record<string, JsonObject>>;

/** Kinds that controllers and servers write by themselves. */
const OTHERS = new Set(['Endpoints', 'EndpointSlice', 'Event', 'Lease', 'ControllerRevision', 'PodMetrics']);

/** Discovers the APIs of CRDs that others have created since. */
export async function refreshApis({client}: Cluster): Promise<void> {
  const crds = await client.discovery.resourceFor({
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
  });
  const reply = crds && (await client.list({resource: crds}));
  if (!reply?.ok) throw new Error('the CRDs cannot be listed');
  const apis = reply.items.flatMap(({spec}) => {
    const {group, versions} = spec as {readonly group: string; readonly versions: readonly {readonly name: string}[]};
    return versions.map(({name}) => `${group}/${name}`);
  });
  await Promise.all([...new Set(apis)].map((api) => client.discovery.refresh(api)));
}

/** Reads all objects of a namespace, and those of the given objects outside of it that exist. */
export async function readLive(
  cluster: Cluster,
  namespace: string,
  outside: readonly JsonObject[],
): Promise<LiveObjects> {
  await refreshApis(cluster);
  const {resources} = await cluster.client.discovery.served();
  const listed = resources.filter(({namespaced, verbs, kind, resource}) => {
    return namespaced && verbs.includes('list') && !OTHERS.has(kind) && !resource.includes('/');
  });
  const lists = await Promise.all(
    listed.map(async (resource) => {
      const reply = await cluster.client.list({resource, namespace});
      // A CRD that was just deleted is still known.
      if (!reply.ok && reply.refusal.kind !== 'not-found')
        throw new Error(`list ${resource.kind}: ${reply.refusal.message}`);
      const {apiVersion, kind} = resource;
      return reply.ok ? reply.items.filter(isObject).map((one): JsonObject => ({...one, apiVersion, kind})) : [];
    }),
  );
  const refs = await existingKinds(cluster, outside, namespace);
  const others = await Promise.all(refs.map((ref) => cluster.get(ref)));
  // An object is listed in each version of its kind: the first is the one that the server prefers.
  const once = [
    ...new Map(
      lists
        .flat()
        .toReversed()
        .map((one) => [uidOf(one), one]),
    ).values(),
  ];
  const objects = [...once, ...others.filter((one) => one !== undefined)].filter(isOfChart);
  return Object.fromEntries(
    objects
      .map((one) => compared(one, namespace))
      .map((one) => [keyOf(one), one] as const)
      .toSorted(([a], [b]) => (a < b ? -1 : 1)),
  );
}

/** The text that stands for the namespace in compared objects. */
const NAMESPACE = '(namespace)';

/** Returns where objects outside of the namespace are, for a chart in the given namespace. Leaves out kinds whose CRD was deleted. */
export async function existingKinds(
  {client}: Cluster,
  outside: readonly JsonObject[],
  namespace: string,
): Promise<readonly Ref[]> {
  const refs = outside.map((one) => refOf(one, namespace));
  const known = await Promise.all(refs.map((ref) => client.discovery.resourceFor(ref)));
  return refs.filter((_, i) => known[i] !== undefined);
}

function refOf({apiVersion, kind, metadata}: JsonObject, namespace: string): Ref {
  const {name, namespace: other} = metadata as JsonObject;
  return {
    apiVersion: String(apiVersion),
    kind: String(kind),
    name: String(name).replaceAll(NAMESPACE, namespace),
    ...(typeof other === 'string' && {namespace: other}),
  };
}

/** Returns the key of an object: what it is called in both clusters. */
const keyOf = ({apiVersion, kind, metadata}: JsonObject): string =>
  `${String(apiVersion)} ${String(kind)} ${String((metadata as JsonObject)['name'])}`;

const uidOf = ({metadata}: JsonObject): Json | undefined => (metadata as JsonObject)['uid'];

function isOfChart({kind, metadata, type, spec}: JsonObject): boolean {
  const {ownerReferences, name, deletionTimestamp} = metadata as JsonObject;
  if (isList(ownerReferences) && ownerReferences.some((one) => isObject(one) && one['controller'] === true))
    return false;
  if (deletionTimestamp !== undefined) return false;
  if (kind === 'ServiceAccount' && name === 'default') return false;
  if (kind === 'ConfigMap' && name === 'kube-root-ca.crt') return false;
  // A controller deletes it some time after its end.
  if (kind === 'Job' && isObject(spec) && spec['ttlSecondsAfterFinished'] !== undefined) return false;
  return type !== 'helm.sh/release.v1';
}

const SERVER_METADATA = [
  'uid',
  'resourceVersion',
  'generation',
  'creationTimestamp',
  'managedFields',
  'selfLink',
  'ownerReferences',
  'namespace',
];
const SERVER_LABELS = [
  'app.kubernetes.io/managed-by',
  'gantry.dev/lineage',
  'controller-uid',
  'batch.kubernetes.io/controller-uid',
];
const SERVER_ANNOTATIONS = [
  'meta.helm.sh/release-name',
  'meta.helm.sh/release-namespace',
  'gantry.dev/id',
  'gantry.dev/stack',
  'gantry.dev/created',
  'gantry.dev/created-for',
  'gantry.dev/protect',
  'deployment.kubernetes.io/revision',
  'deprecated.daemonset.template.generation',
  // The binder writes them together with `volumeName`, at any time.
  'pv.kubernetes.io/bind-completed',
  'pv.kubernetes.io/bound-by-controller',
];

/** Returns rendered objects as they are compared with live ones. */
export const comparable = (objects: readonly JsonObject[], namespace: string): LiveObjects =>
  Object.fromEntries(objects.map((one) => compared(one, namespace)).map((one) => [keyOf(one), one]));

/** Returns the objects that are cluster-wide or in another namespace, with a placeholder for the namespace. */
export async function outsideOf(
  {client}: Cluster,
  objects: readonly JsonObject[],
  namespace: string,
): Promise<readonly JsonObject[]> {
  const found = await Promise.all(
    objects.map(async (one) => {
      const type = {apiVersion: String(one['apiVersion']), kind: String(one['kind'])};
      const resource = await client.discovery.resourceFor(type);
      const {namespace: own = namespace} = one['metadata'] as JsonObject;
      return resource?.namespaced === false || (resource !== undefined && own !== namespace) ? [one] : [];
    }),
  );
  return JSON.parse(JSON.stringify(found.flat()).replaceAll(namespace, NAMESPACE)) as readonly JsonObject[];
}

function compared(object: JsonObject, namespace: string): JsonObject {
  const {status: _, metadata, ...rest} = decoded(object);
  const {labels, annotations, ...more} = without(metadata, SERVER_METADATA);
  const named = {
    ...rest,
    metadata: {
      ...more,
      ...some('labels', without(labels, SERVER_LABELS)),
      ...some('annotations', without(annotations, SERVER_ANNOTATIONS)),
    },
  };
  const text = JSON.stringify(assigned(named)).replaceAll(namespace, NAMESPACE);
  return JSON.parse(text) as JsonObject;
}

/** The values of a Secret as text, so that the namespace in them is found. */
function decoded(object: JsonObject): JsonObject {
  const {stringData = {}, data, ...rest} = object;
  if (object['kind'] !== 'Secret') return object;
  const clear = Object.entries(isObject(data) ? data : {}).map(([key, value]) => [
    key,
    Buffer.from(String(value), 'base64').toString('utf8'),
  ]);
  return {...rest, data: {...Object.fromEntries(clear), ...(stringData as JsonObject)}};
}

/** Replaces addresses, ports and names that the server assigns. */
function assigned(object: JsonObject): JsonObject {
  const {kind, spec} = object;
  if (!isObject(spec)) return object;
  if (kind === 'Service') {
    const {clusterIP, clusterIPs: __, ports, healthCheckNodePort: ___, ...rest} = spec;
    const plain = isList(ports) ? ports.map((port) => without(port, ['nodePort'])) : ports;
    return {
      ...object,
      spec: {...rest, clusterIP: clusterIP === 'None' ? 'None' : '(assigned)', ...(plain && {ports: plain})},
    };
  }
  if (kind === 'PersistentVolumeClaim') return {...object, spec: without(spec, ['volumeName'])};
  if (kind !== 'Job') return object;
  // The server gives a Job without labels those of its pods. Gantry's ownership label is one.
  const template = isObject(spec['template']) ? spec['template'] : {};
  const meta = isObject(template['metadata']) ? template['metadata'] : {};
  const labels = without(meta['labels'], SERVER_LABELS);
  const {metadata} = object as {readonly metadata: JsonObject};
  const own = without(metadata['labels'], Object.keys(isObject(meta['labels']) ? meta['labels'] : {}));
  return {
    ...object,
    metadata: {...without(metadata, ['labels']), ...some('labels', own)},
    spec: {...without(spec, ['selector']), template: {...template, metadata: {...meta, labels}}},
  };
}

const some = (key: string, value: JsonObject): JsonObject => (Object.keys(value).length === 0 ? {} : {[key]: value});

const without = (value: Json | undefined, keys: readonly string[]): JsonObject =>
  Object.fromEntries(Object.entries(isObject(value) ? value : {}).filter(([key]) => !keys.includes(key)));
