import {type ArchivedFile, readTar} from '../../core/chart/read-tar.ts';
import {unpackGzip} from '../../lib/unpack-gzip.ts';
import type {OciPart} from '../../ports/oci-registry.ts';

/** A file of a layer, with its path in the artifact. */
export type LayerFile = ArchivedFile;

const MOST_MEBIBYTES = 256;

/** The name of the file that a layer is, or of the directory that it has packed. */
const TITLE = 'org.opencontainers.image.title';
/** Set by oras if the layer is the archive of a directory. */
const UNPACK = 'io.deis.oras.content.unpack';
const SINGLE = /\.(?:ya?ml|json)$/i;

const HELM = 'application/vnd.cncf.helm.config.v1+json';
const IMAGE = /^application\/vnd\.(?:oci|docker)\.(?:image\.config|container\.image)\.v1\+json$/;

/** Returns the reason why an artifact has no plain files. The text continues after its address. */
export function layerProblem(
  configType: string | undefined,
  layers: readonly OciPart[],
): {readonly problem: string; readonly hint?: string} | undefined {
  if (configType === HELM)
    return {problem: 'is a Helm chart', hint: 'Write `{helm: {oci: …}}` in place of `{oci: …}`.'};
  if (layers.length === 0) return {problem: 'has no files'};
  // Flux and oras can push with the type of images: only the names of files distinguish their artifacts from a container image.
  if (
    configType !== undefined &&
    IMAGE.test(configType) &&
    layers.some((layer) => layer.annotations[TITLE] === undefined)
  )
    return layers.length > 1 ? {problem: 'is a container image'} : undefined;
  return undefined;
}

/** Returns the files of a layer: those of an archive, or the layer itself if its name is that of a manifest. */
export function unpackLayer(
  {annotations, mediaType}: Pick<OciPart, 'annotations' | 'mediaType'>,
  bytes: Uint8Array,
): readonly LayerFile[] | {readonly problem: string} {
  const title = annotations[TITLE];
  if (title !== undefined && annotations[UNPACK] !== 'true' && SINGLE.test(title)) return single(title, bytes);
  if (/[+/](?:ya?ml|json)$/.test(mediaType)) return single(title ?? 'manifest.yaml', bytes);
  const archive = unpackGzip(bytes, MOST_MEBIBYTES);
  const read = 'problem' in archive ? archive : readTar(archive);
  return 'problem' in read ? read : read.files;
}

function single(path: string, content: Uint8Array): readonly LayerFile[] | {readonly problem: string} {
  const isPlain = !/^[/\\]|\\|^[A-Za-z]:|\0/.test(path) && !path.split('/').includes('..');
  return isPlain ? [{path, content}] : {problem: `${JSON.stringify(path)} leads out of its directory`};
}
