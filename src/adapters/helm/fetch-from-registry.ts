import {chooseVersion, isExactVersion} from '../../core/chart/choose-version.ts';
import {type OciPlace, readOciPlace} from '../../core/oci/oci-place.ts';
import type {OciManifest, OciRegistry} from '../../ports/oci-registry.ts';
import type {SourceProblem} from '../../ports/source-problem.ts';
import {readCosign} from './cosign.ts';
import {type FetchChart, type FetchedArchive, type FetchTools, MOST_ARCHIVE} from './fetched-archive.ts';

type RegistryChart = FetchChart & {readonly place: {readonly oci: string}};

const CONFIG = 'application/vnd.cncf.helm.config.v1+json';
const LAYERS = [
  'application/vnd.cncf.helm.chart.content.v1.tar+gzip',
  // Written by versions of Helm before 3.7.
  'application/tar+gzip',
];
const PROVENANCE = 'application/vnd.cncf.helm.chart.provenance.v1.prov';

/** Fetches a chart from an OCI registry. */
export async function fetchFromRegistry(
  wanted: RegistryChart,
  tools: FetchTools,
): Promise<FetchedArchive | SourceProblem> {
  const {place: written, version, locked, login} = wanted;
  const place = placeOf(wanted);
  if ('problem' in place) return place;
  const openRegistry = await tools.registry();
  const registry = openRegistry(login);
  const found = await findManifest(place, locked?.version ?? version, registry);
  if ('problem' in found) return {part: ['oci'], ...found};
  const {config, layers} = found.manifest;
  const layer = layers.find(({mediaType}) => LAYERS.includes(mediaType));
  if (config?.mediaType !== CONFIG || layer === undefined)
    return {
      problem: `${written.oci} is not a Helm chart, but ${config?.mediaType ?? 'another artifact'}`,
      part: ['oci'],
    };
  const bytes = await registry.blob(place, layer, MOST_ARCHIVE);
  if ('problem' in bytes) return bytes;
  const proof = await proofOf(wanted, {place, manifest: found.manifest, registry});
  return 'problem' in proof ? {part: ['verify'], ...proof} : {bytes, version: found.version, ...proof};
}

function placeOf({place: {oci}, version}: RegistryChart): OciPlace | SourceProblem {
  const place = readOciPlace(oci);
  if (place === undefined)
    return {problem: `${oci} is not the address of a chart: oci://HOST/PATH/CHART`, part: ['oci']};
  return (place.tag ?? place.digest) === undefined || version === undefined
    ? place
    : {problem: `${oci} names a version itself: remove \`version\``, part: ['version']};
}

type InRegistry = {readonly place: OciPlace; readonly manifest: OciManifest; readonly registry: OciRegistry};

/** Fetches the proof that the source demands: signatures of cosign, or a provenance file. */
async function proofOf(
  {verify, place: {oci}}: RegistryChart,
  {place, manifest, registry}: InRegistry,
): Promise<Pick<FetchedArchive, 'cosign' | 'provenance'> | SourceProblem> {
  if (verify === undefined) return {};
  if ('cosign' in verify) {
    const cosign = await readCosign(place, manifest, registry);
    return 'problem' in cosign ? cosign : {cosign};
  }
  const signed = manifest.layers.find(({mediaType}) => mediaType === PROVENANCE);
  if (signed === undefined) return {problem: `${oci} has no provenance file that could be verified`};
  const provenance = await registry.blob(place, signed, 2 ** 20);
  return 'problem' in provenance ? provenance : {provenance};
}

type Found = {readonly manifest: OciManifest; readonly version: string};

async function findManifest(
  place: OciPlace,
  wanted: string | undefined,
  registry: OciRegistry,
): Promise<Found | SourceProblem> {
  const given = place.digest ?? place.tag ?? (isExactVersion(wanted) ? tagOf(wanted ?? '') : undefined);
  if (given !== undefined) {
    const manifest = await registry.manifest(place, given);
    if (manifest !== undefined) return 'problem' in manifest ? manifest : {manifest, version: versionOf(given)};
  }
  const tags = await registry.tags(place);
  if ('problem' in tags) return tags;
  const address = `oci://${place.host}/${place.name}`;
  if (tags.length === 0) return {problem: `${address} does not exist, or it has no versions`};
  if (place.digest !== undefined) return {problem: `${address} has nothing with the digest ${place.digest}`};
  const chosen = chooseVersion(tags.map(versionOf), place.tag === undefined ? wanted : versionOf(place.tag));
  if ('problem' in chosen) return {...chosen, problem: `${address}: ${chosen.problem}`, part: ['version']};
  const manifest = await registry.manifest(place, tagOf(chosen.version));
  if (manifest === undefined) return {problem: `${address} lists ${chosen.version}, but does not have it`};
  return 'problem' in manifest ? manifest : {manifest, version: chosen.version};
}

/** Returns the tag of a version. A tag must not contain the `+` of build metadata. */
const tagOf = (version: string): string => version.replaceAll('+', '_');
const versionOf = (tag: string): string => tag.replaceAll('_', '+');
