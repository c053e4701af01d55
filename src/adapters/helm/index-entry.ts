/** The part of an index about one chart, as a mapping of its name, or the names of all charts if it has none. */
export type IndexEntry = {readonly text: string} | {readonly names: readonly string[]};

const KEY = /^( +)(?:"([^"\\]+)"|'([^']+)'|([^\s"'#&*!|>%@`{}[\],:-][^\s:#]*))\s*:\s*(?:#.*)?$/;

/**
 * Finds the part of an index that is about one chart by the indentation of its lines, without parsing the rest. Returns undefined if the
 * index is not in block style, as Helm writes it.
 */
export function entryOf(index: string, name: string): IndexEntry | undefined {
  const entries = entriesOf(index);
  if (entries === undefined) return undefined;
  const names: string[] = [];
  let [indent, begin]: [number | undefined, number | undefined] = [undefined, undefined];
  for (const {start, end, depth} of linesOf(entries)) {
    indent ??= depth;
    if (depth < indent) return undefined;
    // A list may have the indentation of its key.
    if (depth > indent || entries[start + depth] === '-') continue;
    if (begin !== undefined) return {text: entries.slice(begin, start)};
    const key = keyOf(entries.slice(start, end));
    if (key === undefined) return undefined;
    if (key === name) begin = start;
    else names.push(key);
  }
  return begin === undefined ? {names} : {text: entries.slice(begin)};
}

/** Returns the lines below `entries`. They end at the next key of the index. */
function entriesOf(index: string): string | undefined {
  const found = /^entries:[ \t]*\r?$/m.exec(index);
  if (found === null) return undefined;
  const rest = index.slice(found.index + found[0].length);
  const end = rest.search(/^[^\s#-]/m);
  return end === -1 ? rest : rest.slice(0, end);
}

type Line = {readonly start: number; readonly end: number; readonly depth: number};

/** Returns the lines of a text with their indentation, without those that are empty or a comment. */
function* linesOf(text: string): Generator<Line> {
  for (let start = 0; start < text.length; ) {
    const next = text.indexOf('\n', start);
    const end = next === -1 ? text.length : next;
    const depth = depthOf(text, start, end);
    if (depth !== undefined) yield {start, end, depth};
    start = end + 1;
  }
}

/** Returns the indentation of a line; undefined for an empty line and a comment. */
function depthOf(text: string, start: number, end: number): number | undefined {
  let at = start;
  while (text[at] === ' ') at++;
  return at >= end || text[at] === '#' || text[at] === '\r' ? undefined : at - start;
}

function keyOf(line: string): string | undefined {
  const [, , double, single, plain] = KEY.exec(line.replace(/\r$/, '')) ?? [];
  return double ?? single ?? plain;
}
