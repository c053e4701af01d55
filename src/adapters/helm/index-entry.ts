/** The part of an index about one chart, as a mapping of its name, or the names of all charts if it has none. */
export type IndexEntry = {readonly text: string} | {readonly names: readonly string[]};

const KEY = /^( +)(?:"([^"\\]+)"|'([^']+)'|([^\s"'#&*!|>%@`{}[\],:-][^\s:#]*))\s*:\s*(?:#.*)?$/;

/**
 * Finds the part of an index that is about one chart by the indentation of its lines, without parsing the rest. Returns undefined if the
 * index is not in block style, as Helm writes it.
 */
export function entryOf(index: string, name: string): IndexEntry | undefined {
  const start = /^entries:[ \t]*\r?$/m.exec(index);
  if (start === null) return undefined;
  const names: string[] = [];
  let indent: number | undefined;
  let begin: number | undefined;
  let at = index.indexOf('\n', start.index) + 1;
  while (at > 0 && at < index.length) {
    const next = index.indexOf('\n', at);
    const end = next === -1 ? index.length : next;
    const depth = depthOf(index, at, end);
    if (depth !== undefined) {
      indent ??= depth;
      if (depth === 0 && index[at] !== '-') break;
      // A list may have the indentation of its key.
      if (depth < indent) return undefined;
      if (depth === indent && index[at + depth] !== '-') {
        if (begin !== undefined) return {text: index.slice(begin, at)};
        const key = keyOf(index.slice(at, end));
        if (key === undefined) return undefined;
        if (key === name) begin = at;
        else names.push(key);
      }
    }
    at = end + 1;
  }
  return begin === undefined ? {names} : {text: index.slice(begin, at)};
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
