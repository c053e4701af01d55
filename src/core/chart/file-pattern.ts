/** A character of a pattern: one character, any of a class, or a star. */
type Token = {readonly matches: (character: string) => boolean} | 'star';

/** Reads a pattern of Go's `filepath.Match`: `*`, `?`, `[a-z]`, `\x`. A star and `?` match no `/`. Returns undefined for any other text. */
export function readFilePattern(pattern: string): ((path: string) => boolean) | undefined {
  const tokens: Token[] = [];
  for (let at = 0; at < pattern.length; at++) {
    const character = pattern[at];
    if (character === '*') tokens.push('star');
    else if (character === '?') tokens.push({matches: (other) => other !== '/'});
    else if (character === '[') {
      const found = readClass(pattern, at + 1);
      if (found === undefined) return undefined;
      tokens.push({matches: found.matches});
      at = found.end;
    } else {
      if (character === '\\') at++;
      const literal = pattern[at];
      if (literal === undefined) return undefined;
      tokens.push({matches: (other) => other === literal});
    }
  }
  return (path) => matchTokens(tokens, path);
}

function readClass(pattern: string, start: number) {
  const isNegated = pattern[start] === '^';
  const ranges: (readonly [string, string])[] = [];
  let at = isNegated ? start + 1 : start;
  for (; pattern[at] !== ']' || ranges.length === 0; at++) {
    const isEscaped = pattern[at] === '\\';
    if (isEscaped) at++;
    const low = pattern[at];
    if (low === undefined || (!isEscaped && (low === ']' || low === '-'))) return undefined;
    const isRange = pattern[at + 1] === '-';
    if (isRange) at += pattern[at + 2] === '\\' ? 3 : 2;
    const high = pattern[at];
    if (high === undefined) return undefined;
    ranges.push([low, high]);
  }
  const isIn = (character: string): boolean => ranges.some(([low, high]) => low <= character && character <= high);
  return {end: at, matches: (character: string): boolean => isIn(character) !== isNegated};
}

/** Matches with a return to the last star only, so that the time is at most the product of both lengths. */
function matchTokens(tokens: readonly Token[], path: string): boolean {
  let [token, at] = [0, 0];
  let star: {readonly token: number; readonly at: number} | undefined;
  while (at < path.length) {
    const expected = tokens[token];
    const character = path[at] ?? '';
    if (expected === 'star') {
      star = {token, at};
      token++;
    } else if (expected?.matches(character) === true) {
      token++;
      at++;
    } else if (star !== undefined && path[star.at] !== '/') {
      star = {token: star.token, at: star.at + 1};
      [token, at] = [star.token + 1, star.at];
    } else return false;
  }
  return tokens.slice(token).every((rest) => rest === 'star');
}
