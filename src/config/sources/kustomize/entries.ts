import {isList, isObject, type Json, type JsonObject, type JsonPath} from '../../../core/json.ts';

/** An entry of a kustomization that names a file, a directory or an address, and its path in the document. */
export type Entry = {readonly text: string; readonly path: JsonPath};

/** Lists whose entries are files or directories. Some may also contain inline YAML. */
const TREES = ['resources', 'bases', 'components', 'generators', 'transformers', 'validators'];
const PATCH_LISTS = ['patches', 'patchesJson6902', 'replacements'];
const FILE_LISTS = ['crds', 'configurations', 'patchesStrategicMerge'];

/** Fields that accept inline YAML in place of a file. */
const TAKES_YAML: ReadonlySet<string> = new Set(['generators', 'transformers', 'validators', 'patchesStrategicMerge']);

const isInline = (name: string, text: string): boolean => TAKES_YAML.has(name) && text.includes('\n');

/** Returns the entries that are built before this kustomization changes them. */
export const treeEntries = (value: JsonObject): readonly Entry[] => TREES.flatMap((name) => texts(value, [name]));

/** Returns the entries that name files of patches. A patch may name its object itself. */
export const patchEntries = (value: JsonObject): readonly Entry[] => [
  ...PATCH_LISTS.flatMap((name) => itemsOf(value, name).flatMap(({item, path}) => text(item, 'path', path))),
  ...texts(value, ['patchesStrategicMerge']),
];

/** Returns all files and addresses that a kustomization names, except those of its generators. */
export const otherEntries = (value: JsonObject): readonly Entry[] => [
  ...patchEntries(value),
  ...FILE_LISTS.flatMap((name) => texts(value, [name])),
  ...(isObject(value['openapi']) ? text(value['openapi'], 'path', ['openapi']) : []),
];

/** A configMapGenerator or secretGenerator of a kustomization. */
export type Generator = {
  readonly kind: 'ConfigMap' | 'Secret';
  readonly name: string;
  readonly path: JsonPath;
  /** Literals in the form `KEY=value`. */
  readonly literals: readonly string[];
  readonly files: readonly Entry[];
  /** Files with `KEY=value` lines. */
  readonly envs: readonly Entry[];
};

/** Returns the generators of a kustomization, ConfigMaps first, without entries of a wrong type. */
export const generatorsOf = (value: JsonObject): readonly Generator[] =>
  (['ConfigMap', 'Secret'] as const).flatMap((kind) =>
    itemsOf(value, kind === 'Secret' ? 'secretGenerator' : 'configMapGenerator').map(({item, path}) => ({
      kind,
      name: typeof item['name'] === 'string' ? item['name'] : '',
      path,
      literals: texts(item, ['literals']).map((entry) => entry.text),
      files: texts(item, ['files'], path).map((entry) => ({...entry, text: entry.text.replace(/^[^=]*=/, '')})),
      envs: [...texts(item, ['envs'], path), ...text(item, 'env', path)],
    })),
  );

function texts(value: JsonObject, [name = '']: readonly string[], above: JsonPath = []): readonly Entry[] {
  const list: Json = value[name] ?? [];
  if (!isList(list)) return [];
  return list.flatMap((item, index) =>
    typeof item === 'string' && !isInline(name, item) ? [{text: item, path: [...above, name, index]}] : [],
  );
}

function text(value: JsonObject, name: string, above: JsonPath): readonly Entry[] {
  const found = value[name];
  return typeof found === 'string' && found !== '' ? [{text: found, path: [...above, name]}] : [];
}

/** Maps a field of a kustomization whose items may name files to the known members of an item. */
const PARTS: Readonly<Record<string, readonly string[]>> = {
  configMapGenerator: ['name', 'namespace', 'behavior', 'literals', 'files', 'envs', 'env', 'options'],
  secretGenerator: ['name', 'namespace', 'behavior', 'literals', 'files', 'envs', 'env', 'options', 'type'],
  patches: ['path', 'patch', 'target', 'options'],
  patchesJson6902: ['path', 'patch', 'target', 'options'],
  replacements: ['path', 'source', 'targets'],
  openapi: ['path', 'version'],
};

/**
 * Returns the unknown members of such items. kustomize ignores the case of names (`Files` is `files`), and another version of it may have
 * more members.
 */
export const unknownFields = (value: JsonObject): readonly Entry[] =>
  Object.entries(PARTS).flatMap(([name, known]) => {
    const part = value[name];
    const items = isObject(part) ? [{item: part, path: [name]}] : itemsOf(value, name);
    return items.flatMap(({item, path}) =>
      Object.keys(item)
        .filter((key) => !known.includes(key))
        .map((key) => ({text: `${name}.${key}`, path: [...path, key]})),
    );
  });

function itemsOf(value: JsonObject, name: string): readonly {readonly item: JsonObject; readonly path: JsonPath}[] {
  const list = value[name];
  if (!isList(list)) return [];
  return list.flatMap((item, index) => (isObject(item) ? [{item, path: [name, index]}] : []));
}

/**
 * Reports whether kustomize would fetch an entry: an address, or a text that it reads as a git URL. An existing file is not fetched. An
 * existing directory with such a name is fetched, because kustomize tries git first.
 */
export const looksRemote = (entry: string): boolean =>
  /^[a-z][a-z0-9+.-]*:\/\//i.test(entry) ||
  /^git::/i.test(entry) ||
  /^[\w.-]+@[\w.-]+:/.test(entry) ||
  /^(?:www\.)?(?:github\.com|gitlab\.com|bitbucket\.org|dev\.azure\.com)[/:]/i.test(entry) ||
  /[?&](?:ref|version|submodules|timeout)=/.test(entry) ||
  /(?:^|[^:.])\/\/|\.git(?:\/|$)|_git\//.test(entry);
