import {isList, isObject, type Json, type JsonObject} from '../../../../core/json.ts';
import {identityOf} from '../../../../core/resource/identity.ts';
import {annotationOf} from '../../../../kubernetes/plan/ownership.ts';
import {HELM_NAME_ANNOTATION, HELM_NAMESPACE_ANNOTATION} from '../../../../kubernetes/plan/take-over-managers.ts';
import type {KubernetesClient} from '../client/client.ts';
import {decodeHelmRecord} from '../helm/helm-record.ts';
import {HELM_RECORD_KINDS} from '../helm/helm-records.ts';
import {readHelmManifest} from '../helm/read-manifest.ts';

/** The content of a live object in the manifests of its Helm release, in all revisions that may have been applied. */
export type Released =
  | {readonly kind: 'found'; readonly objects: readonly JsonObject[]}
  | {readonly kind: 'unreadable'; readonly why: string};

/** Reads the release that an object names, or returns undefined if it names none. Each release is read once. */
export type HelmReleases = (live: JsonObject) => Promise<Released | undefined>;

/** A Helm release, as labels and annotations of its objects name it. */
export type ReleaseName = {readonly name: string; readonly namespace: string};

/** Reads the manifests of Helm releases, each once; undefined for an object that Helm does not manage. */
export function openHelmReleases(
  client: Pick<KubernetesClient, 'list' | 'discovery'>,
  signal: AbortSignal,
): HelmReleases {
  const known = new Map<string, Promise<readonly JsonObject[] | string>>();
  return async (live) => {
    const release = releaseOf(live);
    if (release === undefined) return undefined;
    const key = `${release.namespace}/${release.name}`;
    const reading = known.get(key) ?? readManifests(client, release, signal);
    known.set(key, reading);
    const manifests = await reading;
    if (typeof manifests === 'string') return {kind: 'unreadable', why: manifests};
    const objects = manifests.filter((object) => isSame(object, live, release));
    return objects.length > 0
      ? {kind: 'found', objects}
      : {kind: 'unreadable', why: `the manifest of the Helm release ${key} does not name it`};
  };
}

/** Returns the release that Helm's annotations on an object name. */
export function releaseOf(live: JsonObject): ReleaseName | undefined {
  const [name, namespace] = [annotationOf(live, HELM_NAME_ANNOTATION), annotationOf(live, HELM_NAMESPACE_ANNOTATION)];
  return name === undefined || namespace === undefined ? undefined : {name, namespace};
}

async function readManifests(
  client: Pick<KubernetesClient, 'list' | 'discovery'>,
  {name, namespace}: ReleaseName,
  signal: AbortSignal,
): Promise<readonly JsonObject[] | string> {
  const label = `the Helm release ${namespace}/${name}`;
  const labelSelector = `owner=helm,name=${name},status!=superseded`;
  let refused: string | undefined;
  for (const kind of HELM_RECORD_KINDS) {
    const resource = await client.discovery.resourceFor({apiVersion: 'v1', kind});
    if (resource === undefined) return `${label} could not be read`;
    const reply = await client.list({resource, namespace, labelSelector, signal});
    if (!reply.ok) refused ??= `${label} could not be read (HTTP ${reply.refusal.status})`;
    else if (reply.items.length > 0)
      return manifestsIn(
        reply.items.map((record) => ({...record, kind})),
        label,
      );
  }
  return refused ?? `${label} has no Secret or ConfigMap that records it`;
}

function manifestsIn(records: readonly JsonObject[], label: string): readonly JsonObject[] | string {
  try {
    return sinceDeployed(records).flatMap(manifestsOf);
  } catch {
    // The error would quote its input, and manifests contain Secrets.
    return `${label} has a record in an unknown format`;
  }
}

/** Returns the deployed revision and later ones: a failed upgrade has also written. */
function sinceDeployed(records: readonly JsonObject[]): readonly JsonObject[] {
  const versions = records.toSorted((a, b) => Number(labelOf(a, 'version')) - Number(labelOf(b, 'version')));
  const deployed = versions.findLastIndex((record) => labelOf(record, 'status') === 'deployed');
  return versions.slice(Math.max(deployed, 0));
}

function manifestsOf(record: JsonObject): readonly JsonObject[] {
  const release = decodeHelmRecord(record);
  const hooks = isList(release['hooks']) ? release['hooks'].filter(isObject) : [];
  return [release, ...hooks].flatMap(({manifest}) => readHelmManifest(text(manifest)));
}

/** Reports whether a manifest is the live object. Charts often leave the namespace to the release. */
function isSame(object: JsonObject, live: JsonObject, release: ReleaseName): boolean {
  const [one, other] = [identityOf(object), identityOf(live)];
  const namespace = other.namespace === undefined ? undefined : (one.namespace ?? release.namespace);
  return (
    one.group === other.group && one.kind === other.kind && one.name === other.name && namespace === other.namespace
  );
}

function labelOf(object: JsonObject, name: string): string {
  const metadata = isObject(object['metadata']) ? object['metadata'] : {};
  return isObject(metadata['labels']) ? text(metadata['labels'][name]) : '';
}

const text = (value: Json | undefined): string => (typeof value === 'string' ? value : '');
