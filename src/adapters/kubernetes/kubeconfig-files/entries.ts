import {boolYaml11Tag, CORE_SCHEMA, loadAll, mergeTag, YAMLException} from 'js-yaml';
import {GantryError} from '../../../core/failure/failure.ts';
import {isList, isObject, type Json, type JsonObject} from '../../../core/json.ts';
import {defined} from '../../../lib/defined.ts';
import {readAsLibyaml} from '../../../lib/libyaml/read-as-libyaml.ts';
import {notWritten} from './not-written.ts';

/** The lists of a kubeconfig, in the order in which kubectl writes them. */
export const ENTRIES = ['clusters', 'contexts', 'users'] as const;
/** The name of a list of a kubeconfig: clusters, contexts or users. */
export type EntryList = (typeof ENTRIES)[number];
/** An entry of such a list; unknown fields are kept. */
export type Named = JsonObject & {readonly name: string};
/** The three lists of a kubeconfig, all present. */
export type Entries = Readonly<Record<EntryList, readonly Named[]>>;
/** A kubeconfig as it is written; lists may be missing. */
export type Kubeconfig = JsonObject & Partial<Entries> & {readonly 'current-context'?: string};

const EMPTY: Kubeconfig = {apiVersion: 'v1', kind: 'Config'};

/**
 * Parses a kubeconfig.
 * @throws GantryError if the text is not a kubeconfig, so that it is not overwritten
 */
export function kubeconfigIn(text: string, file: string): Kubeconfig {
  const value = parsed(text, file);
  if (value === undefined || value === null) return EMPTY;
  if (!isObject(value)) throw notWritten(file, 'it is not a kubeconfig');
  const kind = value['kind'];
  if (kind !== undefined && kind !== 'Config') throw notWritten(file, 'it is not a kubeconfig: its kind is not Config');
  for (const list of ENTRIES) {
    const entries = value[list] ?? [];
    if (!isList(entries) || !entries.every((entry) => isObject(entry) && typeof entry['name'] === 'string'))
      throw notWritten(file, `its ${list} must be a list of entries with names`);
  }
  return value;
}

/** The YAML schema of kubectl: `yes` and `on` are true, as values and in the names of keys, and `<<` merges. */
const SCHEMA = CORE_SCHEMA.withTags(boolYaml11Tag, mergeTag);

/** The documents of a YAML text, read as kubectl reads them. */
export const documentsIn = (text: string): readonly Json[] =>
  readAsLibyaml(text, (yaml) => loadAll(yaml, {schema: SCHEMA})) as readonly Json[];

function parsed(text: string, file: string): Json | undefined {
  try {
    const [first, ...others] = documentsIn(text);
    if (others.length > 0) throw notWritten(file, 'it holds several YAML documents');
    return first;
  } catch (error) {
    if (error instanceof GantryError) throw error;
    // The parser's own message quotes the file, which holds credentials.
    throw notWritten(file, `it is not YAML${error instanceof YAMLException ? `: ${error.reason}` : ''}`);
  }
}

/** Adds entries. An entry replaces the one with the same name, or is appended. */
export function withEntries(config: Kubeconfig, entries: Entries, current: string | undefined): Kubeconfig {
  return {
    ...config,
    ...Object.fromEntries(ENTRIES.map((list) => [list, entries[list].reduce(withEntry, config[list] ?? [])])),
    ...defined({'current-context': current}),
  };
}

function withEntry(all: readonly Named[], entry: Named): readonly Named[] {
  const at = all.findIndex(({name}) => name === entry.name);
  if (at < 0) return [...all, entry];
  return all.flatMap((one, index) => (index === at ? [entry] : one.name === entry.name ? [] : [one]));
}

/** Removes the entries with the name from all lists; a current context with that name becomes empty, as kubectl does it. */
export function withoutEntries(config: Kubeconfig, name: string): Kubeconfig {
  const left = ENTRIES.flatMap((list) => {
    const entries = config[list];
    return entries === undefined || entries === null ? [] : [[list, entries.filter((entry) => entry.name !== name)]];
  });
  return {
    ...config,
    ...Object.fromEntries(left),
    // kubectl writes an empty text for no context.
    ...defined({'current-context': config['current-context'] === name ? '' : undefined}),
  };
}
