import {isList, isObject, type Json, type JsonObject} from '../../../../core/json.ts';
import {idOf} from '../../../../core/resource/id.ts';
import {annotationOf} from '../../../../kubernetes/plan/ownership.ts';
import {BACKEND_KEY_ANNOTATION, PROTECT_ANNOTATION} from '../../../../kubernetes/resource/labels.ts';
import {defined} from '../../../../lib/defined.ts';
import type {KubernetesClient} from '../client/client.ts';
import type {ApiResource, ServedKinds} from '../client/discovery.ts';
import {pathOf} from '../client/path.ts';
import type {Refusal} from '../client/status.ts';
import {distinctApis, type UnavailableApi, unavailableApi} from '../client/unavailable-api.ts';

type Client = Pick<KubernetesClient, 'send'>;

/** An object in a Namespace, or of the kind that a CRD defines. */
export type Inside = {
  readonly id: string;
  readonly uid: string;
  readonly isProtected: boolean;
  /** True if its deletion has begun. */
  readonly isEnding: boolean;
  /** The key of the value that a backend stores in it. */
  readonly backendKey?: string | undefined;
};

/** An object that is deleted when all its owners are. */
export type Owned = Inside & {readonly owners: readonly string[]};

/** The objects in a Namespace or of a CRD that its deletion would also delete. */
export type Content = {
  readonly objects: readonly Inside[];
  /** The objects with owners, which are not counted. */
  readonly owned: readonly Owned[];
  /** True if not all kinds could be listed. */
  readonly isPart: boolean;
  /** True if not all Secrets could be listed. */
  readonly hidesSecrets: boolean;
  /** The APIs whose objects could not be listed. */
  readonly unavailable: readonly UnavailableApi[];
};

type Place = {readonly name: string; readonly served: ServedKinds; readonly signal: AbortSignal};

/** Returns the objects in a namespace, without those that the cluster maintains itself or that are deleted with their owner. */
export async function contentOfNamespace(client: Client, {name, served, signal}: Place): Promise<Content> {
  // One version of each kind: all of them list the same objects.
  const kinds = new Map(
    served.resources
      .filter(isListed)
      .map((one) => [keyOf(one), one])
      .toReversed() as [string, ApiResource][],
  );
  const lists = await Promise.all(
    [...kinds.values()].map((resource) => listIn(client, {resource, namespace: name, signal})),
  );
  return together([
    ...lists,
    {objects: [], owned: [], ...ALL_SEEN, isPart: served.unavailable.length > 0, unavailable: served.unavailable},
  ]);
}

/** The remaining fields, if everything could be listed. */
const ALL_SEEN = {isPart: false, hidesSecrets: false, unavailable: []} as const;

/** Returns all objects of a CRD's kind, in all namespaces. */
export async function contentOfCrd(client: Client, crd: JsonObject, signal: AbortSignal): Promise<Content> {
  const spec = isObject(crd['spec']) ? crd['spec'] : {};
  const names = isObject(spec['names']) ? spec['names'] : {};
  const versions = isList(spec['versions']) ? spec['versions'].filter(isObject) : [];
  const served = versions.find((version) => version['served'] === true);
  if (served === undefined) return {objects: [], owned: [], ...ALL_SEEN, isPart: true};
  const resource: ApiResource = {
    apiVersion: `${text(spec['group'])}/${text(served['name'])}`,
    kind: text(names['kind']),
    resource: text(names['plural']),
    namespaced: spec['scope'] === 'Namespaced',
    verbs: [],
  };
  return together([await listIn(client, {resource, signal})]);
}

const keyOf = ({apiVersion, resource}: ApiResource): string =>
  `${apiVersion.includes('/') ? apiVersion.split('/', 1)[0] : ''}/${resource}`;

/** Kinds whose deletion loses nothing: records of events, and objects that a controller maintains for a Service. */
const KEPT_BY_THE_CLUSTER: ReadonlySet<string> = new Set(['Event', 'Endpoints', 'EndpointSlice', 'PodMetrics']);

