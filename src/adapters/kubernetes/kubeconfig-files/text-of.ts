import {dump} from 'js-yaml';
import {deepEqual} from '../../../lib/deep-equal.ts';
import {documentsIn, ENTRIES, type EntryList, type Kubeconfig, type Named} from './entries.ts';
import {withFlowList, withScalar} from './flow-text.ts';
import {entryOf, rootOf} from './yaml-nodes.ts';

/** The text of a kubeconfig. `rewritten`: comments and formatting were lost. */
type ChangedText = {readonly text: string; readonly rewritten: boolean};

/**
 * Returns the text of a changed kubeconfig. Only the entries that differ are changed: comments, anchors, order, style and spelling of the
 * others are kept. A text that cannot be changed in this way is written again (`rewritten`).
 */
export function textOf(before: string, config: Kubeconfig, wanted: Kubeconfig): ChangedText {
  const hasOnlyCrlf = before.includes('\r\n') && !/(?<!\r)\n/.test(before);
  if (!hasOnlyCrlf) return changedText(before, config, wanted);
  const {text, rewritten} = changedText(before.replaceAll('\r\n', '\n'), config, wanted);
  return {text: text.replaceAll('\n', '\r\n'), rewritten};
}

function changedText(before: string, config: Kubeconfig, wanted: Kubeconfig): ChangedText {
  if (deepEqual(config, wanted)) return {text: before, rewritten: false};
  const edited = ENTRIES.reduce<string | undefined>(
    (text, list) => (text === undefined ? undefined : withList(text, list, config[list] ?? [], wanted[list] ?? [])),
    withCurrent(before, config, wanted),
  );
  // A file without content keeps its comments.
  const candidates = [...(edited === undefined ? [] : [edited]), `${endedLine(before)}${yaml(wanted)}`];
  // A text is used only if it parses to the wanted content.
  const text = candidates.find((candidate) => says(candidate, wanted));
  if (text !== undefined) return {text, rewritten: false};
  return {
    text: isJson(before) ? `${JSON.stringify(wanted, undefined, 2)}\n` : yaml(wanted),
    rewritten: before.trim() !== '',
  };
}

const yaml = (value: unknown): string => dump(value, {lineWidth: -1, noRefs: true});

const isJson = (text: string): boolean => text.trimStart().startsWith('{');

function says(text: string, wanted: Kubeconfig): boolean {
  try {
    return deepEqual(documentsIn(text), [wanted]);
  } catch {
    return false;
  }
}

function withCurrent(text: string, config: Kubeconfig, wanted: Kubeconfig): string | undefined {
  const current = wanted['current-context'];
  if (current === config['current-context'] || current === undefined) return text;
  const edited = withScalar(text, 'current-context', current);
  if (edited !== undefined) return edited;
  const line = `current-context: ${JSON.stringify(current)}`;
  // A key without a value.
  const at = /^current-context:[ \t]*(#.*)?$/m;
  if (!at.test(text)) return `${endedLine(text)}${line}\n`;
  return text.replace(at, (_, comment: string | undefined) => (comment === undefined ? line : `${line} ${comment}`));
}

const endedLine = (text: string): string => (text === '' || text.endsWith('\n') ? text : `${text}\n`);

/** Replaces a top-level list. An empty list gets its first entry in block style, unless the whole file is in flow style. */
function withList(
  text: string,
  list: EntryList,
  before: readonly Named[],
  after: readonly Named[],
): string | undefined {
  if (deepEqual(before, after)) return text;
  const styles = [withFlowList, withBlockList] as const;
  const [first, second] = before.length === 0 && rootOf(text)?.isFlow !== true ? styles.toReversed() : styles;
  return first?.(text, list, before, after) ?? second?.(text, list, before, after);
}

/** Replaces a list in block style: `users:` and, below it, an item at each dash. */
function withBlockList(
  text: string,
  list: EntryList,
  before: readonly Named[],
  after: readonly Named[],
): string | undefined {
  const lines = endedLine(text).split('\n').slice(0, -1);
  const title = new RegExp(`^((?:${list}|"${list}"|'${list}'):(?:\\s*&\\S+)?)\\s*(?:\\[\\]|null|~)?\\s*(?:#.*)?$`);
  const head = lines.findIndex((line) => title.test(line));
  const root = rootOf(text);
  if (head < 0)
    return root !== undefined && entryOf(root, list) === undefined ? appended(lines, list, after) : undefined;
  const end = lines.findIndex((line, index) => index > head && /^[^\s#-]|^---/.test(line));
  const block = lines.slice(head + 1, end < 0 ? lines.length : end);
  const items = itemsIn(block);
  if (items.starts.length !== before.length) return undefined;
  const kept = editedBlock(block, items, before, after);
  const rest = end < 0 ? [] : lines.slice(end);
  const written = lines[head] ?? '';
  const comment = written.slice(/(?<!\s)\s*#/.exec(written)?.index ?? written.length);
  const named = `${title.exec(written)?.[1] ?? ''}${after.length === 0 ? ' []' : ''}${comment}`;
  return [...lines.slice(0, head), named, ...kept, ...rest, ''].join('\n');
}

const appended = (lines: readonly string[], list: EntryList, after: readonly Named[]): string =>
  [...lines, `${list}:`, ...after.flatMap((entry) => itemLines(entry, '')), ''].join('\n');

type Items = {readonly indent: string; readonly starts: readonly number[]};

function itemsIn(block: readonly string[]): Items {
  const indent = block.map((line) => /^(\s*)-(?:\s|$)/.exec(line)?.[1]).find((found) => found !== undefined) ?? '';
  const starts = block.flatMap((line, index) =>
    line.startsWith(`${indent}-`) && /^\s*-(?:\s|$)/.test(line) ? [index] : [],
  );
  return {indent, starts};
}

function editedBlock(
  block: readonly string[],
  {indent, starts}: Items,
  before: readonly Named[],
  after: readonly Named[],
): readonly string[] {
  const wanted = new Map(after.map((entry) => [entry.name, entry]));
  const kept = before.flatMap((entry, index) => {
    const lines = block.slice(starts[index], starts[index + 1]);
    const now = wanted.get(entry.name);
    const own = lengthOf(lines);
    if (now !== undefined && deepEqual(now, entry)) return lines;
    return [...(now === undefined ? [] : itemLines(now, indent)), ...lines.slice(own)];
  });
  const known = new Set(before.map(({name}) => name));
  const added = after.filter(({name}) => !known.has(name)).flatMap((entry) => itemLines(entry, indent));
  const tail = kept.length - lengthOf(kept);
  return [
    ...block.slice(0, starts[0] ?? block.length),
    ...kept.slice(0, kept.length - tail),
    ...added,
    ...kept.slice(kept.length - tail),
  ];
}

/** Returns the length without the comments and empty lines at the end, which belong to what follows. */
const lengthOf = (lines: readonly string[]): number =>
  lines.findLastIndex((line) => line.trim() !== '' && !line.trimStart().startsWith('#')) + 1;

const itemLines = (entry: Named, indent: string): readonly string[] =>
  yaml([entry])
    .trimEnd()
    .split('\n')
    .map((line) => `${indent}${line}`);
