import {GantryError} from '../../../../core/failure/failure.ts';
import {isObject, type JsonObject} from '../../../../core/json.ts';
import {FIELD_MANAGER} from '../../../../kubernetes/resource/labels.ts';
import {defined} from '../../../../lib/defined.ts';
import type {ClusterAccess} from '../../../../ports/cluster-access.ts';
import type {NewSecret, SecretObjects, SecretVersion} from '../../../../ports/secret-objects.ts';
import type {ApiResource} from '../client/discovery.ts';
import {type ListRequest, type ObjectReply, openObjects} from '../client/objects.ts';
import {labelOf, pathOf} from '../client/path.ts';
import {openRequests} from '../client/request.ts';
import type {Refused, RequestOptions, Requests} from '../client/request-types.ts';
import {mayHaveBeenExecuted} from '../client/retry.ts';
import {openReviews} from '../client/reviews.ts';
import {factsOf, keysOf, secretBody, secretOf, withoutValues} from './secret-body.ts';

/** The timeout: longer than any answer should take, and short enough that a lease of a minute survives a lost one. */
const TIMEOUT_MS = 20_000;

const NO_HELM_RECORDS = 'type!=helm.sh/release.v1';
const SECRET: ApiResource = {apiVersion: 'v1', kind: 'Secret', resource: 'secrets', namespaced: true, verbs: []};
const NAMESPACE: ApiResource = {
  apiVersion: 'v1',
  kind: 'Namespace',
  resource: 'namespaces',
  namespaced: false,
  verbs: [],
};

/**
 * Opens the Secrets of a namespace, over a connection of its own that does not keep an idle process alive. Reads are
 * repeated like all others. A write whose answer was lost is not repeated: it throws `cluster/unreachable` with
 * `maybeExecuted`, and the caller reads again.
 * @throws GantryError permission/denied, naming verb and namespace; `input/usage` for a namespace that does not exist
 */
export function openSecretObjects(access: ClusterAccess, namespace: string, options: RequestOptions): SecretObjects {
  const requests = openRequests(access, options);
  const objects = openObjects(requests);
  const place: Place = {server: access.server, namespace};
  const at = (name: string) => ({resource: SECRET, namespace, name, timeoutMs: TIMEOUT_MS});
  const list = async (selection: Partial<ListRequest>): Promise<readonly JsonObject[]> => {
    const reply = await objects.list({...selection, resource: SECRET, namespace, timeoutMs: TIMEOUT_MS});
    if (reply.ok) return reply.items;
    throw refused(place, 'list', reply);
  };
  return {
    ...place,
    get: async (name) => {
      const reply = await objects.get(at(name));
      if (!reply.ok && reply.refusal.kind !== 'not-found') throw refused(place, 'get', reply);
      return reply.ok ? secretOf(reply.object) : undefined;
    },
    create: async (secret) => {
      const reply = await objects.create({...at(secret.name), object: secretBody(secret, {namespace})});
      if (reply.ok) return versionOf(reply);
      return ended(place, 'create', reply, reply.refusal.kind === 'already-exists' ? 'taken' : undefined);
    },
    replace: async (secret, seen) => {
      const reply = await put(requests, place, secret, seen);
      return reply.ok ? versionOf(reply) : ended(place, 'update', reply, isMoved(reply) ? 'moved' : undefined);
    },
    delete: async (name, {uid, resourceVersion}) => {
      const reply = await objects.delete({...at(name), uid, resourceVersion});
      return reply.ok ? 'deleted' : ended(place, 'delete', reply, isMoved(reply) ? 'moved' : undefined);
    },
    list: async (labelSelector) => (await list({labelSelector, metadataOnly: true})).map(factsOf),
    // Helm records are large, many, and not needed here.
    listKeys: async (labelSelector) =>
      (await list({labelSelector, fieldSelector: NO_HELM_RECORDS, keep: withoutValues, pageSize: 50})).map(keysOf),
    requireNamespace: async () => {
      const reply = await objects.get({resource: NAMESPACE, name: namespace, timeoutMs: TIMEOUT_MS});
      if (!reply.ok && reply.refusal.kind === 'not-found') throw missingNamespace(place);
    },
    deniedVerbs: async (verbs) => {
      const {mayI} = openReviews(requests);
      const answers = await Promise.all(
        verbs.map(async (verb) => ({verb, answer: await mayI({verb, group: '', resource: 'secrets', namespace})})),
      );
      if (answers.some(({answer}) => answer === undefined)) throw unreviewed(place);
      return answers.flatMap(({verb, answer}) => (answer?.allowed === true ? [] : [verb]));
    },
  };
}

