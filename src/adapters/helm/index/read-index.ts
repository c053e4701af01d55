import {load} from 'js-yaml';
import {INDEX_SCHEMA, type RawIndex, type RawVersion, scanIndex} from './scan-index.ts';

/**
 * Reads the index of a repository, in YAML or JSON. Names such as `__proto__` are names like any other.
 * @throws Error if the text is not an index
 */
export function readIndex(text: string): RawIndex {
  return scanned(text) ?? entriesOf(whole(text));
}

function scanned(text: string): RawIndex | undefined {
  try {
    return scanIndex(text);
  } catch {
    // A value that cannot be read by itself, for example an alias. The parser of the whole text finds its anchor, or reports the error.
    return undefined;
  }
}

/** The maximum length of YAML that is parsed as a whole. It takes a second for some megabytes. */
const MOST_PARSED = 8 * 2 ** 20;

function whole(text: string): unknown {
  if (text.trim() === '') throw new Error('it is empty');
  if (/^\s*\{/.test(text)) return JSON.parse(text);
  if (text.length > MOST_PARSED) throw new Error('it has more than 8 MiB, and is not written as Helm writes an index');
  return load(text, {schema: INDEX_SCHEMA});
}

function entriesOf(document: unknown): RawIndex {
  if (!isMapping(document) || !isMapping(document['entries'])) throw new Error('it has no `entries`');
  const charts = new Map<string, readonly RawVersion[]>();
  for (const [name, versions] of Object.entries(document['entries']))
    if (Array.isArray(versions)) charts.set(name, versions.filter(isMapping));
  return charts;
}

const isMapping = (value: unknown): value is RawVersion =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
