import {boolYaml11Tag, CORE_SCHEMA, loadAll, mergeTag, YAMLException} from 'js-yaml';
import {isList, isObject, type Json, type JsonObject} from '../../../core/json.ts';
import {defined} from '../../../lib/defined.ts';
import {readAsLibyaml} from '../../../lib/libyaml/read-as-libyaml.ts';
import {type Entry, entryOf} from './entry.ts';
import type {Problem} from './problem.ts';
import {repeatsTooMuch} from './repeats-too-much.ts';

/** One kubeconfig, or several merged. */
export type Kubeconfig = {
  readonly currentContext: string | undefined;
  readonly contexts: ReadonlyMap<string, Entry>;
  readonly clusters: ReadonlyMap<string, Entry>;
  readonly users: ReadonlyMap<string, Entry>;
  /** Content of other programs in the kubeconfig. */
  readonly extras: Extras;
};

type Extras = {readonly preferences?: JsonObject; readonly extensions?: Json};

/** Parses one kubeconfig. `file` is its path; absent for one that was given as text, or fetched. */
export function parseKubeconfig(
  text: string,
  file: string | undefined,
  problem: Problem,
  fetched?: string,
): Kubeconfig {
  const label = file ?? fetched ?? 'the given kubeconfig';
  const root = rootOf(text, label, problem);
  const named = (list: string, part: string): ReadonlyMap<string, Entry> => {
    const found = new Map<string, Entry>();
    const items = entryOf(label, withoutNulls(root, list), {file, problem}).objects(list);
    for (const item of items) {
      // As in kubectl: an entry without a name cannot be referenced, and a second one is a mistake.
      const name = item.text('name') ?? '';
      if (found.has(name))
        throw problem(`${label}: two ${list} ${name === '' ? 'have no name' : `are named ${JSON.stringify(name)}`}`);
      const value = item.object(part)?.fields() ?? {};
      found.set(name, entryOf(`${part} ${JSON.stringify(name)} in ${label}`, value, {file, problem}));
    }
    return found;
  };
  return {
    currentContext: entryOf(label, root, {file, problem}).text('current-context'),
    contexts: named('contexts', 'context'),
    clusters: named('clusters', 'cluster'),
    users: named('users', 'user'),
    extras: extrasOf(root),
  };
}

/** Replaces nulls in a list by empty entries, as Go reads them. */
function withoutNulls(root: JsonObject, list: string): JsonObject {
  const items = root[list];
  return isList(items) ? {...root, [list]: items.map((item) => item ?? {})} : root;
}

function extrasOf({preferences, extensions}: JsonObject): Extras {
  return defined({
    preferences: isObject(preferences) && Object.keys(preferences).length > 0 ? preferences : undefined,
    extensions: isList(extensions) && extensions.length > 0 ? extensions : undefined,
  });
}

/** Merges kubeconfigs. The first file that defines an entry wins, as in kubectl. */
export function mergeKubeconfigs(configs: readonly Kubeconfig[]): Kubeconfig {
  const first = (part: 'contexts' | 'clusters' | 'users'): ReadonlyMap<string, Entry> =>
    new Map(configs.toReversed().flatMap((config) => [...config[part]]));
  return {
    currentContext: configs.find(({currentContext}) => currentContext !== undefined)?.currentContext,
    contexts: first('contexts'),
    clusters: first('clusters'),
    users: first('users'),
    extras: Object.assign({}, ...configs.toReversed().map(({extras}) => extras)) as Extras,
  };
}

function rootOf(text: string, label: string, problem: Problem): JsonObject {
  const root = documentOf(text, label, problem);
  if (root === null) return {};
  if (repeatsTooMuch(root)) throw problem(`${label} is not a kubeconfig: its YAML aliases repeat it endlessly`);
  if (!isObject(root))
    throw problem(`${label} is not a kubeconfig: a mapping with contexts, clusters and users was expected`);
  const kind = root['kind'];
  if (kind !== undefined && kind !== null && kind !== 'Config' && kind !== '')
    throw problem(`${label} is not a kubeconfig: its kind is ${JSON.stringify(kind)}`);
  const version = root['apiVersion'] ?? '';
  if (version !== 'v1' && version !== '')
    throw problem(`${label} is not a kubeconfig of version v1: its apiVersion is ${JSON.stringify(version)}`);
  return root;
}

/** The YAML schema of kubectl: `yes` and `on` are true, as values and in the names of keys, and `<<` merges. */
const SCHEMA = CORE_SCHEMA.withTags(boolYaml11Tag, mergeTag);

function documentOf(text: string, label: string, problem: Problem): Json {
  let documents: readonly Json[];
  try {
    documents = readAsLibyaml(text, (yaml) => loadAll(yaml, {schema: SCHEMA})) as readonly Json[];
  } catch (error) {
    // The parser's own message quotes the file, which holds credentials.
    const {reason, mark} = error instanceof YAMLException ? error : {reason: 'not readable', mark: undefined};
    throw problem(
      `${label} is not YAML: ${reason}${mark ? ` (line ${mark.line + 1}, column ${mark.column + 1})` : ''}`,
    );
  }
  // A trailing `---` starts an empty document.
  while (documents.length > 1 && (documents.at(-1) ?? null) === null) documents = documents.slice(0, -1);
  if (documents.length > 1) throw problem(`${label} holds ${documents.length} YAML documents, not one`);
  return documents[0] ?? null;
}
