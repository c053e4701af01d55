import {EVENT_ID, parseEvents} from 'js-yaml';
import {once} from '../../lib/once.ts';
import type {Tree} from './event-tree.ts';
import type {SourceText} from './source-text.ts';

/** The events of one document, or of its whole file. `root` is the index of the document's root in them. */
export type DocumentTree = {readonly source: SourceText; readonly tree: Tree; readonly root: number};

type Part = {readonly start: number; readonly end: number};

/**
 * Returns a function that finds the events of a document when a position in it is requested. The events of a file need ten times the memory of its
 * text, and most documents need no position. So the events are not kept. They are created again for one document at a time, and only those of the
 * last one are kept.
 */
export function recallDocuments(
  source: SourceText,
  tree: Tree,
  roots: readonly number[],
): (root: number) => DocumentTree {
  const parts = partsOf(tree, roots);
  const whole = once(() => treeOf(source));
  let last: {readonly root: number; readonly found: DocumentTree} | undefined;
  return (root) => {
    if (last?.root === root) return last.found;
    const part = parts.get(root);
    const found = part === undefined ? {source, tree: whole(), root} : documentIn(partOf(source, part));
    last = {root, found};
    return found;
  };
}

const treeOf = ({text, file}: SourceText): Tree => ({text, events: parseEvents(text, {filename: file})});

const documentIn = (source: SourceText): DocumentTree => ({source, tree: treeOf(source), root: 1});

const partOf = (source: SourceText, {start, end}: Part): SourceText => ({
  ...source,
  text: source.text.slice(start, end),
  position: (from, to) => source.position(start + from, start + to),
});

/** Returns the part of the text of each document that can be parsed alone: not of an empty one, and none if one begins without a marker. */
function partsOf(tree: Tree, roots: readonly number[]): ReadonlyMap<number, Part> {
  const parts = new Map<number, Part>();
  if (!roots.every((root, i) => beginsAlone(tree, root, i === 0))) return parts;
  let end = tree.text.length;
  for (const [i, root] of [...roots.entries()].toReversed()) {
    const first = offsetOf(tree, root);
    if (first === undefined) continue;
    const marker = tree.text.lastIndexOf(MARKER, first - MARKER.length - 1);
    // Only the first document may have no marker. Another one without it has line ends that are not searched for.
    if ((marker === -1 && i > 0) || first >= end) return new Map();
    parts.set(root, {start: marker + 1, end});
    end = marker + 1;
  }
  return parts;
}

/** A line that begins a document. Text follows after white space. */
const MARKER = '\n---';

/** Reports whether a document begins with a marker, and no directive counts for it. */
function beginsAlone({events}: Tree, root: number, isFirst: boolean): boolean {
  const event = events[root - 1];
  return event?.type === EVENT_ID.DOCUMENT && event.directives.length === 0 && (isFirst || event.explicitStart);
}

/** Returns the offset of the first character of a node; undefined if it has no text. */
function offsetOf({events}: Tree, node: number): number | undefined {
  const event = events[node];
  if (event?.type === EVENT_ID.SCALAR) return event.valueStart === -1 ? undefined : event.valueStart;
  return event?.type === EVENT_ID.SEQUENCE || event?.type === EVENT_ID.MAPPING ? event.start : undefined;
}
