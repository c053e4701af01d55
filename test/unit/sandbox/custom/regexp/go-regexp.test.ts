import {describe, expect, it} from 'vitest';
import {findAll, goRegexp} from '../../../../../src/sandbox/custom/regexp/go-regexp.ts';
import {measuredRegexps} from '../measured/read-measured.ts';

function expressionOf(pattern: string) {
  const regexp = goRegexp(pattern);
  if (!regexp.ok) throw new Error(regexp.message);
  return regexp.expression;
}

const isMatch = (pattern: string, text: string): boolean => expressionOf(pattern).test(text);

const errorOf = (pattern: string): string | undefined => {
  const regexp = goRegexp(pattern);
  return regexp.ok ? undefined : regexp.message;
};

/** Returns the offsets of the matches, as Go's `FindAllStringIndex` does. */
const foundIn = (pattern: string, text: string): readonly (readonly [number, number])[] =>
  Array.from(findAll(expressionOf(pattern), text), ({start, end}) => [start, end]);

describe('Go regular expressions', () => {
  it.each([
    {name: 'ignores the case from an inner (?i) on', pattern: '^(?i)(abort|warn)?$', yes: ['Warn', ''], no: ['warned']},
    {name: 'ends (?i) with its group', pattern: '^((?i)sun|mon)day$', yes: ['SUNday', 'MONday'], no: ['sunDAY']},
    {name: 'ignores the case of a group', pattern: '^a(?i:b)c$', yes: ['abc', 'aBc'], no: ['abC']},
    {name: 'turns a flag off again', pattern: '^(?i)a(?-i)b$', yes: ['Ab'], no: ['AB']},
    {name: 'means the end of the text by $', pattern: '^a$', yes: ['a'], no: ['a\n', 'a\nb']},
    {name: 'means the end of a line by (?m)$', pattern: '(?m)^b$', yes: ['a\nb\nc'], no: ['ab']},
    {name: 'has classes with names', pattern: '^[[:upper:]_][[:word:]]*$', yes: ['A_1'], no: ['a1']},
    {name: 'has \\A, \\z, \\Q and \\E', pattern: String.raw`\A\Q1.0\E\z`, yes: ['1.0'], no: ['1x0']},
    {name: 'has names for groups', pattern: '^(?P<year>[0-9]{4})$', yes: ['2026'], no: ['26']},
    {name: 'has one name for two groups', pattern: '^(?<n>a)(?P<n>b)$', yes: ['ab'], no: ['a']},
    {name: 'has scripts of Unicode', pattern: String.raw`^\p{Greek}+$`, yes: ['αβγ'], no: ['abc']},
    {name: 'takes { as itself where nothing is counted', pattern: '^{,3}$', yes: ['{,3}'], no: ['']},
  ])('an expression $name: $pattern', ({pattern, yes, no}) => {
    expect(yes.filter((text) => !isMatch(pattern, text))).toEqual([]);
    expect(no.filter((text) => isMatch(pattern, text))).toEqual([]);
  });

  it.each(measuredRegexps())('$pattern in $text has the same matches as in Go', (measured) => {
    if ('error' in measured) expect(errorOf(measured.pattern)).toBe(measured.error);
    else expect(foundIn(measured.pattern, measured.text)).toEqual(measured.found);
  });

  it('the time of a match grows only with the text', () => {
    // A backtracking matcher would not finish in any useful time.
    expect(isMatch('^(([a-z]+)+)+$', `${'a'.repeat(20_000)}!`)).toBe(false);
  });

  it('an expression with unlimited repetition is refused', () => {
    expect(errorOf('(a{500}){500}')).toBe('error parsing regexp: invalid repeat count: `{500}`');
  });

  it.each([
    {what: 'nests too deeply', pattern: `${'('.repeat(1001)}${')'.repeat(1001)}`, error: 'expression nests too deeply'},
    {what: 'is too large', pattern: '(xx?){1000}'.repeat(1400), error: 'expression too large'},
  ])('the error of an expression that $what shows all of it', ({pattern, error}) => {
    expect(errorOf(pattern)).toBe(`error parsing regexp: ${error}: \`${pattern}\``);
  });
});
