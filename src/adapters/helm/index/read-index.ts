import {load} from 'js-yaml';
import {type RawIndex, type RawVersion, scanIndex} from './scan-index.ts';

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

const whole = (text: string): unknown => (/^\s*\{/.test(text) ? JSON.parse(text) : load(text));

function entriesOf(document: unknown): RawIndex {
  if (!isMapping(document) || !isMapping(document['entries'])) throw new Error('it has no `entries`');
  const charts = new Map<string, readonly RawVersion[]>();
  for (const [name, versions] of Object.entries(document['entries']))
    if (Array.isArray(versions)) charts.set(name, versions.filter(isMapping));
  return charts;
}

const isMapping = (value: unknown): value is RawVersion =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
