import {mkdir, realpath, writeFile} from 'node:fs/promises';
import {dirname, join} from 'node:path';
import {chooseVersion} from '../../core/chart/choose-version.ts';
import {type OciPlace, readOciPlace} from '../../core/oci/oci-place.ts';
import {keptDirectory} from '../../lib/kept-directory.ts';
import type {Artifacts, ArtifactWanted} from '../../ports/artifacts.ts';
import type {OciManifest, OciRegistry, OpenOciRegistry} from '../../ports/oci-registry.ts';
import type {SourceProblem} from '../../ports/source-problem.ts';
import {type LayerFile, layerProblem, unpackLayer} from './unpack-layer.ts';

/** The options for fetching artifacts. */
export type ArtifactOptions = {
  /** `$GANTRY_HOME`. Its cache keeps the files of each artifact. */
  readonly home: string;
  readonly registry: () => Promise<OpenOciRegistry>;
};

const MOST_FILES = 10_000;
const MOST_LAYER = 64 * 2 ** 20;

/** Fetches artifacts with plain files: archives as Flux pushes them, archives and single files of oras. One with a known digest is fetched only once. */
export function artifactsBy({home, registry}: ArtifactOptions): Artifacts {
  const cache = join(home, 'cache', 'oci');
  return async (wanted) => {
    const place = readOciPlace(wanted.address);
    if (place === undefined)
      return {problem: `${wanted.address} is not the address of an artifact: oci://HOST/NAME`, part: ['url']};
    const known = wanted.digest ?? place.digest;
    if (known !== undefined && place.digest !== undefined && known !== place.digest)
      return {problem: 'the address has another digest than `digest`', part: ['digest']};
    let manifest: OciManifest | undefined;
    const client = (await registry())(wanted.login);
    if (known === undefined) {
      const found = await findManifest(place, wanted, client);
      if ('problem' in found) return found;
      manifest = found;
    }
    const digest = manifest?.digest ?? known ?? '';
    const kept = await keptDirectory(cache, digest.replace(':', '-'), async (stage) => {
      const found = manifest ?? (await byDigest(place, digest, client));
      return 'problem' in found ? found : fill(stage, found, {place, client});
    });
    return 'failed' in kept ? kept.failed : {directory: await realpath(kept.directory), digest};
  };
}

const shown = ({host, name}: OciPlace): string => `oci://${host}/${name}`;

async function byDigest(place: OciPlace, digest: string, client: OciRegistry): Promise<OciManifest | SourceProblem> {
  const found = await client.manifest(place, digest);
  return found ?? {problem: `${shown(place)} has nothing with the digest ${digest}`, part: ['digest']};
}

async function findManifest(
  place: OciPlace,
  {version}: ArtifactWanted,
  client: OciRegistry,
): Promise<OciManifest | SourceProblem> {
  const tag = version === undefined ? (place.tag ?? 'latest') : await chooseTag(place, version, client);
  if (typeof tag !== 'string') return tag;
  const found = await client.manifest(place, tag);
  return found ?? {problem: `${shown(place)} has no tag ${tag}`, part: ['tag']};
}

async function chooseTag(place: OciPlace, version: string, client: OciRegistry): Promise<string | SourceProblem> {
  const tags = await client.tags(place);
  if ('problem' in tags) return tags;
  // A tag cannot contain the `+` of build metadata.
  const chosen = chooseVersion(
    tags.map((tag) => tag.replaceAll('_', '+')),
    version,
  );
  if ('problem' in chosen) return {...chosen, problem: `${shown(place)}: ${chosen.problem}`, part: ['version']};
  return chosen.version.replaceAll('+', '_');
}

type From = {readonly place: OciPlace; readonly client: OciRegistry};

/** Writes the files of all layers. Nothing is written unless each of them is a plain file. */
async function fill(
  stage: string,
  {config, layers}: OciManifest,
  {place, client}: From,
): Promise<'filled' | SourceProblem> {
  const wrong = layerProblem(config?.mediaType, layers);
  if (wrong !== undefined) return {...wrong, problem: `${shown(place)} ${wrong.problem}`, part: ['url']};
  const files: LayerFile[] = [];
  for (const layer of layers) {
    if (layer.size > MOST_LAYER)
      return {problem: `${shown(place)} has a layer of ${layer.size} bytes, and at most ${MOST_LAYER} are read`};
    const bytes = await client.blob(place, layer, MOST_LAYER);
    if ('problem' in bytes) return bytes;
    const unpacked = unpackLayer(layer, bytes);
    if ('problem' in unpacked) return {problem: `an archive of ${shown(place)} is refused: ${unpacked.problem}`};
    files.push(...unpacked);
  }
  if (files.length > MOST_FILES)
    return {problem: `${shown(place)} has ${files.length} files, and at most ${MOST_FILES} are read`};
  return writeAll(stage, files, shown(place));
}

async function writeAll(stage: string, files: readonly LayerFile[], name: string): Promise<'filled' | SourceProblem> {
  for (const {path, content} of files) {
    const file = join(stage, path);
    try {
      await mkdir(dirname(file), {recursive: true, mode: 0o700});
      await writeFile(file, content, {mode: 0o600, flag: 'wx'});
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? error.code : undefined;
      if (code !== 'EEXIST' && code !== 'ENOTDIR' && code !== 'EISDIR') throw error;
      return {problem: `${name} has two files with the path ${path}`};
    }
  }
  return 'filled';
}
