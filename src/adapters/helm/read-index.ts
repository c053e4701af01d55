import {FAILSAFE_SCHEMA, load} from 'js-yaml';
import {defined} from '../../lib/defined.ts';
import {entryOf} from './index-entry.ts';

/** A version of a chart in the index of a repository. */
export type IndexVersion = {
  readonly version: string;
  /** Addresses of its archive, which may be relative to the index. */
  readonly urls: readonly string[];
  /** The digest of the archive: `sha256:…`. */
  readonly digest?: string;
};

/** The versions of a chart in an index, or the names of the charts that it has. */
export type ReadIndex = {readonly versions: readonly IndexVersion[]} | {readonly names: readonly string[]};

/**
 * Reads the versions of one chart in an index of a repository; undefined if the text is not an index. Of an index as Helm writes it, only the
 * part of that chart is parsed.
 */
export function readIndex(text: string, name: string): ReadIndex | undefined {
  const part = entryOf(text, name);
  if (part !== undefined && 'names' in part) return part;
  const versions = part === undefined ? undefined : parse(part.text)?.[name];
  if (versions !== undefined) return {versions: versionsOf(versions)};
  if (!isJson(text) && text.length > MOST_PARSED) return undefined;
  const entries = parse(text)?.['entries'];
  if (typeof entries !== 'object' || entries === null) return undefined;
  if (!Object.hasOwn(entries, name)) return {names: Object.keys(entries)};
  return {versions: versionsOf((entries as Fields)[name])};
}

/** The maximum length of YAML that is parsed as a whole. It takes a second for some megabytes. */
const MOST_PARSED = 8 * 2 ** 20;

const isJson = (text: string): boolean => /^\s*\{/.test(text);

type Fields = Readonly<Record<string, unknown>>;

function parse(text: string): Fields | undefined {
  try {
    const value: unknown = isJson(text) ? JSON.parse(text) : load(text, {schema: FAILSAFE_SCHEMA});
    return typeof value === 'object' && value !== null ? (value as Fields) : undefined;
  } catch {
    return undefined;
  }
}

function versionsOf(value: unknown): readonly IndexVersion[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((one: unknown): readonly IndexVersion[] => {
    const {version, urls, digest} = (one ?? {}) as Fields;
    if (typeof version !== 'string' || !Array.isArray(urls)) return [];
    const addresses = urls.filter((url) => typeof url === 'string');
    const [, hex] = typeof digest === 'string' ? (/^(?:sha256:)?([0-9a-f]{64})$/.exec(digest) ?? []) : [];
    return [{version, urls: addresses, ...defined({digest: hex && `sha256:${hex}`})}];
  });
}
