import type {SetPart} from './char-set.ts';

const POSIX: Readonly<Record<string, string>> = {
  alnum: '0-9A-Za-z',
  alpha: 'A-Za-z',
  ascii: String.raw`\u{0}-\u{7F}`,
  blank: String.raw`\t `,
  cntrl: String.raw`\u{0}-\u{1F}\u{7F}`,
  digit: '0-9',
  graph: '!-~',
  lower: 'a-z',
  print: ' -~',
  punct: String.raw`!-\/:-@\u{5B}-\u{60}\u{7B}-~`,
  space: String.raw`\t\n\v\f\r `,
  upper: 'A-Z',
  word: '0-9A-Za-z_',
  xdigit: '0-9A-Fa-f',
};

/** Returns a class such as `[:alpha:]` or `[:^alpha:]`, by what stands between the colons. */
export function posixClass(name: string): SetPart | undefined {
  const negated = name.startsWith('^');
  const plain = negated ? name.slice(1) : name;
  return Object.hasOwn(POSIX, plain) ? {source: POSIX[plain] ?? '', negated} : undefined;
}

const PERL: Readonly<Record<string, string>> = {d: '0-9', s: String.raw`\t\n\f\r `, w: '0-9A-Za-z_'};

/** Returns a class such as `\d` or `\D`, by its letter. */
export function perlClass(letter: string): SetPart | undefined {
  const lower = letter.toLowerCase();
  return Object.hasOwn(PERL, lower) ? {source: PERL[lower] ?? '', negated: letter !== lower} : undefined;
}

const CATEGORY = /^(?:C[cfos]?|L[lmotu]?|M[cen]?|N[dlo]?|P[cdefios]?|S[ckmo]?|Z[lps]?)$/;

/** Returns a class of Unicode by the name of a category or a script: `Lu`, `Greek`. */
export function unicodeClass(name: string, negated: boolean): SetPart | undefined {
  if (name === 'Any') return {source: String.raw`\u{0}-\u{10FFFF}`, negated};
  if (CATEGORY.test(name)) return {source: String.raw`\p{${name}}`, negated};
  const source = String.raw`\p{Script=${name}}`;
  return isExpression(source) ? {source, negated} : undefined;
}

function isExpression(source: string): boolean {
  try {
    return new RegExp(source, 'u') instanceof RegExp;
  } catch {
    return false;
  }
}
