const POSIX: Readonly<Record<string, string>> = {
  alnum: '0-9A-Za-z',
  alpha: 'A-Za-z',
  ascii: String.raw`\x00-\x7F`,
  blank: String.raw`\t `,
  cntrl: String.raw`\x00-\x1F\x7F`,
  digit: '0-9',
  graph: '!-~',
  lower: 'a-z',
  print: ' -~',
  punct: String.raw`!-\/:-@\[-\x60{-~`,
  space: String.raw`\t\n\v\f\r `,
  upper: 'A-Z',
  word: '0-9A-Za-z_',
  xdigit: '0-9A-Fa-f',
};

const known = new Map<string, RegExp | undefined>();

/** An expression of Go's (RE2) as one of this language; undefined where this language has no such expression. */
export function goPattern(pattern: string): RegExp | undefined {
  if (!known.has(pattern)) known.set(pattern, compile(pattern));
  return known.get(pattern);
}

function compile(pattern: string): RegExp | undefined {
  const [, flags = '', body = pattern] = /^\(\?([ims]+)\)([^]*)$/.exec(pattern) ?? [];
  const translated = body
    .replaceAll(/\\([AzC])/g, (_, letter: string) => ({A: '^', z: '$', C: '[^]'})[letter] ?? '')
    .replaceAll(/\(\?P</g, '(?<')
    .replaceAll(/\[:(\w+):\]/g, (whole, name: string) => POSIX[name] ?? whole)
    .replaceAll(/\\p([A-Z])/g, String.raw`\p{$1}`);
  // In strict mode an escape that means nothing is an error; Go lets punctuation be escaped.
  for (const mode of ['u', '']) {
    try {
      return new RegExp(translated, flags + mode);
    } catch {
      // Tried again in the lenient mode, which has no classes of Unicode.
    }
  }
  return undefined;
}
