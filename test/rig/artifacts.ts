import {type ArchiveMember, archive} from './chart-archive.ts';
import type {OciLayer} from './oci-registry.ts';

const EMPTY = {mediaType: 'application/vnd.oci.empty.v1+json', bytes: '{}'};
const TITLE = 'org.opencontainers.image.title';

const members = (files: Readonly<Record<string, string>>): readonly ArchiveMember[] =>
  Object.entries(files).map(([name, content]) => ({name, content}));

/** An artifact as `flux push artifact` makes it: one archive of a directory. */
export const fluxArtifact = (files: Readonly<Record<string, string>>) => ({
  config: {mediaType: 'application/vnd.cncf.flux.config.v1+json', bytes: '{}'},
  layers: [{mediaType: 'application/vnd.cncf.flux.content.v1.tar+gzip', bytes: archive(members(files))}],
});

/** An artifact as `oras push` makes it of a directory: an archive that has the directory's name in each path. */
export const orasDirectory = (title: string, files: Readonly<Record<string, string>>) => ({
  config: EMPTY,
  layers: [
    {
      mediaType: 'application/vnd.oci.image.layer.v1.tar+gzip',
      bytes: archive([
        {name: `${title}/`, type: '5'},
        ...members(files).map((one) => ({...one, name: `${title}/${one.name}`})),
      ]),
      annotations: {[TITLE]: title, 'io.deis.oras.content.unpack': 'true'},
    },
  ],
});

/** An artifact as `oras push` makes it of files: a layer for each. Without a given type, oras writes that of an archive. */
export const orasFiles = (
  files: Readonly<Record<string, string>>,
  mediaType = 'application/vnd.oci.image.layer.v1.tar',
) => ({
  config: EMPTY,
  layers: Object.entries(files).map(([title, bytes]): OciLayer => ({mediaType, bytes, annotations: {[TITLE]: title}})),
});

/** An artifact with one archive of any members. */
export const archiveArtifact = (entries: readonly ArchiveMember[]) => ({
  config: EMPTY,
  layers: [{mediaType: 'application/vnd.oci.image.layer.v1.tar+gzip', bytes: archive(entries)}],
});
