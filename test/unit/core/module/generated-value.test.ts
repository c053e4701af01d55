import {expect, it} from 'vitest';
import {generated, generatedValueIn} from '../../../../src/core/module/generated-value.ts';
import {parseText} from '../../../../src/core/reference/parse-text.ts';

it('a generated value is one whole reference with its name and its form', () => {
  const text = generated('db.password', {length: 20, alphabet: 'abc&=%?#+ {}'});
  expect(parseText(text, () => false)).toEqual([{kind: 'secret', uri: text, text}]);
  expect(generatedValueIn(text)).toEqual({value: {name: 'db.password', length: 20, alphabet: 'abc&=%?#+ {}'}});
  expect(generatedValueIn('ref://app/token')).toBeUndefined();
});

it('a generated value has 24 letters and digits by default', () => {
  expect(generatedValueIn(generated('key'))).toMatchObject({
    value: {length: 24, alphabet: expect.stringMatching(/^[A-Za-z0-9]{62}$/) as string},
  });
});

it.each([
  {what: 'a name with a slash', name: 'a/b', form: {}, fault: /needs a name/},
  {what: 'no name', name: '', form: {}, fault: /needs a name/},
  {what: 'no length', name: 'a', form: {length: 0}, fault: /from 1 to 1024 characters/},
  {what: 'half a character', name: 'a', form: {length: 20.5}, fault: /from 1 to 1024 characters/},
  {what: 'too many characters', name: 'a', form: {length: 1025}, fault: /from 1 to 1024 characters/},
  {what: 'a PIN', name: 'a', form: {length: 6, alphabet: '0123456789'}, fault: /has 19 bits of entropy, but needs 64/},
  {what: 'one character', name: 'a', form: {length: 100, alphabet: 'a'}, fault: /has 0 bits/},
  {what: 'a character twice', name: 'a', form: {alphabet: 'abca'}, fault: /without duplicates/},
  {what: 'a letter outside of ASCII', name: 'a', form: {alphabet: 'abcé'}, fault: /ASCII/},
])('a generated value with $what is refused', ({name, form, fault}) => {
  expect(() => generated(name, form)).toThrow(fault);
});

it.each([
  'ref://module.generated/password',
  'ref://module.generated/password?length=2&alphabet=ab',
  'ref://module.generated/password?length=24&alphabet=%',
  `user:\${${generated('password')}}`,
])('the text %s, which a program returns in place of a generated value, is refused', (text) => {
  expect(generatedValueIn(text)).toHaveProperty('fault');
});
