import {
  COLLECTION_STYLE,
  EVENT_ID,
  type MappingEvent,
  SCALAR_STYLE,
  type ScalarEvent,
  type SequenceEvent,
} from 'js-yaml';
import type {Position} from '../../core/diagnostic/diagnostic.ts';
import type {Origin} from '../../core/diagnostic/origin.ts';
import {dereference, type Entry, entriesOf, itemsOf, type Tree} from './event-tree.ts';
import {isMergeKey, keyName} from './key-name.ts';
import type {DocumentTree} from './recall-documents.ts';
import type {SourceText} from './source-text.ts';

type Range = {readonly start: number; readonly end: number};

/** Returns the origin of a document. It walks the events only when a position is requested, because most positions never are. */
export function eventOrigin(file: string, recall: () => DocumentTree): Origin {
  return {
    file,
    position(path, part = 'value') {
      const {source, tree, root} = recall();
      let entry: Partial<Entry> = {value: root};
      let found = 0;
      for (const step of path) {
        const child = childOf(tree, dereference(tree, entry.value ?? root), step);
        if (child === undefined) break;
        entry = child;
        found++;
      }
      const wanted = found === path.length ? part : 'key';
      return positionOf(source, tree, entry, wanted);
    },
  };
}

/** Returns the position of a node, for problems that are found while the document is read. */
export function nodePosition(source: SourceText, tree: Tree, node: number): Position {
  return positionOf(source, tree, {value: node}, 'value');
}

function positionOf(source: SourceText, tree: Tree, entry: Partial<Entry>, part: 'key' | 'value'): Position {
  const value = entry.value === undefined ? undefined : rangeOf(tree, entry.value);
  const key = entry.key === undefined ? undefined : rangeOf(tree, entry.key);
  const {start, end} = (part === 'key' ? (key ?? value) : (value ?? key)) ?? firstWritten(tree, entry.value ?? 0);
  return source.position(start, end);
}

/** Returns the range of a node; undefined if it has no text of its own: an empty value, or a block that is shown by its key. */
function rangeOf(tree: Tree, node: number): Range | undefined {
  const event = tree.events[node];
  if (event?.type === EVENT_ID.SCALAR) return event.valueStart === -1 ? undefined : scalarRange(tree.text, event);
  if (event?.type === EVENT_ID.ALIAS) return {start: event.anchorStart - 1, end: event.anchorEnd};
  if (event?.type !== EVENT_ID.SEQUENCE && event?.type !== EVENT_ID.MAPPING) return undefined;
  return event.style === COLLECTION_STYLE.FLOW ? {start: event.start, end: endOfFlow(tree, node)} : undefined;
}

function scalarRange(text: string, event: ScalarEvent): Range {
  const {valueStart: start, valueEnd: end} = event;
  if (event.style === SCALAR_STYLE.SINGLE_QUOTED || event.style === SCALAR_STYLE.DOUBLE_QUOTED) {
    return {start: start - 1, end: end + 1};
  }
  if (event.style === SCALAR_STYLE.PLAIN) return {start, end};
  let from = start;
  while (from < end && /\s/.test(text.charAt(from))) from++;
  return {start: from, end};
}

/** Returns the offset after the closing bracket of a flow collection. The events have only the offset of the opening bracket. */
function endOfFlow(tree: Tree, collection: number): number {
  const {text, events} = tree;
  const open: (MappingEvent | SequenceEvent)[] = [];
  let end = 0;
  for (let index = collection; index < events.length; index++) {
    const event = events[index];
    if (event?.type === EVENT_ID.SEQUENCE || event?.type === EVENT_ID.MAPPING) {
      open.push(event);
      if (hasBrackets(text, event)) end = event.start + 1;
    } else if (event?.type === EVENT_ID.POP) {
      const closed = open.pop();
      if (closed !== undefined && hasBrackets(text, closed)) end = afterBracket(text, end);
      if (open.length === 0) break;
    } else end = rangeOf(tree, index)?.end ?? end;
  }
  return end;
}

/** Reports whether a collection has brackets. The mapping in `[a: 1]` has none. */
const hasBrackets = (text: string, {start}: MappingEvent | SequenceEvent): boolean => /[[{]/.test(text.charAt(start));

/** Returns the offset after the next closing bracket, which only blanks, a comma and comments can precede. */
function afterBracket(text: string, from: number): number {
  for (let index = from; index < text.length; index++) {
    const char = text.charAt(index);
    if (char === ']' || char === '}') return index + 1;
    if (char === '#') {
      const lineEnd = text.indexOf('\n', index);
      if (lineEnd === -1) break;
      index = lineEnd;
    }
  }
  return from;
}

/** Returns the range of the first text in a block without a key, such as a list item or a whole document. */
function firstWritten(tree: Tree, node: number): Range {
  for (let index = node; index < tree.events.length; index++) {
    const range = rangeOf(tree, index);
    if (range !== undefined) return range;
  }
  return {start: 0, end: 1};
}

function childOf(tree: Tree, node: number, step: string | number): Partial<Entry> | undefined {
  const type = tree.events[node]?.type;
  if (type === EVENT_ID.SEQUENCE) return itemAt(tree, node, step);
  if (type === EVENT_ID.MAPPING) return entryAt(tree, node, String(step));
  return undefined;
}

function itemAt(tree: Tree, sequence: number, step: string | number): Partial<Entry> | undefined {
  let index = 0;
  for (const item of itemsOf(tree, sequence)) {
    if (index === step) return {value: item};
    index++;
  }
  return undefined;
}

/** Returns the entry of a mapping, or of a mapping that is merged into it. */
export function entryAt(tree: Tree, mapping: number, key: string): Entry | undefined {
  const merged: number[] = [];
  for (const entry of entriesOf(tree, mapping)) {
    if (isMergeKey(tree, entry.key)) {
      merged.push(entry.value);
      continue;
    }
    const read = keyName(tree, entry.key);
    if (read !== undefined && 'name' in read && read.name === key) return entry;
  }
  for (const value of merged) {
    const node = dereference(tree, value);
    const sources = tree.events[node]?.type === EVENT_ID.SEQUENCE ? [...itemsOf(tree, node)] : [node];
    for (const source of sources) {
      const target = dereference(tree, source);
      const entry = tree.events[target]?.type === EVENT_ID.MAPPING ? entryAt(tree, target, key) : undefined;
      if (entry !== undefined) return entry;
    }
  }
  return undefined;
}
