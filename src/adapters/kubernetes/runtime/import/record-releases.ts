import type {JsonObject} from '../../../../core/json.ts';
import type {KubernetesState} from '../../../../core/release/kubernetes-state.ts';
import {objectKey} from '../../../../core/resource/id.ts';
import {identityOf} from '../../../../core/resource/identity.ts';
import type {Resource} from '../../../../core/resource/resource.ts';
import {dropNulls, dropServerFields} from '../../../../kubernetes/fields/drop-server-fields.ts';
import {metadataOf} from '../../../../kubernetes/plan/take-over-managers.ts';
import {knownSchema} from '../../../../kubernetes/release/known-schema.ts';
import {redactText} from '../../../../kubernetes/secret/redact-text.ts';
import {defined} from '../../../../lib/defined.ts';
import type {ForeignRelease, RecordedReleases, RecordRequest} from '../../../../ports/other-tools.ts';
import type {KubernetesClient} from '../client/client.ts';
import {type LookedAt, lookAt, NOT_LOOKED_AT} from './look-at.ts';

type Client = Pick<KubernetesClient, 'get' | 'discovery' | 'server'>;

/**
 * Converts the releases of another tool to Gantry releases. An object that the last release names and that tool wrote
 * is recorded with its uid, so that it may be changed and deleted like one that Gantry applied. An object that the tool
 * never wrote is not recorded: it stays until it is adopted.
 */
export async function recordReleases(client: Client, request: RecordRequest): Promise<RecordedReleases> {
  const placed = await Promise.all(request.releases.map((release) => placeRelease(client, release)));
  const last = placed.at(-1) ?? {spec: [], state: []};
  const looked = new Map<string, LookedAt>();
  const named = [...new Map([...last.state, ...last.spec].map((one) => [objectKey(identityOf(one.attributes)), one]))];
  await Promise.all(named.map(async ([key, one]) => void looked.set(key, await lookAt(client, one, request))));
  const found = (one: Resource): LookedAt => looked.get(objectKey(identityOf(one.attributes))) ?? NOT_LOOKED_AT;
  const key = request.digestKey.reveal();
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

const seal = (key: string, {id, attributes}: Resource, expands: boolean): JsonObject =>
  redactText({key, resourceId: id, expands}, attributes);

function stateOf(key: string, resource: Resource, uid: string): KubernetesState {
  const {apiVersion, kind, name, namespace} = identityOf(resource.attributes);
  const attributes = dropServerFields(resource.attributes);
  return {
    id: resource.id,
    type: 'Kubernetes',
    apiVersion,
    kind,
    ...defined({namespace}),
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
