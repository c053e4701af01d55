import {isObject, type Json, type JsonObject} from '../../core/json.ts';
import {jsonAt} from '../../core/json-at.ts';
import {deepEqual} from '../../lib/deep-equal.ts';
import {readYaml, type YamlDocument} from './read-yaml.ts';
import {writeYaml} from './write-yaml.ts';

/** A change of one value in a document. `path` has its keys. Undefined as a value removes it. */
export type YamlEdit = {readonly path: readonly string[]; readonly value: Json | undefined};

/**
 * Changes values in a YAML text and keeps its comments: only the lines of the changed values are rewritten. If a value cannot be edited
 * that way (anchors, flow style over several lines), the smallest part around it that can be edited is rewritten.
 */
export const editYaml = (text: string, edits: readonly YamlEdit[]): string => edits.reduce(editOne, text);

function editOne(text: string, edit: YamlEdit): string {
  const document = read(text);
  const before = isObject(document?.value) ? document.value : {};
  const wanted = withValue(before, edit.path, edit.value);
  if (deepEqual(before, wanted)) return text;
  const {path, value} = outermost(before, wanted, edit);
  for (const attempt of attempts(text, document, path, value)) {
    if (attempt !== undefined && deepEqual(read(attempt)?.value ?? {}, wanted)) return attempt;
  }
  return writeYaml(wanted);
}

function* attempts(
  text: string,
  document: YamlDocument | undefined,
  path: readonly string[],
  value: Json | undefined,
): Generator<string | undefined> {
  if (document === undefined) {
    if (path[0] !== undefined) yield appended(text.split('\n'), entryLines(path[0], value ?? null, 0));
    return;
  }
  const source = {lines: text.split('\n'), document};
  if (typeof value === 'string') yield replacedText(source, path, value);
  yield inBlock(source, path, value);
  // Rewrites a larger part: its own format is lost, but the text around it stays.
  for (let depth = path.length - 1; depth > 0; depth--) {
    const above = path.slice(0, depth);
    const part = jsonAt(withValue(asObject(document.value), path, value), above);
    yield inBlock(source, above, part);
  }
}

type Source = {readonly lines: readonly string[]; readonly document: YamlDocument};

/** Replaces a value on one line. The rest of the line, including a comment, stays. */
function replacedText({lines, document}: Source, path: readonly string[], value: string): string | undefined {
  const old = jsonAt(document.value, path);
  if (old === undefined || old === null || typeof old === 'object') return undefined;
  const {line, column, endColumn} = document.origin.position(path, 'value');
  const written = lines[line - 1] ?? '';
  return lines
    .with(line - 1, `${written.slice(0, column - 1)}${plainOrQuoted(value)}${written.slice(endColumn - 1)}`)
    .join('\n');
}

/** Returns a string as YAML on one line. */
function plainOrQuoted(value: string): string {
  const written = writeYaml(value).trimEnd();
  return /[\n#,[\]{}]/.test(written) ? JSON.stringify(value) : written;
}

/** Replaces the lines of a mapping's entry, or adds an entry after the last one. */
function inBlock(source: Source, path: readonly string[], value: Json | undefined): string | undefined {
  const {lines, document} = source;
  const parent = path.slice(0, -1);
  const key = path.at(-1);
  const siblings = jsonAt(document.value, parent) ?? (parent.length === 0 ? {} : undefined);
  if (key === undefined || !isObject(siblings)) return undefined;
  if (Object.hasOwn(siblings, key)) {
    const region = regionOf(source, path);
    if (region === undefined) return undefined;
    const entry = value === undefined ? [] : entryLines(key, value, region.indent);
    return joined(lines.toSpliced(region.start, region.end - region.start, ...entry));
  }
  if (value === undefined) return undefined;
  const last = Object.keys(siblings).at(-1);
  if (last === undefined) return parent.length === 0 ? appended(lines, entryLines(key, value, 0)) : undefined;
  const region = regionOf(source, [...parent, last]);
  if (region === undefined) return undefined;
  return joined(lines.toSpliced(region.end, 0, ...entryLines(key, value, region.indent)));
}

type Region = {readonly start: number; readonly end: number; readonly indent: number};

/** Returns the lines of an entry: from the line of its key to the last line of its value. */
function regionOf({lines, document}: Source, path: readonly string[]): Region | undefined {
  const {line, column} = document.origin.position(path, 'key');
  const [start, indent] = [line - 1, column - 1];
  if ((lines[start] ?? '').slice(0, indent).trim() !== '') return undefined;
  let end = start + 1;
  for (let at = start + 1; at < lines.length; at++) {
    const text = lines[at] ?? '';
    if (text.trim() === '') continue;
    const depth = text.length - text.trimStart().length;
    const isItem = depth === indent && /^-(?: |$)/.test(text.trimStart());
    // A line with a closing bracket belongs to the value above it.
    const isEnd = /^[\]}]/.test(text.trimStart());
    if (depth <= indent && !isItem && !isEnd) break;
    end = at + 1;
  }
  return {start, end, indent};
}

const entryLines = (key: string, value: Json, indent: number): readonly string[] =>
  writeYaml({[key]: value})
    .trimEnd()
    .split('\n')
    .map((line) => (line === '' ? '' : `${' '.repeat(indent)}${line}`));

const appended = (lines: readonly string[], entry: readonly string[]): string =>
  joined([...(lines.at(-1) === '' ? lines.slice(0, -1) : lines), ...entry]);

const joined = (lines: readonly string[]): string => `${lines.join('\n').replace(/(?<!\n)\n+$/, '')}\n`;

/** Returns the outermost change: removes a mapping that would become empty, and adds one that is missing. */
function outermost(before: JsonObject, wanted: JsonObject, {path}: YamlEdit): YamlEdit {
  for (let depth = 1; depth <= path.length; depth++) {
    const part = path.slice(0, depth);
    const [was, will] = [jsonAt(before, part), jsonAt(wanted, part)];
    if (!isObject(was) || !isObject(will) || depth === path.length) return {path: part, value: will};
  }
  return {path, value: jsonAt(wanted, path)};
}

/** Returns the data with another value, without mappings that become empty. */
export function withValue(data: JsonObject, [key, ...rest]: readonly string[], value: Json | undefined): JsonObject {
  if (key === undefined) return data;
  const inner = data[key];
  const next = rest.length === 0 ? value : withValue(isObject(inner) ? inner : {}, rest, value);
  const isGone = next === undefined || (rest.length > 0 && value === undefined && isEmpty(next));
  const {[key]: _, ...others} = data;
  if (isGone) return others;
  return Object.hasOwn(data, key)
    ? Object.fromEntries(Object.entries(data).map(([name, old]) => [name, name === key ? next : old]))
    : {...data, [key]: next};
}

const isEmpty = (value: Json): boolean => isObject(value) && Object.keys(value).length === 0;
const asObject = (value: Json): JsonObject => (isObject(value) ? value : {});

const read = (text: string): YamlDocument | undefined =>
  readYaml(text, 'workspace').documents.find(({value}) => value !== null);
