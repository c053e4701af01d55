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

/** An object in a Namespace, or of the kind that a definition defines. */
export type Inside = {
  readonly id: string;
  readonly uid: string;
  readonly isProtected: boolean;
  /** What a backend keeps in it. */
  readonly backendKey?: string | undefined;
};

/** Objects inside of a namespace or of a CRD that would go with it. */
export type Content = {
  readonly objects: readonly Inside[];
  /** Not all kinds could be listed. */
  readonly isPart: boolean;
  /** Not all Secrets could be listed. */
  readonly hidesSecrets: boolean;
  /** The APIs that could not be asked for their objects. */
  readonly unavailable: readonly UnavailableApi[];
};

type Place = {readonly name: string; readonly served: ServedKinds; readonly signal: AbortSignal};

/** What lies in a namespace; what the cluster keeps there by itself, and what goes with its owner, left out. */
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
    {objects: [], ...ALL_SEEN, isPart: served.unavailable.length > 0, unavailable: served.unavailable},
  ]);
}

/** What is not counted, where all of it could be asked for. */
const ALL_SEEN = {isPart: false, hidesSecrets: false, unavailable: []} as const;

/** All objects of a defined kind, in all namespaces. */
export async function contentOfDefinition(client: Client, crd: JsonObject, signal: AbortSignal): Promise<Content> {
  const spec = isObject(crd['spec']) ? crd['spec'] : {};
  const names = isObject(spec['names']) ? spec['names'] : {};
  const versions = isList(spec['versions']) ? spec['versions'].filter(isObject) : [];
  const served = versions.find((version) => version['served'] === true);
  if (served === undefined) return {objects: [], ...ALL_SEEN, isPart: true};
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

/** Records of what happened, and what a controller keeps for a Service, are nobody's loss. */
const KEPT_BY_THE_CLUSTER: ReadonlySet<string> = new Set(['Event', 'Endpoints', 'EndpointSlice', 'PodMetrics']);

const isListed = ({namespaced, verbs, kind}: ApiResource): boolean =>
  namespaced && verbs.includes('list') && verbs.includes('delete') && !KEPT_BY_THE_CLUSTER.has(kind);

type Listing = {readonly resource: ApiResource; readonly namespace?: string; readonly signal: AbortSignal};

/** Only what stands above the objects is asked for: nobody's Secrets are read to be counted. */
const METADATA_ONLY = 'application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1';
const PAGE = 500;

async function listIn(client: Client, {resource, namespace, signal}: Listing): Promise<Content> {
  const objects: Inside[] = [];
  let token: string | undefined;
  do {
    const reply = await client.send({
      method: 'GET',
      path: pathOf({resource, namespace}),
      query: {limit: PAGE, continue: token},
      accept: METADATA_ONLY,
      signal,
    });
    // Forbidden, or served by what does not answer: it is said that not all was counted.
    if (!reply.ok) return {objects, ...unseenOf(resource, reply.refusal)};
    const {items, metadata} = isObject(reply.body) ? reply.body : {};
    objects.push(...(isList(items) ? items : []).filter(isObject).flatMap((item) => insideOf(resource, item)));
    token = text(isObject(metadata) ? metadata['continue'] : undefined);
  } while (token !== '');
  return {objects, ...ALL_SEEN};
}

function unseenOf({apiVersion, kind}: ApiResource, refusal: Refusal): Omit<Content, 'objects'> {
  if (refusal.kind === 'not-found') return ALL_SEEN;
  const api = unavailableApi(apiVersion, refusal);
  const hidesSecrets = apiVersion === 'v1' && kind === 'Secret';
  return {isPart: true, hidesSecrets, unavailable: api === undefined ? [] : [api]};
}

function insideOf({apiVersion, kind}: ApiResource, item: JsonObject): readonly Inside[] {
  const metadata = isObject(item['metadata']) ? item['metadata'] : {};
  const [name, namespace] = [text(metadata['name']), text(metadata['namespace'])];
  const owners = metadata['ownerReferences'];
  if ((isList(owners) && owners.length > 0) || isMadeWithNamespace(kind, name)) return [];
  const id = idOf({apiVersion, kind, name, ...defined({namespace: namespace === '' ? undefined : namespace})});
  const backendKey = annotationOf(item, BACKEND_KEY_ANNOTATION);
  return [
    {
      id,
      uid: text(metadata['uid']),
      isProtected: annotationOf(item, PROTECT_ANNOTATION) === 'true',
      backendKey,
    },
  ];
}

const isMadeWithNamespace = (kind: string, name: string): boolean =>
  (kind === 'ServiceAccount' && name === 'default') || (kind === 'ConfigMap' && name === 'kube-root-ca.crt');

function together(parts: readonly Content[]): Content {
  const byUid = new Map(parts.flatMap(({objects}) => objects).map((one) => [one.uid, one]));
  return {
    objects: [...byUid.values()],
    isPart: parts.some(({isPart}) => isPart),
    hidesSecrets: parts.some(({hidesSecrets}) => hidesSecrets),
    unavailable: distinctApis(parts.flatMap(({unavailable}) => unavailable)),
  };
}

const text = (value: Json | undefined): string => (typeof value === 'string' ? value : '');
