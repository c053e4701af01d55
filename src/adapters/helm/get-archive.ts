import {digestOf} from '../../lib/digest-of.ts';
import type {SourceProblem} from '../../ports/source-problem.ts';
import type {CachedArchive} from './chart-cache.ts';
import {fetchFromRegistry} from './fetch-from-registry.ts';
import {fetchFromRepository} from './fetch-from-repository.ts';
import type {FetchChart, FetchedArchive, FetchTools} from './fetched-archive.ts';
import {type ChartFiles, readArchive} from './read-archive.ts';
import {verifyArchive} from './verify-archive.ts';

/** The archive of a chart of a server, in the cache. */
export type GotArchive = CachedArchive & {readonly version: string; readonly files: ChartFiles};

/**
 * Brings the archive of a chart into the cache, and checks its digest and its signature. A locked archive in the cache is used without a
 * request.
 */
export async function getArchive(wanted: FetchChart, tools: FetchTools): Promise<GotArchive | SourceProblem> {
  const {locked, verify} = wanted;
  const kept = await keptArchive(wanted, tools);
  if (kept !== undefined) return kept;
  const fetched = await fetchArchive(wanted, tools);
  if ('problem' in fetched) return fetched;
  const {bytes, version} = fetched;
  const digest = digestOf(bytes);
  if (locked?.digest !== undefined && locked.digest !== digest) return otherDigest(locked.digest, digest);
  const files = readArchive(bytes);
  if ('problem' in files) return files;
  const wrong = await verifyArchive({...fetched, digest}, verify, tools);
  if (wrong !== undefined) return wrong;
  const written = await tools.cache.write(bytes);
  if ('problem' in written) return written;
  for (const [kind, proof] of proofsOf(fetched)) await tools.cache.writeProof(digest, kind, proof);
  return {...written, version, files};
}

async function keptArchive(
  {locked, verify}: FetchChart,
  tools: FetchTools,
): Promise<GotArchive | SourceProblem | undefined> {
  const kept = locked?.digest === undefined ? undefined : await tools.cache.read(locked.digest);
  if (kept === undefined || locked === undefined) return undefined;
  const files = readArchive(kept.bytes);
  if ('problem' in files) return files;
  const found = {...kept, version: locked.version, files};
  if (verify === undefined) return found;
  const kind = 'cosign' in verify ? 'cosign' : 'prov';
  const proof = await tools.cache.readProof(kept.digest, kind);
  if (proof === undefined) return undefined;
  const proven = kind === 'cosign' ? {...found, cosign: proof} : {...found, provenance: proof};
  return (await verifyArchive(proven, verify, tools)) ?? found;
}

function fetchArchive(wanted: FetchChart, tools: FetchTools): Promise<FetchedArchive | SourceProblem> {
  const {place} = wanted;
  return 'oci' in place ? fetchFromRegistry({...wanted, place}, tools) : fetchFromRepository({...wanted, place}, tools);
}

function* proofsOf({provenance, cosign}: FetchedArchive): Generator<readonly ['prov' | 'cosign', Uint8Array]> {
  if (provenance !== undefined) yield ['prov', provenance];
  if (cosign !== undefined) yield ['cosign', cosign];
}

/** Returns the problem of a chart whose contents are not the locked ones. */
export const otherDigest = (locked: string, digest: string): SourceProblem => ({
  problem: `the chart has the digest ${digest}, but charts.lock.yaml says ${locked}`,
  hint: 'Find out why its contents changed. If that is right, run "gantry chart lock".',
});