const isListed = ({namespaced, verbs, kind}: ApiResource): boolean =>
  namespaced && verbs.includes('list') && verbs.includes('delete') && !KEPT_BY_THE_CLUSTER.has(kind);

type Listing = {readonly resource: ApiResource; readonly namespace?: string; readonly signal: AbortSignal};

/** Requests only the metadata: Secrets are counted without being read. */
const METADATA_ONLY = 'application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1';
const PAGE = 500;

async function listIn(client: Client, {resource, namespace, signal}: Listing): Promise<Content> {
  const found: Owned[] = [];
  const byOwners = () => ({
    objects: found.filter(({owners}) => owners.length === 0),
    owned: found.filter(({owners}) => owners.length > 0),
  });
  let token: string | undefined;
  do {
    const reply = await client.send({
      method: 'GET',
      path: pathOf({resource, namespace}),
      query: {limit: PAGE, continue: token},
      accept: METADATA_ONLY,
      signal,
    });
    // It is forbidden, or its API does not answer: the count is reported as incomplete.
    if (!reply.ok) return {...byOwners(), ...unseenOf(resource, reply.refusal)};
    const {items, metadata} = isObject(reply.body) ? reply.body : {};
    found.push(...(isList(items) ? items : []).filter(isObject).flatMap((item) => insideOf(resource, item)));
    token = text(isObject(metadata) ? metadata['continue'] : undefined);
  } while (token !== '');
  return {...byOwners(), ...ALL_SEEN};
}

function unseenOf({apiVersion, kind}: ApiResource, refusal: Refusal): Omit<Content, 'objects' | 'owned'> {
  if (refusal.kind === 'not-found') return ALL_SEEN;
  const api = unavailableApi(apiVersion, refusal);
  const hidesSecrets = apiVersion === 'v1' && kind === 'Secret';
  return {isPart: true, hidesSecrets, unavailable: api === undefined ? [] : [api]};
}

function insideOf({apiVersion, kind}: ApiResource, item: JsonObject): readonly Owned[] {
  const metadata = isObject(item['metadata']) ? item['metadata'] : {};
  const [name, namespace] = [text(metadata['name']), text(metadata['namespace'])];
  if (isMadeWithNamespace(kind, name)) return [];
  const references = metadata['ownerReferences'];
  const owners = (isList(references) ? references : []).flatMap((one) => (isObject(one) ? text(one['uid']) : []));
  const id = idOf({apiVersion, kind, name, ...defined({namespace: namespace === '' ? undefined : namespace})});
  const backendKey = annotationOf(item, BACKEND_KEY_ANNOTATION);
  return [
    {
      id,
      uid: text(metadata['uid']),
      isProtected: annotationOf(item, PROTECT_ANNOTATION) === 'true',
      isEnding: metadata['deletionTimestamp'] !== undefined,
      backendKey,
      owners,
    },
  ];
}

const isMadeWithNamespace = (kind: string, name: string): boolean =>
  (kind === 'ServiceAccount' && name === 'default') || (kind === 'ConfigMap' && name === 'kube-root-ca.crt');

function together(parts: readonly Content[]): Content {
  return {
    objects: onceEach(parts.flatMap(({objects}) => objects)),
    owned: onceEach(parts.flatMap(({owned}) => owned)),
    isPart: parts.some(({isPart}) => isPart),
    hidesSecrets: parts.some(({hidesSecrets}) => hidesSecrets),
    unavailable: distinctApis(parts.flatMap(({unavailable}) => unavailable)),
  };
}

/** Removes the second listing of an object that several groups serve. */
const onceEach = <T extends Inside>(objects: readonly T[]): readonly T[] => [
  ...new Map(objects.map((one) => [one.uid, one])).values(),
];

const text = (value: Json | undefined): string => (typeof value === 'string' ? value : '');
