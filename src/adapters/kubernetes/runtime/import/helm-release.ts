import {GantryError} from '../../../../core/failure/failure.ts';
import {isList, isObject, type Json, type JsonObject} from '../../../../core/json.ts';
import {idOfObject} from '../../../../core/resource/id.ts';
import {identityOf} from '../../../../core/resource/identity.ts';
import {metadataOf} from '../../../../kubernetes/plan/take-over-managers.ts';
import {compareNaturally} from '../../../../lib/compare-naturally.ts';
import type {RecordedChart} from '../../../../ports/helm-chart-record.ts';
import type {HelmObject, HelmRelease} from '../../../../ports/other-tools.ts';
import type {KubernetesClient} from '../client/client.ts';
import {decodeHelmRecord} from '../helm/helm-record.ts';
import {helmRecords, labelOf} from '../helm/helm-records.ts';
import {readHelmManifest} from '../helm/read-manifest.ts';
import {recordedChart} from '../helm/recorded-chart.ts';
import type {HelmHistoryRequest} from './helm-history.ts';

/** One revision of a Helm release. */
export type HelmReleaseRequest = HelmHistoryRequest & {readonly revision: number};

/**
 * Reads one revision of a Helm release.
 * @throws GantryError `input/usage` if the record does not exist, or has an unknown format
 */
export async function helmRelease(client: KubernetesClient, request: HelmReleaseRequest): Promise<HelmRelease> {
  const {name, namespace, revision, signal} = request;
  const records = await helmRecords({client, namespace, name, signal}, 'throw');
  const record = records.find((one) => labelOf(one, 'version') === String(revision));
  if (record === undefined) throw damaged(request, 'does not exist');
  const release = decoded(record, request);
  const parts = partsOf(release, request);
  const place = (object: JsonObject) => placed(client, object, namespace);
  const objects = await Promise.all(parts.manifest.map(place));
  const crds = await Promise.all(parts.crds.map(place));
  const hooks = await Promise.all(
    parts.hooks.map(async ({events, objects: made}) =>
      (await Promise.all(made.map(place))).map((object) => ({id: idOfObject(object), events})),
    ),
  );
  return {
    name,
    namespace,
    revision,
    status: labelOf(record, 'status'),
    record: identityOf(record).kind,
    chart: chartOf(release),
    recorded: parts.chart,
    values: partOf(release, 'config'),
    objects: distinct([
      ...crds.map((object) => ({id: idOfObject(object), object, isCrd: true})),
      ...objects.map((object) => ({id: idOfObject(object), object, isCrd: false})),
    ]),
    hooks: hooks.flat(),
  };
}

function decoded(record: JsonObject, request: HelmReleaseRequest): JsonObject {
  try {
    return decodeHelmRecord(record);
  } catch {
    // The error would quote its input, and manifests contain Secrets.
    throw damaged(request, 'has an unknown format');
  }
}

type Parts = {
  readonly manifest: readonly JsonObject[];
  readonly hooks: readonly {readonly events: readonly string[]; readonly objects: readonly JsonObject[]}[];
  readonly crds: readonly JsonObject[];
  readonly chart: RecordedChart;
};

function partsOf(release: JsonObject, request: HelmReleaseRequest): Parts {
  try {
    return {
      manifest: readHelmManifest(textOf(release['manifest'])),
      hooks: listOf(release['hooks']).map((hook) => ({
        events: isList(hook['events']) ? hook['events'].map(textOf) : [],
        objects: readHelmManifest(textOf(hook['manifest'])),
      })),
      crds: listOf(partOf(release, 'chart')['files'])
        .filter(({name}) => /^crds\/.*\.(ya?ml|json)$/.test(textOf(name)))
        .flatMap(({data}) => readHelmManifest(Buffer.from(textOf(data), 'base64').toString('utf8'))),
      chart: recordedChart(release),
    };
  } catch {
    throw damaged(request, 'has a manifest that is not YAML, or a chart that is damaged');
  }
}

const damaged = ({namespace, name, revision}: HelmReleaseRequest, what: string): GantryError =>
  new GantryError({
    code: 'input/usage',
    message: `the record of revision ${revision} of the Helm release ${namespace}/${name} ${what}`,
    hint: 'Choose another revision with --revision, or run "gantry import cluster" to import the running objects without the record.',
  });

/** Adds the namespace of the release to an object that names none, if its kind is namespaced. */
async function placed(client: KubernetesClient, object: JsonObject, namespace: string): Promise<JsonObject> {
  const identity = identityOf(object);
  const kind = await client.discovery.resourceFor(identity);
  // An object of a kind that the cluster does not have (any more) is taken unchanged.
  if (kind?.namespaced === false) return withoutEmptyNamespace(object);
  if (kind === undefined || identity.namespace !== undefined) return object;
  return {...object, metadata: {...metadataOf(object), namespace}};
}

function withoutEmptyNamespace(object: JsonObject): JsonObject {
  const {namespace: _, ...metadata} = metadataOf(object);
  return {...object, metadata};
}

/** Removes duplicates: Helm counts a CRD that is in the chart's own directory and in its templates twice. */
const distinct = (objects: readonly HelmObject[]): readonly HelmObject[] =>
  [...new Map(objects.map((one) => [one.id, one])).values()].toSorted((a, b) => compareNaturally(a.id, b.id));

function chartOf(release: JsonObject): string {
  const metadata = partOf(partOf(release, 'chart'), 'metadata');
  return [textOf(metadata['name']), textOf(metadata['version'])].filter((part) => part !== '').join('-');
}

const partOf = (object: JsonObject, name: string): JsonObject => {
  const part = object[name];
  return isObject(part) ? part : {};
};

const listOf = (value: Json | undefined): readonly JsonObject[] => (isList(value) ? value.filter(isObject) : []);

const textOf = (value: Json | undefined): string => (typeof value === 'string' ? value : '');
