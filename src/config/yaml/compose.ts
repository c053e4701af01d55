import {EVENT_ID, type Event, getScalarValue, SCALAR_STYLE, type ScalarEvent} from 'js-yaml';
import {type Diagnostic, isError} from '../../core/diagnostic/diagnostic.ts';
import {isObject, type Json, type JsonObject} from '../../core/json.ts';
import {entryAt, nodePosition} from './event-origin.ts';
import {anchorName, type Tree} from './event-tree.ts';
import {isMergeKey, keyName} from './key-name.ts';
import {holdsSecret, maskedPosition} from './masked-position.ts';
import {namedKey, offsetOf, type ReadKeys, warnOfName} from './named-key.ts';
import {plainScalar} from './plain-scalar.ts';
import {taggedScalar} from './scalar-tag.ts';
import type {SourceText} from './source-text.ts';

/** The values of a YAML stream. `node` is the index of a document's root in the tree of events. */
export type Composed = {
  readonly documents: readonly {readonly value: Json; readonly node: number; readonly isWhole: boolean}[];
  readonly diagnostics: readonly Diagnostic[];
};

/** The maximum number of nodes that aliases may add. Without it, a YAML bomb of one kilobyte would fill the memory. */
const MAX_ALIASED_NODES = 100_000;
const MAX_DEPTH = 200;

type Anchor = {readonly value: Json; readonly nodes: number; readonly height: number};

/** The state of the composer. `next` is the index of the next event. */
type Composer = ReadKeys & {
  readonly isLastKeyKept: boolean;
  next: number;
  nodes: number;
  aliased: number;
  depth: number;
  deepest: number;
  /** Maps an anchor to its value. `open`: the anchored node is still being read. */
  readonly anchors: Map<string, Anchor | 'open'>;
};

/** Converts events to JSON values. It collects problems and continues. */
export function compose(source: SourceText, tree: Tree, isLastKeyKept: boolean): Composed {
  const diagnostics: Diagnostic[] = [];
  const documents: {value: Json; node: number; isWhole: boolean}[] = [];
  const composer: Composer = {
    tree,
    isLastKeyKept,
    next: 0,
    nodes: 0,
    aliased: 0,
    depth: 0,
    deepest: 0,
    anchors: new Map(),
    report: (node, problem) => diagnostics.push({severity: 'error', ...problem, at: nodePosition(source, tree, node)}),
  };
  while (composer.next < tree.events.length) {
    const node = ++composer.next;
    composer.anchors.clear();
    const before = diagnostics.length;
    const value = composeNode(composer);
    documents.push({value, node, isWhole: !diagnostics.slice(before).some(isError)});
    if (holdsSecret(value)) diagnostics.push(...diagnostics.splice(before).map(masked));
    composer.next++; // the end of the document
  }
  return {documents, diagnostics};
}

const masked = (diagnostic: Diagnostic): Diagnostic =>
  diagnostic.at === undefined ? diagnostic : {...diagnostic, at: maskedPosition(diagnostic.at)};

function composeNode(composer: Composer): Json {
  const node = composer.next;
  const event = composer.tree.events[node];
  if (event === undefined) return null;
  if (event.type === EVENT_ID.ALIAS) return composeAlias(composer, node);
  const anchor =
    event.type === EVENT_ID.DOCUMENT || event.type === EVENT_ID.POP ? undefined : anchorName(composer.tree, event);
  return anchor === undefined ? composeValue(composer, event, node) : composeAnchored(composer, event, node, anchor);
}

function composeValue(composer: Composer, event: Event, node: number): Json {
  composer.nodes++;
  if (event.type === EVENT_ID.SCALAR) {
    composer.next++;
    return scalarValue(composer, event, node);
  }
  if (event.type === EVENT_ID.SEQUENCE) {
    refuseTag(composer, event, node, /^(?:!!|!<tag:yaml\.org,2002:)seq>?$/);
    return inside(composer, () => composeSequence(composer));
  }
  if (event.type !== EVENT_ID.MAPPING) return null;
  refuseTag(composer, event, node, /^(?:!!|!<tag:yaml\.org,2002:)map>?$/);
  return inside(composer, () => composeMapping(composer, node));
}

function inside<T>(composer: Composer, read: () => T): T {
  composer.next++;
  composer.deepest = Math.max(composer.deepest, ++composer.depth);
  const value = read();
  composer.depth--;
  composer.next++; // the end of the collection
  return value;
}

const atEnd = ({tree, next}: Composer): boolean =>
  next >= tree.events.length || tree.events[next]?.type === EVENT_ID.POP;

function composeSequence(composer: Composer): Json {
  const items: Json[] = [];
  while (!atEnd(composer)) items.push(composeNode(composer));
  return items;
}

function composeMapping(composer: Composer, mapping: number): JsonObject {
  const object: Record<string, Json> = {};
  let merges: {readonly node: number; readonly value: Json}[] | undefined;
  while (!atEnd(composer)) {
    const keyNode = composer.next;
    const key = composeKey(composer);
    const valueNode = composer.next;
    const value = composeNode(composer);
    if (key === undefined) continue;
    if (key === MERGE) (merges ??= []).push({node: valueNode, value});
    else {
      const isDuplicate = Object.hasOwn(object, key);
      if (isDuplicate) reportDuplicate(composer, mapping, keyNode, key);
      if (!isDuplicate || composer.isLastKeyKept) object[key] = value;
    }
  }
  for (const {node, value} of merges ?? []) merge(composer, object, node, value);
  return object;
}

