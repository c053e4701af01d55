import {readFile, stat} from 'node:fs/promises';
import {defined} from '../../lib/defined.ts';
import {digestOf} from '../../lib/digest-of.ts';
import type {Chart, ChartWanted} from '../../ports/charts.ts';
import type {SourceProblem} from '../../ports/source-problem.ts';
import {buildDependencies, packed} from './build-dependencies.ts';
import {type FetchTools, MOST_ARCHIVE} from './fetched-archive.ts';
import {getArchive, otherDigest} from './get-archive.ts';
import {incomplete, missingDependencies, namesOf} from './missing-dependencies.ts';
import {readArchive} from './read-archive.ts';
import {digestOfFiles, readDirectory} from './read-directory.ts';
import {readMetadata} from './read-metadata.ts';
import {verifyArchive} from './verify-archive.ts';

type LocalWanted = ChartWanted & {readonly place: {readonly path: string}};

/** Finds a chart in a directory or an archive of this machine. */
export async function localChart(wanted: LocalWanted, tools: FetchTools): Promise<Chart | SourceProblem> {
  const {path} = wanted.place;
  const stats = await stat(path).catch(() => undefined);
  if (stats === undefined) return {problem: `chart ${path} not found`, part: ['path']};
  const found = await (stats.isDirectory()
    ? chartOfDirectory(wanted, tools)
    : chartOfArchive(wanted, stats.size, tools));
  if ('problem' in found) return {part: ['path'], ...found};
  const locked = wanted.locked?.digest;
  return locked === undefined || locked === found.digest ? found : otherDigest(locked, found.digest);
}

async function chartOfArchive(
  {place: {path}, verify}: LocalWanted,
  size: number,
  tools: FetchTools,
): Promise<Chart | SourceProblem> {
  if (size > MOST_ARCHIVE) return {problem: `${path} is larger than ${MOST_ARCHIVE / 2 ** 20} MiB`};
  const bytes = await readFile(path);
  const files = readArchive(bytes);
  if ('problem' in files) return files;
  const metadata = readMetadata(files);
  if ('problem' in metadata) return metadata;
  const provenance = await readFile(`${path}.prov`).catch(() => undefined);
  const digest = digestOf(bytes);
  const archive = {bytes, digest, version: metadata.version, ...defined({provenance})};
  const wrong =
    (await verifyArchive(archive, verify, tools)) ?? incomplete(metadata, missingDependencies(files, metadata));
  return wrong ?? {path, name: metadata.name, version: metadata.version, digest};
}

async function chartOfDirectory(wanted: LocalWanted, tools: FetchTools): Promise<Chart | SourceProblem> {
  const {place, verify, login, locked, onlyLocal, refuse} = wanted;
  const {path: directory} = place;
  if (verify !== undefined) return {problem: 'a directory has no signature that could be verified', part: ['verify']};
  const files = await readDirectory(directory);
  if ('problem' in files) return files;
  const metadata = readMetadata(files);
  if ('problem' in metadata) return {...metadata, problem: `${directory}: ${metadata.problem}`};
  const {name, version} = metadata;
  const missing = missingDependencies(files, metadata);
  if (missing.length === 0) return {path: directory, name, version, digest: digestOfFiles(files)};
  if (onlyLocal === true) return {problem: `untrusted mode fetches no dependencies: ${name} lacks ${namesOf(missing)}`};
  const chart = {directory, files, metadata, refuse, locked: locked?.dependencies ?? []};
  const built = await buildDependencies(chart, (one) => getArchive({...one, login}, tools));
  if ('problem' in built) return built;
  const kept = await tools.cache.write(packed(name, built.files));
  if ('problem' in kept) return kept;
  const {dependencies, notes} = built;
  return {path: kept.path, directory, name, version, digest: digestOfFiles(built.files), dependencies, notes};
}
