/** Matches the position where a server begins to quote a whole structure: as JSON, or (older ones) as Go prints it. */
const BEGINS = /(?:\b(?:Invalid|Unsupported|Duplicate) value: |\bgot )(?=&?[\w.[\]*]*[{[])/g;

/**
 * Removes the structures that a server's message quotes. A refused change of a Job contains the whole Job, with every
 * environment variable of its pods: too long to read, and perhaps secret. Plain values are kept, because they explain
 * the error.
 */
export function shortenEcho(message: string): string {
  let [result, done] = ['', 0];
  for (const match of message.matchAll(BEGINS)) {
    const start = match.index + match[0].length;
    if (start < done) continue;
    result += `${message.slice(done, start)}{…}`;
    done = endOfStructure(message, start);
  }
  return result + message.slice(done);
}

/** Returns the index after the bracket that closes the first one, or the end of the text. */
function endOfStructure(text: string, start: number): number {
  let depth = 0;
  for (let at = start; at < text.length; at++) {
    const char = text[at];
    if (char === '"') at = endOfString(text, at);
    else if (char === '{' || char === '[' || char === '(') depth++;
    else if (char === '}' || char === ']' || char === ')') {
      depth--;
      // `[]core.Container{…}`: the brackets before the type close, and the value follows.
      if (depth === 0 && !/^[&\w.*]*[{(]/.test(text.slice(at + 1, at + 80))) return at + 1;
    }
  }
  return text.length;
}

function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    if (text[at] === '\\') at++;
    else if (text[at] === '"') return at;
  }
  return text.length;
}
