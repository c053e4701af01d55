import {
  type AliasEvent,
  COLLECTION_STYLE,
  EVENT_ID,
  type Event,
  getScalarValue,
  parseEvents,
  YAMLException,
} from 'js-yaml';
import {type EditedText, editedText} from '../../../lib/edited-text.ts';
import {libyamlEdits} from '../../../lib/libyaml/libyaml-edits.ts';

/** A node of a YAML text with its range. A block collection has no exact end: `to` is the end of its last node. */
export type YamlNode = {
  readonly kind: 'mapping' | 'sequence' | 'scalar' | 'alias';
  /** True for `{…}` and `[…]`. */
  readonly isFlow: boolean;
  /** The offset of the first character, with a tag and an anchor. */
  readonly from: number;
  /** The offset of the value itself. */
  readonly start: number;
  readonly to: number;
  /** The items of a sequence; the keys and values of a mapping, in turns. */
  readonly children: readonly YamlNode[];
  /** The value of a scalar; '' for other nodes. */
  readonly value: string;
};

/** Returns the root of the only document of a text, read as kubectl reads it; undefined if the text cannot be parsed. */
export function rootOf(text: string): YamlNode | undefined {
  const root = parsed(text);
  if (root !== undefined) return root;
  const edited = editedText(text, libyamlEdits(text).edits);
  // Lines in brackets at the column of their key, which YAML 1.2 does not allow.
  const other = parsed(edited.text);
  return other === undefined ? undefined : inOriginal(other, edited);
}

function parsed(text: string): YamlNode | undefined {
  try {
    const cursor = {text, events: parseEvents(text, {}), next: 1};
    return cursor.events.length < 2 ? undefined : nodeAt(cursor, 0);
  } catch (error) {
    if (error instanceof YAMLException) return undefined;
    throw error;
  }
}

const inOriginal = (node: YamlNode, edited: EditedText): YamlNode => ({
  ...node,
  from: edited.originalOffset(node.from),
  start: edited.originalOffset(node.start),
  to: edited.originalOffset(node.to),
  children: node.children.map((child) => inOriginal(child, edited)),
});

/** Returns the key and the value of an entry; undefined if the mapping has no such entry. */
export function entryOf({children}: YamlNode, name: string): readonly [key: YamlNode, value: YamlNode] | undefined {
  const at = children.findIndex(({value}, index) => index % 2 === 0 && value === name);
  const [key, value] = [children[at], children[at + 1]];
  return key === undefined || value === undefined ? undefined : [key, value];
}

type Cursor = {readonly text: string; readonly events: readonly Event[]; next: number};

/** Reads a node. `after`: the end of the node before it, for a value that is not written. */
function nodeAt(cursor: Cursor, after: number): YamlNode {
  const event = cursor.events[cursor.next++];
  const leaf = {isFlow: false, children: [], value: ''};
  if (event === undefined || event.type === EVENT_ID.POP || event.type === EVENT_ID.DOCUMENT)
    return {...leaf, kind: 'scalar', from: after, start: after, to: after};
  if (event.type === EVENT_ID.ALIAS) {
    const from = event.anchorStart - 1;
    return {...leaf, kind: 'alias', from, start: from, to: event.anchorEnd};
  }
  if (event.type === EVENT_ID.SCALAR) {
    const value = getScalarValue(cursor.text, event);
    if (event.valueStart < 0) return {...leaf, kind: 'scalar', from: after, start: after, to: after};
    // The quotes are not part of the value.
    const quotes = /['"]/.test(cursor.text[event.valueEnd] ?? '') && isQuote(cursor.text, event.valueStart - 1) ? 1 : 0;
    const [start, to] = [event.valueStart - quotes, event.valueEnd + quotes];
    return {...leaf, kind: 'scalar', value, from: firstOf(event, start), start, to};
  }
  return collection(cursor, event);
}

const isQuote = (text: string, offset: number): boolean => text[offset] === "'" || text[offset] === '"';

type CollectionEvent = Extract<Event, {readonly type: typeof EVENT_ID.SEQUENCE | typeof EVENT_ID.MAPPING}>;

function collection(cursor: Cursor, event: CollectionEvent): YamlNode {
  const children: YamlNode[] = [];
  let end = event.start + 1;
  while (cursor.next < cursor.events.length && cursor.events[cursor.next]?.type !== EVENT_ID.POP) {
    const child = nodeAt(cursor, end);
    children.push(child);
    end = child.to;
  }
  cursor.next++;
  const isFlow = event.style === COLLECTION_STYLE.FLOW;
  return {
    kind: event.type === EVENT_ID.SEQUENCE ? 'sequence' : 'mapping',
    isFlow,
    from: firstOf(event, event.start),
    start: event.start,
    to: isFlow ? afterBracket(cursor.text, end) : end,
    children,
    value: '',
  };
}

/** Returns the offset after the next closing bracket: only spaces, commas, a colon without a value and comments may be before it. */
const afterBracket = (text: string, offset: number): number =>
  offset + (/^(?:[\s,:]|#[^\n]*\n)*[\]}]/.exec(text.slice(offset))?.[0].length ?? 0);

type Marked = Pick<AliasEvent, 'anchorStart'> & {readonly tagStart: number};

const firstOf = ({anchorStart, tagStart}: Marked, start: number): number =>
  Math.min(start, ...(anchorStart < 0 ? [] : [anchorStart - 1]), ...(tagStart < 0 ? [] : [tagStart]));
