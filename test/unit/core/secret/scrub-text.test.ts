import {assert, property, string} from 'fast-check';
import {describe, expect, it} from 'vitest';
import {scrubText} from '../../../../src/core/secret/scrub-text.ts';

const base64 = (text: string): string => Buffer.from(text).toString('base64');

describe('scrubText', () => {
  it.each([
    {name: 'as it is', text: 'got hunter22!', want: 'got ***!'},
    {name: 'in base64', text: `got ${base64('hunter22')}`, want: 'got ***'},
    {name: 'in JSON', value: 'a"b\nc', text: JSON.stringify({v: 'a"b\nc'}), want: '{"v":"***"}'},
    {name: 'in JSON that Go wrote', value: 'a<b>&c', text: '"a\\u003cb\\u003e\\u0026c"', want: '"***"'},
    {name: 'quoted by Go', value: 'tab\tbell\u0007é\u200b', text: '"tab\\tbell\\aé\\u200b"', want: '"***"'},
    {
      name: 'in JSON inside a quotation',
      value: 'a"b"c',
      text: JSON.stringify(JSON.stringify({v: 'a"b"c'})),
      want: '"{\\"v\\":\\"***\\"}"',
    },
    {
      name: 'a line of a longer one',
      value: 'first line of key\nsecond line of key\n',
      text: 'near: second line of key',
      want: 'near: ***',
    },
    {name: 'in a URL', value: 'p@ss w/rd', text: '?q=p%40ss%20w%2Frd&r=p%40ss+w%2frd', want: '?q=***&r=***'},
    {name: 'in a path, by Go', value: 'p@ss w/rd', text: '/p@ss%20w%2Frd', want: '/***'},
    {name: 'a short one only where it is quoted', value: '1', text: 'value "1" at 10:01', want: 'value *** at 10:01'},
    {name: 'nothing for an empty one', value: '', text: 'all of it', want: 'all of it'},
    {name: 'the longer one first', value: 'pass', more: 'password', text: 'password', want: '***'},
  ])('$name', ({text, want, value = 'hunter22', more}) => {
    expect(scrubText(text, [value, ...(more === undefined ? [] : [more])])).toBe(want);
  });

  it('a secret is hidden anywhere in a longer encoded text', () => {
    assert(
      property(string(), string({minLength: 8, unit: 'grapheme-ascii'}), string(), (before, secret, after) => {
        const text = scrubText(`x ${base64(before + secret + after)} y`, [secret]);
        const left = Buffer.from(text.split(' ')[1] ?? '', 'base64').toString('latin1');
        expect(left).not.toContain(secret);
      }),
    );
  });

  it('leaves no form of a secret behind', () => {
    assert(
      property(string({minLength: 4, unit: 'binary'}), (secret) => {
        const uri = encodeURIComponent(secret);
        const form = new URLSearchParams({a: secret}).toString().slice(2);
        for (const one of [secret, JSON.stringify(secret).slice(1, -1), base64(secret), uri, form]) {
          expect(scrubText(`<${one}>`, [secret])).toBe('<***>');
        }
      }),
    );
  });
});

it('finds base64 that a URL holds', () => {
  const secret = 'p@ss+w d>>>?';
  const base64 = Buffer.from(secret).toString('base64');
  expect(base64).toMatch(/[+/]/);
  expect(scrubText(`https://h/?v=${encodeURIComponent(base64)}&x=1`, [secret])).toBe('https://h/?v=***&x=1');
});
