import {chooseVersion} from '../../core/chart/choose-version.ts';
import {maskedAddress} from '../../core/workspace/mask.ts';
import {defined} from '../../lib/defined.ts';
import {digestOf} from '../../lib/digest-of.ts';
import type {SourceProblem} from '../../ports/source-problem.ts';
import {directoryAddress} from './directory-address.ts';
import {fetchFromRegistry} from './fetch-from-registry.ts';
import {type FetchChart, type FetchedArchive, type FetchTools, MOST_ARCHIVE} from './fetched-archive.ts';
import {askIndex} from './index/ask-index.ts';
import {chartIn} from './index/chart-in.ts';
import type {KeptVersion} from './index/kept-index.ts';
import {requestFile} from './request-file.ts';

type RepositoryChart = FetchChart & {readonly place: {readonly repository: string; readonly chart: string}};

/** Fetches a chart from a repository: the index, and then the archive of a version in it. */
export async function fetchFromRepository(
  wanted: RepositoryChart,
  tools: FetchTools,
): Promise<FetchedArchive | SourceProblem> {
  const {place, version, locked, login} = wanted;
  const shown = maskedAddress(place.repository);
  const index = await askIndex({repository: place.repository, login}, tools);
  const known = 'problem' in index ? index : chartIn(index.charts, place);
  if ('problem' in known) return known;
  const {versions} = known;
  const chosen = chooseVersion(
    versions.map((one) => one.version),
    locked?.version ?? version,
  );
  if ('problem' in chosen)
    return {...chosen, problem: `${place.chart} in ${shown}: ${chosen.problem}`, part: ['version']};
  const found = versions.find((one) => one.version === chosen.version);
  const url = archiveOf(found, place.repository);
  if (url === undefined) return {problem: `the index of ${shown} has no address for ${place.chart} ${chosen.version}`};
  const archive = await fetchArchive({url, digest: found?.digest}, {...wanted, version: chosen.version}, tools);
  if ('problem' in archive) return archive;
  const digest = digestOf(archive.bytes);
  if (found?.digest === undefined || found.digest === digest) return {...archive, version: chosen.version};
  return {problem: `${place.chart} ${chosen.version} has the digest ${digest}, but the index says ${found.digest}`};
}

type IndexedArchive = {readonly url: string; readonly digest: string | undefined};

/** Fetches an archive that an index names: a file, or an artifact of an OCI registry. A file with the digest in the cache is not requested. */
async function fetchArchive(
  {url, digest}: IndexedArchive,
  wanted: RepositoryChart & {readonly version: string},
  tools: FetchTools,
): Promise<FetchedArchive | SourceProblem> {
  const {login, verify, version} = wanted;
  if (url.startsWith('oci://')) return fetchFromRegistry({place: {oci: url}, version: undefined, login, verify}, tools);
  const cached = digest === undefined ? undefined : await tools.cache.read(digest);
  const archive = cached ?? (await requestFile({url, login, maxBytes: MOST_ARCHIVE}, tools));
  if ('problem' in archive) return archive;
  const bytes = 'bytes' in archive ? archive.bytes : archive.body;
  if (verify === undefined || !('keyring' in verify)) return {bytes, version};
  const provenance = await requestFile({url: besideOf(url), login, maxBytes: 2 ** 20}, tools);
  return 'problem' in provenance ? noProvenance(wanted, provenance) : {bytes, version, provenance: provenance.body};
}

/** Returns the address of an archive. As for Helm, an archive of the same server has the query of the repository. */
function archiveOf(found: KeptVersion | undefined, repository: string): string | undefined {
  const [first] = found?.urls ?? [];
  const base = directoryAddress(repository);
  const url = first === undefined ? null : URL.parse(first, base.href);
  if (url !== null && url.origin === base.origin) url.search = base.search;
  return url?.href;
}

/** Returns the address of the provenance file of an archive. */
function besideOf(archive: string): string {
  const url = new URL(archive);
  url.pathname += '.prov';
  return url.href;
}

const noProvenance = ({place}: RepositoryChart, {problem, hint}: SourceProblem): SourceProblem => ({
  problem: `${place.chart} has no provenance file that could be verified: ${problem}`,
  part: ['verify'],
  ...defined({hint}),
});
