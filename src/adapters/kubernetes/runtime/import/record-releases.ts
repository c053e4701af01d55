import {isList, isObject, type JsonObject} from '../../../../core/json.ts';
import type {KubernetesState} from '../../../../core/release/kubernetes-state.ts';
import {objectKey} from '../../../../core/resource/id.ts';
import {identityOf} from '../../../../core/resource/identity.ts';
import type {Resource} from '../../../../core/resource/resource.ts';
import {dropNulls, dropServerFields} from '../../../../kubernetes/fields/drop-server-fields.ts';
import {lineageOf} from '../../../../kubernetes/plan/ownership.ts';
import {metadataOf, writerOf} from '../../../../kubernetes/plan/take-over-managers.ts';
import {knownSchema} from '../../../../kubernetes/release/known-schema.ts';
import {sealText} from '../../../../kubernetes/secret/seal-text.ts';
import type {ForeignRelease, RecordedReleases, RecordRequest, Seen} from '../../../../ports/other-tools.ts';
import type {KubernetesClient} from '../client/client.ts';
import {uidOf} from '../plan/live-objects.ts';
import {unreadable} from '../plan/unreadable.ts';

type Client = Pick<KubernetesClient, 'get' | 'discovery' | 'server'>;

type Found = {readonly seen: Seen; readonly uid: string};

/**
 * Converts the releases of another tool to Gantry releases. An object that the last release names and that tool wrote
 * is recorded with its uid, so that it may be changed and deleted like one that Gantry applied. An object that the tool
 * never wrote is not recorded: it stays until it is adopted.
 */
export async function recordReleases(client: Client, request: RecordRequest): Promise<RecordedReleases> {
  const placed = await Promise.all(request.releases.map((release) => placeRelease(client, release)));
  const last = placed.at(-1) ?? {spec: [], state: []};
  const looked = new Map<string, Found>();
  const named = [...new Map([...last.state, ...last.spec].map((one) => [objectKey(identityOf(one.attributes)), one]))];
  await Promise.all(named.map(async ([key, one]) => void looked.set(key, await lookAt(client, one, request))));
  const found = (one: Resource): Found => looked.get(objectKey(identityOf(one.attributes))) ?? NOT_LOOKED_AT;
  const key = request.sealKey.reveal();
  const releases = placed.map(({spec, state}, i) => {
    const isLast = i === placed.length - 1;
    return {
      spec: spec.map((one) => ({...one, attributes: seal(key, one, true)})),
      state: state.map((one) => stateOf(key, one, isLast ? found(one).uid : '')),
    };
  });
  // A failed run may leave out objects that it created: what the tool wrote of the last spec belongs to it, too.
  const known = new Set(last.state.map((one) => objectKey(identityOf(one.attributes))));
  const forgotten = last.spec.filter(
    (one) => found(one).uid !== '' && !known.has(objectKey(identityOf(one.attributes))),
  );
  return {
    releases: releases.map((release, i) =>
      i === releases.length - 1
        ? {...release, state: [...release.state, ...forgotten.map((one) => stateOf(key, one, found(one).uid))]}
        : release,
    ),
    seen: new Map(named.map(([, one]) => [one.id, found(one).seen])),
  };
}

const NOT_LOOKED_AT: Found = {seen: 'unseen', uid: ''};

const seal = (key: string, {id, attributes}: Resource, expands: boolean): JsonObject =>
  sealText({key, resourceId: id, expands}, attributes);

function stateOf(key: string, resource: Resource, uid: string): KubernetesState {
  const {apiVersion, kind, name, namespace} = identityOf(resource.attributes);
  const attributes = dropServerFields(resource.attributes);
  return {
    id: resource.id,
    type: 'Kubernetes',
    apiVersion,
    kind,
    ...(namespace === undefined ? {} : {namespace}),
    name,
    uid,
    // Gantry has not sent anything yet, so the next plan asks the server.
    desiredDigest: '',
    applied: withoutIdentity(dropNulls(seal(key, {...resource, attributes}, false), knownSchema(attributes))),
    dependsOn: resource.dependsOn,
  };
}

/** Removes the fields that identify the object, which belong to no manager. */
function withoutIdentity({apiVersion: _, kind: __, ...rest}: JsonObject): JsonObject {
  const {name: ___, namespace: ____, ...metadata} = metadataOf(rest);
  return {...rest, metadata};
}

const placeRelease = async (client: Client, {spec, state}: ForeignRelease): Promise<ForeignRelease> => ({
  spec: await Promise.all(spec.map((one) => place(client, one))),
  state: await Promise.all(state.map((one) => place(client, one))),
});

/** Adds the namespace `default` to an object of a namespaced kind that names none. */
async function place(client: Client, resource: Resource): Promise<Resource> {
  const {attributes} = resource;
  const identity = identityOf(attributes);
  if (identity.namespace !== undefined) return resource;
  const kind = await client.discovery.resourceFor(identity);
  if (kind?.namespaced !== true) return resource;
  return {...resource, attributes: {...attributes, metadata: {...metadataOf(attributes), namespace: 'default'}}};
}

async function lookAt(
  client: Client,
  {id, attributes}: Resource,
  {manager, signal}: Pick<RecordRequest, 'manager' | 'signal'>,
): Promise<Found> {
  const identity = identityOf(attributes);
  const resource = await client.discovery.resourceFor(identity);
  if (resource === undefined) return NOT_LOOKED_AT;
  const {namespace, name} = identity;
  const reply = await client.get({resource, namespace, name, signal});
  if (reply.ok) return judge(reply.object, manager);
  const {refusal} = reply;
  if (refusal.kind === 'not-found') return {seen: 'absent', uid: ''};
  if (refusal.kind === 'forbidden') return NOT_LOOKED_AT;
  throw unreadable(client.server, resource, refusal, id);
}

function judge(live: JsonObject, manager: string): Found {
  if (lineageOf(live) !== undefined) return {seen: 'stack', uid: ''};
  const entries = metadataOf(live)['managedFields'];
  const wrote = isList(entries) && entries.some((entry) => isObject(entry) && writerOf(entry).manager === manager);
  return wrote ? {seen: 'written', uid: uidOf(live) ?? ''} : {seen: 'other', uid: ''};
}
