import {expect, it} from 'vitest';
import {stablePart} from '../../../../src/core/chart/stable-part.ts';

const pem = (body: string): string => `-----BEGIN CERTIFICATE-----\n${body}\n-----END CERTIFICATE-----\n`;
const settings = (password: string, level = 'info'): string =>
  `user = admin\npassword = ${password}\nlevel = ${level}\n`;

it.each([
  {name: 'a text that is generated as a whole has no stable part', one: 'aB3', other: 'xY9', same: undefined},
  {
    name: 'a certificate has no stable part of its body',
    one: pem('MIIA\nSAME'),
    other: pem('MIIB\nSAME'),
    same: [pem('X'), pem('YY\nZ')],
  },
  {
    name: 'the words around a password are stable',
    one: settings('aB3'),
    other: settings('xY9'),
    same: [settings('1'), settings('2')],
  },
  {
    name: 'a password with signs between is found by its line',
    one: settings('a:b'),
    other: settings('x!?:y:z'),
    same: [settings('a|b'), settings('c:d:e')],
  },
  {name: 'another number of lines leaves no stable part', one: 'a: x\nb: !', other: 'a: :y\n', same: undefined},
])('$name', ({one, other, same}) => {
  const found = stablePart(one, other);
  if (same === undefined) expect(found).toBeUndefined();
  else expect(found).toBe(stablePart(same[0] ?? '', same[1] ?? ''));
});

it('another word around a generated value changes the stable part', () => {
  const found = stablePart(settings('aB3'), settings('xY9'));
  expect(found).toBeDefined();
  expect(stablePart(settings('aB3', 'debug'), settings('xY9', 'debug'))).not.toBe(found);
});

it('the stable part contains nothing of the generated value', () => {
  expect(stablePart(settings('canary-one'), settings('canary-two'))).not.toContain('canary');
});
