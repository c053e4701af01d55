import {type AliasEvent, EVENT_ID, type Event, type MappingEvent, type SequenceEvent} from 'js-yaml';

/** A parsed file as a flat list of events. A node is the index of its first event. */
export type Tree = {readonly text: string; readonly events: readonly Event[]};

/** Indexes of a mapping's key and value in the tree of events. */
export type Entry = {readonly key: number; readonly value: number};

/** Returns the index after the last event of a node. */
function afterNode({events}: Tree, node: number): number {
  let open = 0;
  for (let index = node; index < events.length; index++) {
    const type = events[index]?.type;
    if (type === EVENT_ID.SEQUENCE || type === EVENT_ID.MAPPING) open++;
    else if (type === EVENT_ID.POP) open--;
    if (open === 0) return index + 1;
  }
  return events.length;
}

/** Yields the entries of a mapping in the order of the file, duplicates included. */
export function* entriesOf(tree: Tree, mapping: number): Generator<Entry> {
  let key = mapping + 1;
  while (isNode(tree, key)) {
    const value = afterNode(tree, key);
    yield {key, value};
    key = afterNode(tree, value);
  }
}

/** Yields the indexes of a sequence's items. */
export function* itemsOf(tree: Tree, sequence: number): Generator<number> {
  for (let item = sequence + 1; isNode(tree, item); item = afterNode(tree, item)) yield item;
}

const isNode = ({events}: Tree, index: number): boolean =>
  index < events.length && events[index]?.type !== EVENT_ID.POP;

/** Returns the node of an alias: the last node before it in the same document that has the anchor. */
export function dereference(tree: Tree, node: number): number {
  const event = tree.events[node];
  if (event?.type !== EVENT_ID.ALIAS) return node;
  const name = anchorName(tree, event);
  for (let index = node - 1; index >= 0; index--) {
    const before = tree.events[index];
    if (before === undefined || before.type === EVENT_ID.DOCUMENT) break;
    if (before.type !== EVENT_ID.POP && before.type !== EVENT_ID.ALIAS && anchorName(tree, before) === name)
      return index;
  }
  return node;
}

type Anchored = AliasEvent | MappingEvent | SequenceEvent | Extract<Event, {type: typeof EVENT_ID.SCALAR}>;

/** Returns the name of an anchor without `&`; undefined if there is none. */
export const anchorName = ({text}: Tree, event: Anchored): string | undefined =>
  event.anchorStart === -1 ? undefined : text.slice(event.anchorStart, event.anchorEnd);