const MERGE = Symbol('<<');

/** Reads a key. Reports a key that JSON cannot represent and returns undefined. */
function composeKey(composer: Composer): string | typeof MERGE | undefined {
  const node = composer.next;
  const event = composer.tree.events[node];
  if (event?.type !== EVENT_ID.SCALAR || event.anchorStart !== -1) return unusualKey(composer, node);
  composer.next++;
  composer.nodes++;
  if (isMergeKey(composer.tree, node)) return MERGE;
  const key = namedKey(composer, node);
  if (key !== undefined) warnOfName(composer, node, event, key);
  return key;
}

/** Reads a key with an anchor, an alias, or a key that is not a scalar. */
function unusualKey(composer: Composer, node: number): string | undefined {
  const value = composeNode(composer);
  const event = composer.tree.events[node];
  const isReported = event?.type === EVENT_ID.ALIAS && value === null && keyName(composer.tree, node) === undefined;
  const key = isReported ? undefined : namedKey(composer, node);
  const isWarned = typeof value === 'boolean';
  if (key !== undefined && event?.type === EVENT_ID.SCALAR && !isWarned) warnOfName(composer, node, event, key);
  return key;
}

function reportDuplicate(composer: Composer, mapping: number, node: number, key: string): void {
  const first = entryAt(composer.tree, mapping, key);
  composer.report(node, {
    code: 'yaml/duplicate-key',
    message: `the key \`${key}\` is written twice${first === undefined ? '' : `, first on line ${lineOf(composer.tree, first.key)}`}`,
    ...(composer.isLastKeyKept ? {severity: 'warning' as const} : {hint: 'Remove one of them.'}),
  });
}

function lineOf({text, events}: Tree, node: number): number {
  const event = events[node];
  const offset = event?.type === EVENT_ID.SCALAR ? event.valueStart : offsetOf(event);
  return text.slice(0, offset).split('\n').length;
}

/** Merges mappings into an object. The object's own keys have precedence, then those of the first merged mapping. */
function merge(composer: Composer, object: Record<string, Json>, node: number, value: Json): void {
  const sources = Array.isArray(value) ? (value as readonly Json[]) : [value];
  for (const source of sources) {
    if (!isObject(source)) {
      composer.report(node, {code: 'yaml/merge', message: '`<<` needs a mapping or a list of mappings'});
      return;
    }
    for (const [key, item] of Object.entries(source)) if (!Object.hasOwn(object, key)) object[key] = item;
  }
}

function scalarValue(composer: Composer, event: ScalarEvent, node: number): Json {
  const text = getScalarValue(composer.tree.text, event);
  const report = (problem: Omit<Diagnostic, 'at'>): void => composer.report(node, problem);
  if (event.tagStart !== -1) return taggedScalar(text, tagOf(composer.tree, event), report);
  return event.style === SCALAR_STYLE.PLAIN ? plainScalar(text, report) : text;
}

const tagOf = ({text}: Tree, event: {readonly tagStart: number; readonly tagEnd: number}): string =>
  text.slice(event.tagStart, event.tagEnd);

function refuseTag(
  {tree, report}: Composer,
  event: {readonly tagStart: number; readonly tagEnd: number},
  node: number,
  known: RegExp,
): void {
  if (event.tagStart === -1 || known.test(tagOf(tree, event))) return;
  report(node, {code: 'yaml/tag', message: `the tag ${tagOf(tree, event)} is not supported`});
}

function composeAnchored(composer: Composer, event: Event, node: number, name: string): Json {
  const {nodes, deepest} = composer;
  composer.anchors.set(name, 'open');
  composer.deepest = composer.depth;
  const value = composeValue(composer, event, node);
  const height = composer.deepest - composer.depth;
  composer.deepest = Math.max(deepest, composer.deepest);
  composer.anchors.set(name, {value, nodes: composer.nodes - nodes, height});
  return value;
}

function composeAlias(composer: Composer, node: number): Json {
  composer.next++;
  const event = composer.tree.events[node];
  const name = event?.type === EVENT_ID.ALIAS ? (anchorName(composer.tree, event) ?? '') : '';
  const anchor = composer.anchors.get(name);
  if (anchor === undefined)
    composer.report(node, {code: 'yaml/alias', message: `the anchor &${name} is not defined above`});
  else if (anchor === 'open')
    composer.report(node, {code: 'yaml/alias', message: `the anchor &${name} contains an alias of itself`});
  if (anchor === undefined || anchor === 'open') return null;
  const wasBounded = composer.aliased <= MAX_ALIASED_NODES;
  composer.nodes += anchor.nodes;
  composer.aliased += anchor.nodes;
  composer.deepest = Math.max(composer.deepest, composer.depth + anchor.height);
  if (composer.aliased <= MAX_ALIASED_NODES && composer.depth + anchor.height <= MAX_DEPTH) return anchor.value;
  if (wasBounded) composer.report(node, {code: 'yaml/alias', message: 'aliases make this file too large'});
  return null;
}
