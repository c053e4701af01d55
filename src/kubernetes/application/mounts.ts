import type {JsonObject} from '../../core/json.ts';
import type {Application} from './application.ts';
import {secretKeyOf} from './secret-key.ts';
import {baseOf, directoryOf, type NamedContainer, type StoredFile} from './stored-files.ts';
import type {VolumeSet} from './volume-set.ts';

/** The volumes of the pod, and the sources of those that the application declares by their names. */
export type Mounting = Pick<Application, 'naming'> & {
  readonly declared: Readonly<Record<string, JsonObject>>;
  readonly volumes: VolumeSet;
};

/** Returns the mounts of a container: its files, then its directories. Adds their volumes. */
export const mountsOf = (
  [name, {dirs = {}}]: NamedContainer,
  files: readonly StoredFile[],
  {naming, declared, volumes}: Mounting,
): readonly JsonObject[] => {
  const own = files.filter(({container}) => container === name);
  const [alone, together] = naming === 'kusion' ? apart(own) : [[], byDirectory(own)];
  const inOrder = [...alone, ...together].toSorted((a, b) => (pathOf(a) < pathOf(b) ? -1 : 1));
  return [
    ...inOrder.map((group) => ('path' in group ? mountOfSecret(group, volumes) : mountOfGroup(group, naming, volumes))),
    ...Object.keys(dirs)
      .toSorted()
      .map((path) => ({name: volumes.add(...directorySource(dirs[path] ?? '', declared)), mountPath: path})),
  ];
};

type Group = readonly StoredFile[];

const pathOf = (group: StoredFile | Group): string => ('path' in group ? group.path : (group[0]?.path ?? ''));

/** Separates files of other Secrets, which Kusion mounts one by one, from those that share the volume of their directory. */
const apart = (files: Group): readonly [Group, readonly Group[]] => [
  files.filter(({content}) => content === undefined),
  byDirectory(files.filter(({content}) => content !== undefined)),
];

const byDirectory = (files: Group): readonly Group[] => [...Map.groupBy(files, ({path}) => directoryOf(path)).values()];

/** Mounts a file of another Secret as Kusion does. */
const mountOfSecret = ({name, path, key, mode}: StoredFile, volumes: VolumeSet): JsonObject => ({
  name: volumes.add(name, {secret: {secretName: name, defaultMode: mode}}),
  mountPath: path,
  subPath: key,
});

/** Mounts all files of a directory as one volume: a directory can be mounted only once. */
function mountOfGroup(group: Group, naming: Application['naming'], volumes: VolumeSet): JsonObject {
  const [first] = group;
  if (first === undefined) throw new Error('a group of files is empty');
  const mountPath = directoryOf(first.path);
  const name = naming === 'kusion' ? first.name : `${first.container}${mountPath}`;
  const isPlain = naming === 'kusion' && group.length === 1;
  return {name: volumes.add(name, isPlain ? plainSource(first) : projectedSource(group)), mountPath};
}

const plainSource = ({in: kind, name, mode}: StoredFile): JsonObject =>
  kind === 'configMap' ? {configMap: {name, defaultMode: mode}} : {secret: {secretName: name, defaultMode: mode}};

const projectedSource = (group: Group): JsonObject => ({
  projected: {
    sources: [...Map.groupBy(group, (file) => `${file.in} ${file.name}`).values()].map((files) => ({
      [files[0]?.in ?? '']: {
        name: files[0]?.name ?? '',
        items: files.map(({key, path, mode}) => ({key, path: baseOf(path), mode})),
      },
    })),
  },
});

/** Returns the name and the source of the volume that a directory names. */
function directorySource(from: string, declared: Mounting['declared']): readonly [name: string, source: JsonObject] {
  const secret = secretKeyOf(from);
  if (secret !== undefined) return [secret.name, {secret: {secretName: secret.name}}];
  const [, kind, name = ''] = /^(configMap|volume):\/\/(.+)$/.exec(from) ?? [];
  return [name, kind === 'volume' ? (declared[name] ?? {}) : {configMap: {name}}];
}