type Place = {readonly server: string; readonly namespace: string};

async function put(
  requests: Requests,
  {namespace}: Place,
  secret: NewSecret,
  {uid, resourceVersion}: Pick<SecretVersion, 'uid' | 'resourceVersion'>,
): Promise<ObjectReply> {
  const target = {resource: SECRET, namespace, name: secret.name};
  const reply = await requests.send({
    method: 'PUT',
    path: pathOf(target),
    query: {fieldManager: FIELD_MANAGER, fieldValidation: 'Strict'},
    body: secretBody(secret, {namespace, uid, resourceVersion}),
    repeatable: false,
    timeoutMs: TIMEOUT_MS,
    label: labelOf('replace', target),
  });
  return reply.ok ? {...reply, object: isObject(reply.body) ? reply.body : {}} : reply;
}

const unreviewed = ({server, namespace}: Place): GantryError =>
  new GantryError({
    code: 'permission/denied',
    server,
    action: `review your own permissions in the namespace ${namespace}`,
    detail: 'the server answers no SelfSubjectAccessReview',
  });

const versionOf = (reply: ObjectReply & {readonly ok: true}): SecretVersion => {
  const {uid, resourceVersion, createdAt} = factsOf(reply.object);
  return {uid, resourceVersion, createdAt};
};

const isMoved = ({refusal}: Refused): boolean => refusal.kind === 'stale' || refusal.kind === 'not-found';

/**
 * Handles a refusal. Only for a request that was sent once is it known that another writer was first: a second attempt
 * may have met the first one.
 */
function ended<T>(place: Place, verb: string, reply: Refused, outcome: T | undefined): T {
  if (outcome === undefined) throw refused(place, verb, reply);
  if (!reply.resent) return outcome;
  throw new GantryError({
    code: 'cluster/unreachable',
    server: place.server,
    detail: `an answer to ${verb} of a Secret was lost; it may have been executed`,
    maybeExecuted: true,
  });
}

function refused(place: Place, verb: string, {refusal, resent}: Refused): GantryError {
  const {server, namespace} = place;
  if (refusal.kind === 'forbidden' && refusal.by === 'authorization')
    return new GantryError({
      code: 'permission/denied',
      server,
      action: `${verb} secrets in the namespace ${namespace}`,
      detail: refusal.message,
    });
  if (refusal.kind === 'not-found' && refusal.subject?.kind === 'namespaces') return missingNamespace(place);
  return new GantryError({
    code: 'cluster/unreachable',
    server,
    detail: `${verb} of a Secret in the namespace ${namespace}: HTTP ${refusal.status}: ${refusal.message}`,
    ...defined({
      maybeExecuted:
        (resent || mayHaveBeenExecuted({kind: 'refused', refusal})) && verb !== 'get' && verb !== 'list'
          ? true
          : undefined,
    }),
  });
}

/** Returns the error of a missing namespace. It is not created: a misspelt name would look like an empty store. */
const missingNamespace = ({server, namespace}: Place): GantryError =>
  new GantryError({
    code: 'input/usage',
    message: `the cluster ${server} has no namespace ${namespace}`,
    hint: `Create it once: kubectl create namespace ${namespace}`,
  });
