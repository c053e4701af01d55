import {isList, isObject, type Json} from '../../../core/json.ts';
import {deepEqual} from '../../../lib/deep-equal.ts';
import type {EntryList, Named} from './entries.ts';
import {flowItems, gapsOf} from './flow-items.ts';
import {entryOf, rootOf, type YamlNode} from './yaml-nodes.ts';

/** The layout of a file in flow style. */
type Layout = {
  /** True if the whole file is JSON. */
  readonly isJson: boolean;
  /** The indentation of one level; undefined if the file has no lines of its own for keys. */
  readonly step: string | undefined;
};

/**
 * Returns the text with another list, where the list or the whole file is in flow style: only the entries that differ are changed. Undefined
 * if the list is in block style.
 */
export function withFlowList(
  text: string,
  list: EntryList,
  before: readonly Named[],
  after: readonly Named[],
): string | undefined {
  const root = rootOf(text);
  if (root?.kind !== 'mapping') return undefined;
  const layout = layoutOf(text, root);
  const [, value] = entryOf(root, list) ?? [];
  if (value?.kind === 'sequence' && value.isFlow && value.children.length === before.length)
    return replaced(text, value, itemsText(text, value, {before, after, layout}));
  if (!root.isFlow) return undefined;
  // A list without a value: `null`, `~` or nothing.
  if (value?.kind === 'scalar') return replaced(text, value, newList(after, layout));
  return value === undefined ? withEntry(text, root, [list, newList(after, layout)], layout) : undefined;
}

/** Returns the text with another scalar at a key of the root. Undefined if the key has no value, and the root is in block style. */
export function withScalar(text: string, key: string, value: string): string | undefined {
  const root = rootOf(text);
  if (root?.kind !== 'mapping') return undefined;
  const [, old] = entryOf(root, key) ?? [];
  if (old === undefined)
    return root.isFlow ? withEntry(text, root, [key, JSON.stringify(value)], layoutOf(text, root)) : undefined;
  if (old.start === old.to || (old.kind !== 'scalar' && old.kind !== 'alias')) return undefined;
  const isPlain = !/^['"]/.test(text.slice(old.start)) && /^[A-Za-z][\w.-]*$/.test(value);
  return `${text.slice(0, old.start)}${isPlain ? value : JSON.stringify(value)}${text.slice(old.to)}`;
}

const replaced = (text: string, {start, to}: YamlNode, by: string): string =>
  `${text.slice(0, start)}${by}${text.slice(to)}`;

function layoutOf(text: string, root: YamlNode): Layout {
  const isJson = root.isFlow && text[root.start] === '{' && /^\{\s*(?:"|\})/.test(text.slice(root.start));
  return {isJson, step: root.isFlow ? /^\{[^\S\n]*\n([ \t]+)/.exec(text.slice(root.start))?.[1] : undefined};
}

/** Returns a value on one line, or for JSON with lines of its own for keys, on several lines. */
function written(value: Json, {isJson, step}: Layout, indent: string | undefined): string {
  if (!isJson) return inFlow(value);
  if (step === undefined || indent === undefined) return JSON.stringify(value);
  return JSON.stringify(value, undefined, step).replaceAll('\n', `\n${indent}`);
}

/** Returns a value in flow style on one line. Words that are not plain letters are quoted, because some parsers end them at a colon. */
function inFlow(value: Json): string {
  if (isList(value)) return `[${value.map(inFlow).join(', ')}]`;
  if (isObject(value)) {
    const entries = Object.entries(value).map(([key, inner]) => `${inFlow(key)}: ${inFlow(inner)}`);
    return `{${entries.join(', ')}}`;
  }
  return typeof value === 'string' && PLAIN.test(value) && !RESERVED.test(value) ? value : JSON.stringify(value);
}

const PLAIN = /^[A-Za-z/][\w./-]*$/;
const RESERVED = /^(?:true|false|yes|no|on|off|y|n|null)$/i;

const newList = (entries: readonly Named[], layout: Layout): string => written(entries, layout, layout.step);

/** Adds an entry after the last one, with the separator of the others. */
function withEntry(text: string, root: YamlNode, [key, value]: readonly [string, string], layout: Layout): string {
  const entry = `${layout.isJson ? JSON.stringify(key) : key}: ${value}`;
  const last = root.children.at(-1);
  if (last === undefined) return replaced(text, root, `{${entry}}`);
  const separator = layout.step === undefined ? ', ' : `,\n${layout.step}`;
  return `${text.slice(0, last.to)}${separator}${entry}${text.slice(last.to)}`;
}

type Items = {readonly before: readonly Named[]; readonly after: readonly Named[]; readonly layout: Layout};

/** Returns the text of a list in brackets. Kept entries and the text between them stay as they are. */
function itemsText(text: string, list: YamlNode, {before, after, layout}: Items): string {
  const indent = layout.step?.repeat(2);
  const wanted = new Map(after.map((entry) => [entry.name, entry]));
  const known = new Set(before.map(({name}) => name));
  const kept = list.children.map((node, index) => {
    const was = before[index];
    const now = was === undefined ? undefined : wanted.get(was.name);
    if (now === undefined) return undefined;
    return deepEqual(now, was) ? text.slice(node.from, node.to) : written(now, layout, indent);
  });
  const added = after.filter(({name}) => !known.has(name)).map((entry) => written(entry, layout, indent));
  if (kept.every((own) => own === undefined)) return added.length === 0 ? '[]' : newList(after, layout);
  return flowItems(gapsOf(text, list), kept, added);
}
