/** A member of an object in a JSON text. */
export type Member = {
  readonly key: string;
  /** The offsets of its name, of its value, and after its value. */
  readonly start: number;
  readonly value: number;
  readonly end: number;
};

const STRING = /"(?:[^"\\]|\\.)*"/y;
const BETWEEN = /[\s,]*/y;
const COLON = /\s*:\s*/y;
const INSIDE = /"(?:[^"\\]|\\.)*"|[^"{}[\]]+/y;
const SCALAR = /[^\s,\]}]+/y;

/** Returns the members of the object that begins at an offset of a valid JSON text. */
export function membersIn(text: string, open: number): readonly Member[] {
  const members: Member[] = [];
  for (let at = endOf(BETWEEN, text, open + 1); text[at] === '"'; at = endOf(BETWEEN, text, at)) {
    const [start, nameEnd] = [at, endOf(STRING, text, at)];
    const value = endOf(COLON, text, nameEnd);
    at = valueEnd(text, value);
    members.push({key: JSON.parse(text.slice(start, nameEnd)) as string, start, value, end: at});
  }
  return members;
}

/** Returns the offsets of the object at an offset, or of the objects in a list there. */
export function objectsAt(text: string, at: number): readonly number[] {
  if (text[at] === '{') return [at];
  const found: number[] = [];
  if (text[at] !== '[') return found;
  for (
    let item = endOf(BETWEEN, text, at + 1);
    item < text.length && text[item] !== ']';
    item = endOf(BETWEEN, text, valueEnd(text, item))
  )
    if (text[item] === '{') found.push(item);
  return found;
}

/** Returns the offset after the value at an offset. */
export function valueEnd(text: string, from: number): number {
  if (text[from] === '"') return endOf(STRING, text, from);
  if (text[from] !== '{' && text[from] !== '[') return endOf(SCALAR, text, from);
  let depth = 0;
  for (let at = from; at < text.length; ) {
    const char = text[at] ?? '';
    if (char === '{' || char === '[') depth++;
    else if (char === '}' || char === ']') depth--;
    at = '{}[]'.includes(char) ? at + 1 : endOf(INSIDE, text, at);
    if (depth === 0) return at;
  }
  return text.length;
}

/** Returns the offset after a match at an offset; after one character without a match, so that each loop ends. */
function endOf(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : at + 1;
}
