import {chooseVersion} from '../../core/chart/choose-version.ts';
import {httpsProblem} from '../../core/workspace/https-problem.ts';
import {maskedAddress} from '../../core/workspace/mask.ts';
import type {FindLogin, ServerLogin} from '../../core/workspace/server-login.ts';
import {basicAuthorization} from '../../lib/basic-authorization.ts';
import {defined} from '../../lib/defined.ts';
import {didYouMean} from '../../lib/did-you-mean.ts';
import {failureProblem, statusProblem} from '../../lib/download-problem.ts';
import {httpsDownload} from '../../lib/https-download.ts';
import type {SourceProblem} from '../../ports/source-problem.ts';
import {digestOf} from './chart-cache.ts';
import {fetchFromRegistry} from './fetch-from-registry.ts';
import {type FetchChart, type FetchedArchive, type FetchTools, MOST_ARCHIVE} from './fetched-archive.ts';
import {type IndexVersion, readIndex} from './read-index.ts';

type RepositoryChart = FetchChart & {readonly place: {readonly repository: string; readonly chart: string}};

const MOST_INDEX = 64 * 2 ** 20;

/** Fetches a chart from a repository: the index, and then the archive of a version in it. */
export async function fetchFromRepository(
  wanted: RepositoryChart,
  tools: FetchTools,
): Promise<FetchedArchive | SourceProblem> {
  const {place, version, locked} = wanted;
  const wrong = httpsProblem(place.repository);
  if (wrong !== undefined) return {problem: `the address of the repository ${wrong}`, part: ['repository']};
  const shown = maskedAddress(place.repository);
  const known = await versionsOf(wanted, tools);
  if ('problem' in known) return known;
  const chosen = chooseVersion(
    known.map((one) => one.version),
    locked?.version ?? version,
  );
  if ('problem' in chosen)
    return {...chosen, problem: `${place.chart} in ${shown}: ${chosen.problem}`, part: ['version']};
  const found = known.find((one) => one.version === chosen.version);
  const url = archiveOf(found, place.repository);
  if (url === undefined) return {problem: `the index of ${shown} has no address for ${place.chart} ${chosen.version}`};
  const archive = await fetchArchive(url, {...wanted, version: chosen.version}, tools);
  if ('problem' in archive) return archive;
  const digest = digestOf(archive.bytes);
  if (found?.digest === undefined || found.digest === digest) return {...archive, version: chosen.version};
  return {problem: `${place.chart} ${chosen.version} has the digest ${digest}, but the index says ${found.digest}`};
}

/** Fetches an archive that an index names: a file, or an artifact of an OCI registry. */
async function fetchArchive(
  url: string,
  wanted: RepositoryChart & {readonly version: string},
  tools: FetchTools,
): Promise<FetchedArchive | SourceProblem> {
  const {login, verify, version} = wanted;
  if (url.startsWith('oci://')) return fetchFromRegistry({place: {oci: url}, version: undefined, login, verify}, tools);
  const bytes = await download({url, login, maxBytes: MOST_ARCHIVE}, tools);
  if ('problem' in bytes) return bytes;
  if (verify === undefined || !('keyring' in verify)) return {bytes, version};
  const provenance = await download({url: besideOf(url), login, maxBytes: 2 ** 20}, tools);
  return 'problem' in provenance ? noProvenance(wanted, provenance) : {bytes, version, provenance};
}

async function versionsOf(
  {place: {repository, chart}, login}: RepositoryChart,
  tools: FetchTools,
): Promise<readonly IndexVersion[] | SourceProblem> {
  const address = directoryOf(repository);
  address.pathname += 'index.yaml';
  const url = address.href;
  const shown = maskedAddress(repository);
  const index = await download({url, login, maxBytes: MOST_INDEX}, tools);
  if ('problem' in index)
    return {...index, problem: `the index of the repository: ${index.problem}`, part: ['repository']};
  const read = readIndex(Buffer.from(index).toString('utf8'), chart);
  if (read === undefined)
    return {problem: `${shown} has no index of a chart repository that can be read`, part: ['repository']};
  if ('versions' in read) return read.versions;
  const nearest = didYouMean(chart, read.names);
  const problem = `${shown} has no chart ${chart}`;
  return {problem, part: ['chart'], ...defined({hint: nearest && `Did you mean ${nearest}?`})};
}

/** Returns an address as that of a directory, keeping its query. */
function directoryOf(address: string): URL {
  const url = new URL(address);
  if (!url.pathname.endsWith('/')) url.pathname += '/';
  return url;
}

/** Returns the address of an archive. As for Helm, an archive of the same server has the query of the repository. */
function archiveOf(found: IndexVersion | undefined, repository: string): string | undefined {
  const [first] = found?.urls ?? [];
  const base = directoryOf(repository);
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

type DownloadFile = {readonly url: string; readonly login: FindLogin | undefined; readonly maxBytes: number};

async function download(
  {url, login: findLogin, maxBytes}: DownloadFile,
  {env, signal}: FetchTools,
): Promise<Uint8Array | SourceProblem> {
  const wrong = httpsProblem(url);
  if (wrong !== undefined) return {problem: `the address of a file ${wrong}`};
  const login = await findLogin?.(url);
  try {
    const answer = await httpsDownload({url, login: headerOf(login), ca: login?.ca, maxBytes, env, signal});
    return answer.status === 200 ? answer.body : statusProblem(answer, {address: url, login});
  } catch (error) {
    signal.throwIfAborted();
    return failureProblem(error, {address: url, login});
  }
}

function headerOf(login: ServerLogin | undefined): string | undefined {
  if (login?.password === undefined) return undefined;
  const {username, password} = login;
  return basicAuthorization(username?.reveal() ?? '', password.reveal());
}
