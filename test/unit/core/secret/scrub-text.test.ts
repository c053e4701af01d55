import {assert, property, string} from 'fast-check';
import {describe, expect, it} from 'vitest';
import {scrubText} from '../../../../src/core/secret/scrub-text.ts';

const base64 = (text: string): string => Buffer.from(text).toString('base64');

describe('scrubText', () => {
  it.each([
    {name: 'a secret in plain text', text: 'got hunter22!', want: 'got ***!'},
    {name: 'a secret in base64', text: `got ${base64('hunter22')}`, want: 'got ***'},
    {name: 'a secret in JSON', value: 'a"b\nc', text: JSON.stringify({v: 'a"b\nc'}), want: '{"v":"***"}'},
    {name: 'a secret in JSON written by Go', value: 'a<b>&c', text: '"a\\u003cb\\u003e\\u0026c"', want: '"***"'},
    {name: 'a secret quoted by Go', value: 'tab\tbell\u0007é\u200b', text: '"tab\\tbell\\aé\\u200b"', want: '"***"'},
    {
      name: 'a secret in JSON inside a JSON string',
      value: 'a"b"c',
      text: JSON.stringify(JSON.stringify({v: 'a"b"c'})),
      want: '"{\\"v\\":\\"***\\"}"',
    },
    {
      name: 'a line of a longer secret',
      value: 'first line of key\nsecond line of key\n',
      text: 'near: second line of key',
      want: 'near: ***',
    },
    {name: 'a secret in a URL', value: 'p@ss w/rd', text: '?q=p%40ss%20w%2Frd&r=p%40ss+w%2frd', want: '?q=***&r=***'},
    {name: 'a secret in a path escaped by Go', value: 'p@ss w/rd', text: '/p@ss%20w%2Frd', want: '/***'},
    {name: 'a short secret only in quotes', value: '1', text: 'value "1" at 10:01', want: 'value *** at 10:01'},
    {name: 'nothing for an empty secret', value: '', text: 'all of it', want: 'all of it'},
    {name: 'the longer of two secrets first', value: 'pass', more: 'password', text: 'password', want: '***'},
  ])('scrubText hides $name', ({text, want, value = 'hunter22', more}) => {
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

  it('scrubText hides every form of a secret', () => {
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

it('scrubText hides a secret in URL-encoded base64', () => {
  const secret = 'p@ss+w d>>>?';
  const base64 = Buffer.from(secret).toString('base64');
  expect(base64).toMatch(/[+/]/);
  expect(scrubText(`https://h/?v=${encodeURIComponent(base64)}&x=1`, [secret])).toBe('https://h/?v=***&x=1');
});
