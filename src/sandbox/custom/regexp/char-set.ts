/** A part of a set: the body of a character class of JavaScript, such as `a-z` or `\p{Lu}`, or everything but that. */
export type SetPart = {readonly source: string; readonly negated: boolean};

/** A set of characters, by their code points. */
export type CharSet = {readonly has: (code: number) => boolean};

const ASCII = 128;
const ASCII_CODES = Array.from({length: ASCII}, (_, code) => code);

/** Returns the set that has the characters of any part. With `fold` the case of letters does not count. */
export function charSet(parts: readonly SetPart[], negated: boolean, fold: boolean): CharSet {
  // Each part is folded before it is negated, as in Go: JavaScript does it the other way round.
  const tests = [...positive(parts), ...parts.filter((one) => one.negated)].map((one) => ({
    expression: new RegExp(`[${one.source}]`, fold ? 'iu' : 'u'),
    wanted: !one.negated,
  }));
  const isIn = (code: number): boolean => {
    const text = String.fromCodePoint(code);
    return tests.some(({expression, wanted}) => expression.test(text) === wanted) !== negated;
  };
  const ascii = ASCII_CODES.map(isIn);
  return {has: (code) => (code < ASCII ? ascii[code] === true : isIn(code))};
}

function positive(parts: readonly SetPart[]): readonly SetPart[] {
  const sources = parts.filter((one) => !one.negated).map((one) => one.source);
  return sources.length === 0 ? [] : [{source: sources.join(''), negated: false}];
}

const sets = new Map<string, CharSet>();

/** Returns the set of one character. */
export function oneChar(code: number, fold: boolean): CharSet {
  const key = `${code}${fold ? 'i' : ''}`;
  const known = sets.get(key);
  if (known !== undefined) return known;
  const made = fold ? charSet([{source: range(code, code), negated: false}], false, true) : {has: same(code)};
  sets.set(key, made);
  return made;
}

const same =
  (code: number) =>
  (other: number): boolean =>
    other === code;

/** Returns the source of a range of code points, bounds included. */
export const range = (from: number, to: number): string => `\\u{${from.toString(16)}}-\\u{${to.toString(16)}}`;
