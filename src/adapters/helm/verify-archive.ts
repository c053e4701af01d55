import {readFile} from 'node:fs/promises';
import type {ChartProof} from '../../ports/charts.ts';
import type {SourceProblem} from '../../ports/source-problem.ts';
import {verifyCosign} from './cosign.ts';
import type {FetchedArchive, FetchTools} from './fetched-archive.ts';
import {readArchive} from './read-archive.ts';
import {readMetadata} from './read-metadata.ts';
import {verifyProvenance} from './verify-provenance.ts';

/** An archive with its digest and the files that prove its origin. */
export type ProvenArchive = FetchedArchive & {readonly digest: string};

/** Verifies an archive as its source demands. Returns the problem of an archive that is not verified. */
export async function verifyArchive(
  archive: ProvenArchive,
  proof: ChartProof | undefined,
  tools: Pick<FetchTools, 'env' | 'signal'>,
): Promise<SourceProblem | undefined> {
  if (proof === undefined) return undefined;
  const wrong =
    'cosign' in proof
      ? await cosignProblem(archive, proof.cosign.key)
      : await keyringProblem(archive, proof.keyring, tools);
  return wrong === undefined ? undefined : {problem: `the chart is not verified: ${wrong}`, part: ['verify']};
}

async function cosignProblem({cosign, digest}: ProvenArchive, key: string): Promise<string | undefined> {
  if (cosign === undefined) return 'only a chart of an OCI registry (`oci`) has signatures of cosign';
  const text = await readFile(key, 'utf8').catch(() => undefined);
  return text === undefined ? `the key ${key} cannot be read` : verifyCosign(cosign, digest, text);
}

async function keyringProblem(
  {bytes, provenance}: ProvenArchive,
  keyring: string,
  tools: Pick<FetchTools, 'env' | 'signal'>,
): Promise<string | undefined> {
  if (provenance === undefined) return 'its provenance file was not found';
  const files = readArchive(bytes);
  const metadata = 'problem' in files ? files : readMetadata(files);
  if ('problem' in metadata) return metadata.problem;
  return verifyProvenance({bytes, provenance, keyring, file: `${metadata.name}-${metadata.version}.tgz`}, tools);
}
