/** A block in a text of Terraform's language: `variable "size" { … }`. */
export type Block = {
  readonly type: string;
  readonly labels: readonly string[];
  /** The line of its first word, from 1. */
  readonly line: number;
  /** The column of its first word, from 1. */
  readonly column: number;
  /** The offsets of its first character, and after its closing brace. */
  readonly start: number;
  readonly end: number;
  /** The text between its braces, and the offset of that text. */
  readonly body: string;
  readonly bodyStart: number;
};

const HEADER = /([A-Za-z_][\w-]*)((?:[ \t]+(?:"[^"\n]*"|[A-Za-z_][\w-]*))*)[ \t]*\{/y;
const WORD = /[\w-]+/y;
const HEREDOC = /<<-?([A-Za-z_][\w-]*)(?:[^\w\n-][^\n]*)?\n/y;

/**
 * Returns the blocks of a text that are not inside of others. It only finds where blocks begin and end, past comments, strings
 * and heredocs. A text with a syntax error gives some blocks; Terraform reports the error.
 */
export function blocksIn(text: string): readonly Block[] {
  const blocks: Block[] = [];
  for (let at = 0; at < text.length; ) {
    const skipped = skipToken(text, at);
    if (skipped !== at) {
      at = skipped;
      continue;
    }
    const header = matchFrom(HEADER, text, at);
    if (header === undefined) {
      at += matchFrom(WORD, text, at)?.[0].length ?? 1;
      continue;
    }
    const [whole, type = '', labels = ''] = header;
    const bodyStart = at + whole.length;
    const end = closingOf(text, bodyStart);
    const before = text.slice(0, at);
    blocks.push({
      type,
      labels: [...labels.matchAll(/"([^"]*)"|([A-Za-z_][\w-]*)/g)].map(([, quoted, plain]) => quoted ?? plain ?? ''),
      line: before.split('\n').length,
      column: at - before.lastIndexOf('\n'),
      start: at,
      end,
      body: text.slice(bodyStart, end - 1),
      bodyStart,
    });
    at = end;
  }
  return blocks;
}

const ARGUMENT = /([A-Za-z_][\w-]*)[ \t]*=(?![=>])[ \t]*/y;

/** Returns the expression of an argument in the body of a block; undefined without such an argument. */
export function argumentIn(body: string, name: string): string | undefined {
  for (let at = 0; at < body.length; ) {
    const found = matchFrom(ARGUMENT, body, at);
    if (found === undefined) {
      const skipped = skipToken(body, at);
      at = skipped === at ? at + (matchFrom(WORD, body, at)?.[0].length ?? 1) : skipped;
      continue;
    }
    const start = at + found[0].length;
    at = expressionEnd(body, start);
    if (found[1] === name) return body.slice(start, at).trim();
  }
  return undefined;
}

/** Returns the offset after an expression: that of the line break after it, because a longer expression is in brackets. */
function expressionEnd(text: string, from: number): number {
  let at = from;
  while (at < text.length && text[at] !== '\n') {
    const skipped = skipToken(text, at);
    at = skipped === at ? at + 1 : skipped;
  }
  return at;
}

/** Returns the offset after the brace or bracket that closes the one before `at`. */
export function closingOf(text: string, at: number): number {
  let depth = 1;
  let next = at;
  while (next < text.length) {
    const skipped = skipToken(text, next, false);
    if (skipped !== next) {
      next = skipped;
      continue;
    }
    const char = text[next] ?? '';
    next++;
    if ('{[('.includes(char)) depth++;
    else if ('}])'.includes(char) && --depth === 0) return next;
  }
  return text.length + 1;
}

/** Returns the offset after a comment, a string, a heredoc, or (at the top) a bracketed value at this place; the same offset for none of them. */
function skipToken(text: string, at: number, isTop = true): number {
  const char = text[at];
  if (char === '#' || text.startsWith('//', at)) return lineEnd(text, at);
  if (text.startsWith('/*', at)) return after(text, '*/', at + 2);
  if (char === '"') return stringEnd(text, at + 1);
  const heredoc = char === '<' ? matchFrom(HEREDOC, text, at) : undefined;
  if (heredoc !== undefined) return heredocEnd(text, at + heredoc[0].length, heredoc[1] ?? '');
  if (isTop && (char === '{' || char === '[' || char === '(')) return closingOf(text, at + 1);
  return at;
}

/** Returns the offset after a string. Expressions in it can contain strings. */
function stringEnd(text: string, from: number): number {
  let at = from;
  while (at < text.length) {
    const char = text[at];
    if (char === '"') return at + 1;
    if (char === '\\') at += 2;
    else if (text.startsWith('$${', at) || text.startsWith('%%{', at)) at += 3;
    else if (text.startsWith('${', at) || text.startsWith('%{', at)) at = closingOf(text, at + 2);
    else at++;
  }
  return at;
}

function heredocEnd(text: string, from: number, word: string): number {
  for (let at = from; at < text.length; ) {
    const end = lineEnd(text, at);
    if (text.slice(at, end).trim() === word) return end;
    at = end + 1;
  }
  return text.length;
}

const lineEnd = (text: string, at: number): number => {
  const found = text.indexOf('\n', at);
  return found === -1 ? text.length : found;
};

const after = (text: string, end: string, from: number): number => {
  const found = text.indexOf(end, from);
  return found === -1 ? text.length : found + end.length;
};

function matchFrom(pattern: RegExp, text: string, at: number): RegExpExecArray | undefined {
  pattern.lastIndex = at;
  return pattern.exec(text) ?? undefined;
}
