import {type ChartVersion, compareVersions, readVersion} from './chart-version.ts';

/** Reports whether a version is in a range. */
export type VersionRange = (version: ChartVersion) => boolean;

type Operator = '=' | '!=' | '>' | '>=' | '<' | '<=' | '~' | '^';

/** A comparison with a version, of which some numbers may be missing (`1.2`, `1.x`). */
type Term = {
  readonly operator: Operator;
  readonly version: ChartVersion;
  /** The number of numbers that are given: 0 for `*`, 3 for `1.2.3`. */
  readonly given: number;
};

const SAME: Readonly<Record<string, Operator>> = {'': '=', '=>': '>=', '=<': '<=', '~>': '~'};
const TERM = /^(!=|=>|>=|=<|<=|~>|[=><~^]|)\s*([^\s,=><~^!]+)\s*,?\s*/;
const HYPHEN = /^\s*([^\s,]+)\s+-\s+([^\s,]+)\s*$/;

/**
 * Reads a range as Helm writes it: `^1.2`, `~1.2`, `1.x`, `>=1 <2`, `1.2 - 1.4`, `^1 || ^2`. A version with a pre-release is only in a range
 * that names one. Returns undefined if the text is not a range.
 */
export function readRange(text: string): VersionRange | undefined {
  const groups = text.split('||').map(readGroup);
  if (!groups.every((group) => group !== undefined)) return undefined;
  return (version) => groups.some((group) => holds(group, version));
}

function readGroup(text: string): readonly Term[] | undefined {
  const hyphen = HYPHEN.exec(text);
  let rest = hyphen === null ? text.trim() : `>=${hyphen[1]} <=${hyphen[2]}`;
  const terms: Term[] = [];
  do {
    const [whole = '', operator = '', version = ''] = TERM.exec(rest) ?? [];
    const term = readTerm(SAME[operator] ?? (operator as Operator), version);
    if (whole === '' || term === undefined) return undefined;
    terms.push(term);
    rest = rest.slice(whole.length);
  } while (rest !== '');
  return terms;
}

function readTerm(operator: Operator, text: string): Term | undefined {
  const [numbers = '', ...suffix] = text.split(/(?=[-+])/);
  const parts = numbers.replace(/^v/, '').split('.');
  const wild = parts.findIndex((part) => /^[xX*]$/.test(part));
  const given = wild === -1 ? parts.length : wild;
  if (parts.length > 3 || parts.slice(given).some((part) => !/^[xX*\d]+$/.test(part))) return undefined;
  const known = [...parts.slice(0, given), '0', '0', '0'].slice(0, 3);
  const version = readVersion(`${known.join('.')}${suffix.join('')}`);
  return version && {operator, version, given};
}

function holds(terms: readonly Term[], version: ChartVersion): boolean {
  const mayBePrerelease = terms.some((term) => term.version.prerelease.length > 0);
  if (version.prerelease.length > 0 && !mayBePrerelease) return false;
  return terms.every((term) => RULES[term.operator](version, term));
}

const RULES: Readonly<Record<Operator, (version: ChartVersion, term: Term) => boolean>> = {
  '=': (version, term) => (term.given === 3 ? compareVersions(version, term.version) === 0 : isTilde(version, term)),
  '!=': (version, term) => !RULES['='](version, term),
  '>=': (version, term) => compareVersions(version, term.version) >= 0,
  '<': (version, term) => compareVersions(version, term.version) < 0,
  '>': (version, term) => RULES['>='](version, term) && !RULES['='](version, term),
  '<=': (version, term) => RULES['<'](version, term) || RULES['='](version, term),
  '~': (version, term) => isTilde(version, term),
  '^': isCaret,
};

/** Reports whether a version is at least that of the term, with the same major and minor numbers as far as they are given. */
function isTilde(version: ChartVersion, {version: least, given}: Term): boolean {
  // For Helm `~0.0.0` is the same as `>=0.0.0`.
  const isAny = given === 3 && least.numbers.every((number) => number === 0);
  return compareVersions(version, least) >= 0 && agree(version, least, isAny ? 0 : Math.min(given, 2));
}

/** Reports whether a version is at least that of the term, with the same numbers up to the first one that is not 0. */
function isCaret(version: ChartVersion, {version: least, given}: Term): boolean {
  const first = least.numbers.findIndex((number) => number > 0);
  const same = first === -1 ? given : Math.min(first + 1, given);
  return compareVersions(version, least) >= 0 && agree(version, least, same);
}

const agree = (a: ChartVersion, b: ChartVersion, count: number): boolean =>
  a.numbers.slice(0, count).every((number, at) => number === b.numbers[at]);
