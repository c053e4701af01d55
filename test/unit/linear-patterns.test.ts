import {describe, expect, it} from 'vitest';
import {refusalOf} from '../../src/adapters/kubernetes/runtime/client/status.ts';
import {sopsMetadata} from '../../src/adapters/sops/secret-store/sops-metadata.ts';
import {withoutCredentials} from '../../src/config/backend/without-credentials.ts';
import {unreadableDirectories} from '../../src/config/sources/manifests/unreadable-directories.ts';
import {readIgnorePath} from '../../src/core/plan/ignore-path.ts';
import {escapeText} from '../../src/core/reference/escape-text.ts';
import {parseText} from '../../src/core/reference/parse-text.ts';
import {hideTokens} from '../../src/core/secret/hide-tokens.ts';
import {globPattern} from '../../src/core/selection/glob.ts';
import {expandPath} from '../../src/core/workspace/expand-path.ts';
import {maskedText} from '../../src/core/workspace/mask.ts';
import {scalarProblem} from '../../src/kubernetes/fields/scalar-problem.ts';
import {readOrder} from '../../src/kubernetes/graph/read-order.ts';
import {escapeCommands} from '../../src/ui/github/escape-commands.ts';
import {printableLines} from '../../src/ui/printable.ts';

const LENGTH = 300_000;

/** 300,000 characters over which a pattern that begins again at each of them takes minutes. */
const INPUTS = [
  '$',
  '://',
  '://:',
  ':-',
  '.',
  '\n',
  ' \n',
  ' ',
  '/',
  '=',
  '-',
  '0',
  '"',
  '\\"\\',
  '?',
  '?token',
  '&',
  '[',
  '${',
  '${ref:',
  '${ref:"',
  '-eyJ',
  'eyJabcdefgh',
].map((piece) => piece.repeat(Math.ceil(LENGTH / piece.length)));

const FUNCTIONS: readonly (readonly [string, (text: string) => unknown])[] = [
  ['a mask of a value', (text) => maskedText('note', text)],
  ['a mask of an address', (text) => maskedText('note', `https://${text}`)],
  ['a backend without credentials', withoutCredentials],
  ['a reference', (text) => parseText(text, () => false)],
  ['an escaped literal', escapeText],
  ['a search for tokens', hideTokens],
  ['a line of a workflow', escapeCommands],
  ['a text for a terminal', printableLines],
  ['a path with variables', (text) => expandPath(text, {env: {}, home: '/home/x'})],
  ['a glob with many stars', (text) => globPattern('*a*a*a*a*a*b').test(text.replaceAll(/./gs, 'a'))],
  ['an order', (text) => readOrder(`after a${text}`)],
  ['a path to ignore', (text) => readIgnorePath(`spec.items[a=${text}`)],
  ['a refusal of a server', (text) => refusalOf(422, {message: `${text}: field not declared in schem`})],
  ['directories of a glob', (text) => unreadableDirectories(`/no-such-directory${text.slice(0, 1000)}`, '/')],
  ['a quantity', (text) => scalarProblem(text, {type: 'scalar', scalar: 'quantity'})],
];

describe('a text of 300,000 characters', () => {
  // Linear, all inputs together take well under a second; quadratic, one of them takes longer than the limit of a test.
  it.each(FUNCTIONS)('a text of 300,000 characters is read in linear time: %s', (_, read) => {
    for (const input of INPUTS) {
      read(input);
      read(`${input}x`);
      read(`x${input}\u0000`);
    }
  });
});

it('an expression of a sops file that takes for ever is left open after a moment', () => {
  const {encrypts} = sopsMetadata(new Map([['encrypted_regex', '^(a+)+$']]));
  expect(encrypts(['aaa'])).toBe(true);
  for (let i = 0; i < 1000; i++) expect(encrypts([`${'a'.repeat(60)}!`])).toBeUndefined();
});

describe('a glob', () => {
  it.each([
    ['web', 'web', true],
    ['web', 'webs', false],
    ['*', '', true],
    ['web*', 'web:a/b', true],
    ['*web', 'a/web', true],
    ['*a*b*', 'xxaxxbxx', true],
    ['*a*b*', 'xxbxxaxx', false],
    ['a*a', 'a', false],
    ['a**a', 'aa', true],
    ['a*b?d*f', 'a.bc.bcd.f', true],
    ['*ab*ab', 'abcab', true],
    ['*ab*ab', 'ab', false],
    ['*1*2', '0102', true],
    ['a+(b)*', 'a+(b)c', true],
  ])('%s, %s: %s', (glob, text, fits) => expect(globPattern(glob).test(text)).toBe(fits));
});

describe('linear patterns', () => {
  it.each([
    ['s3://key:secret@host/bucket?token=abc&region=eu', 's3://***@host/bucket?token=***&region=eu'],
    ['s3://bucket?a=b?c=d&e', 's3://bucket?a=***&e'],
    ['x ://a@b@c y', 'x ://***@c y'],
  ])('credentials in %s are masked', (text, shown) => expect(withoutCredentials(text)).toBe(shown));

  it.each([
    ['https://host/f?sig=abc', 'https://host/f?sig=***'],
    ['https://host/f?x=1&private_token=abc#t', 'https://host/f?x=1&private_token=***#t'],
    ['https://host/f?x=1?token=abc', 'https://host/f?x=1?token=***'],
    ['https://host/f?x=1&y', 'https://host/f?x=1&y'],
  ])('a secret parameter in %s is masked', (text, shown) => expect(maskedText('note', text)).toBe(shown));

  it.each([
    ['got eyJabcdefghij.abc.def: no', 'got ***: no'],
    ['a-eyJ.x eyJhbGciOiJ.eyJzdWIi.x', 'a-eyJ.x ***'],
    ['eyJ is how tokens begin. Yes.', 'eyJ is how tokens begin. Yes.'],
  ])('a token in %s is hidden', (text, shown) => expect(hideTokens(text)).toBe(shown));
});
