import {FAILSAFE_SCHEMA, load, mergeTag, nullCoreTag} from 'js-yaml';
import {type IndexLine, indexLines} from './index-lines.ts';

/** The fields of a version that the index of a repository contains. */
export type RawVersion = Readonly<Record<string, unknown>>;

/** The versions of each chart, by its name, as they are written. */
export type RawIndex = ReadonlyMap<string, readonly RawVersion[]>;

/** The fields that are read. All others, which make up most of an index, are skipped. */
export const INDEX_FIELDS: ReadonlySet<string> = new Set([
  'version',
  'appVersion',
  'created',
  'deprecated',
  'description',
  'keywords',
  'urls',
  'digest',
]);

/** The YAML of indexes: scalars are texts as they are written, so that a version 1.10 stays 1.10. */
export const INDEX_SCHEMA = FAILSAFE_SCHEMA.withTags(nullCoreTag, mergeTag);

/** The value of a field: the text from after its colon to the end of its last line. */
type Field = {readonly key: string; readonly from: number; readonly to: number; readonly isOneLine: boolean};

type Scan = {
  readonly charts: Map<string, RawVersion[]>;
  versions?: RawVersion[] | undefined;
  version?: Record<string, unknown> | undefined;
  field?: Field | undefined;
  /** The columns of the names of charts, of the dashes of the versions, and of the keys of a version. */
  readonly columns: {chart: number; item: number; key: number};
  /** The values of the chart by their text: most versions of a chart have the same description. */
  readonly known: Map<string, unknown>;
};

const NONE = -1;

/**
 * Reads an index in the block style that Helm writes, line by line: a YAML parser needs seconds and much memory for 20 MB. Lines with a larger
 * indentation than a key belong to its value in every style of YAML, so only the lines of the fields that are read matter.
 * @returns undefined if the index is written in another style
 */
export function scanIndex(text: string): RawIndex | undefined {
  const entries = /^entries:[ \t]*\r?$/m.exec(text);
  if (entries === null) return undefined;
  const scan: Scan = {charts: new Map(), columns: {chart: NONE, item: NONE, key: NONE}, known: new Map()};
  for (const line of indexLines(text, entries.index + entries[0].length + 1)) {
    if (line.indent === 0) break;
    if (!readLine(text, line, scan)) return undefined;
  }
  endField(text, scan);
  return scan.charts;
}

/** Reads a line. Returns false for a style that Helm does not write. */
function readLine(text: string, line: IndexLine, scan: Scan): boolean {
  const {columns} = scan;
  if (columns.chart === NONE) columns.chart = line.indent;
  if (!line.isItem && line.indent === columns.chart) return startChart(text, line, scan);
  if (line.isItem && (columns.item === NONE || line.indent === columns.item)) return startVersion(text, line, scan);
  if (!line.isItem && line.indent === columns.key) return startField(text, line, scan);
  const {field} = scan;
  if (field === undefined || line.indent < columns.key) return false;
  scan.field = {...field, to: line.end, isOneLine: false};
  return true;
}

function startChart(text: string, {start, end}: IndexLine, scan: Scan): boolean {
  endField(text, scan);
  const found = keyAt(text, start, end);
  if (found === undefined || text.slice(found.from, end).trim() !== '') return false;
  scan.versions = scan.charts.get(found.key) ?? [];
  scan.charts.set(found.key, scan.versions);
  Object.assign(scan.columns, {item: NONE, key: NONE});
  scan.known.clear();
  return true;
}

function startVersion(text: string, line: IndexLine, scan: Scan): boolean {
  endField(text, scan);
  if (scan.versions === undefined) return false;
  scan.version = {};
  scan.versions.push(scan.version);
  let start = line.start + 1;
  while (text[start] === ' ') start++;
  Object.assign(scan.columns, {item: line.indent, key: line.indent + start - line.start});
  return startField(text, {...line, start}, scan);
}

function startField(text: string, {start, end}: IndexLine, scan: Scan): boolean {
  endField(text, scan);
  const found = keyAt(text, start, end);
  scan.field = found && {...found, to: end, isOneLine: true};
  return found !== undefined;
}

function endField(text: string, scan: Scan): void {
  const {field, version} = scan;
  if (field !== undefined && version !== undefined && INDEX_FIELDS.has(field.key))
    version[field.key] = valueOf(text, field, scan.known);
  scan.field = undefined;
}

/** Returns the key at an offset, and the offset after its colon; undefined for a style that Helm does not write. */
function keyAt(text: string, start: number, end: number): Pick<Field, 'key' | 'from'> | undefined {
  const quote = text[start];
  const isQuoted = quote === '"' || quote === "'";
  const close = isQuoted ? text.indexOf(quote, start + 1) : text.indexOf(':', start) - 1;
  const [colon, next] = [text[close + 1], text[close + 2]];
  if (close < start || close + 1 >= end || colon !== ':') return undefined;
  if (close + 2 < end && next !== ' ' && next !== '\r') return undefined;
  const key = isQuoted ? text.slice(start + 1, close) : text.slice(start, close + 1);
  return /[\\{}[\]&*!|>%@`<]/.test(key) ? undefined : {key, from: close + 2};
}

/** A plain text on one line: no indicator at its start, no comment, no mapping. It is read as written: an appVersion of 1.10 stays 1.10. */
const TEXT = String.raw`[^\s\-?:,[\]{}#&*!|>'"%@\x60~](?:(?! #|: |:\r|:$).)*`;
const PLAIN = new RegExp(`^${TEXT}$`);

/** A list in block style of such texts, as that of the addresses, which are others in each version. */
const PLAIN_LIST = new RegExp(`(?<![^])\r?(\n *- +)${TEXT}\r?(?:\\1${TEXT}\r?)*(?![^])`, 'm');

/** @throws Error if the value cannot be read by itself */
function valueOf(text: string, {from, to, isOneLine}: Field, known: Scan['known']): unknown {
  const written = text.slice(from, to);
  if (isOneLine && PLAIN.test(written.trim())) return plainOf(written);
  if (isOneLine && /^\s*(?:"[^"\\]*"|'[^']*')\s*$/.test(written)) return written.trim().slice(1, -1);
  const [, dash] = PLAIN_LIST.exec(written) ?? [];
  if (dash !== undefined) return written.split(dash).slice(1).map(plainOf);
  if (!known.has(written))
    known.set(written, (load(`value:${written}\n`, {schema: INDEX_SCHEMA}) as RawVersion)['value']);
  return known.get(written);
}

function plainOf(written: string): string | undefined {
  const text = written.trim();
  return text === 'null' ? undefined : text;
}
