import {describe, expect, it} from 'vitest';
import {jsonText} from '../../../src/ui/json.ts';
import {printable, printableLines} from '../../../src/ui/printable.ts';

describe('a control character', () => {
  it.each([
    {text: 'plain ünïcödé 名前', one: 'plain ünïcödé 名前', lines: 'plain ünïcödé 名前'},
    {text: '\u001b[31mred', one: '\\x1b[31mred', lines: '\\x1b[31mred'},
    {text: 'a\nb\tc\r\nd', one: 'a\\nb\\tc\\r\\nd', lines: 'a\nb\tc\nd'},
    {text: '\u009b2J\u007f', one: '\\x9b2J\\x7f', lines: '\\x9b2J\\x7f'},
    {text: 'a\u200bb\u2060c\ufeffd', one: 'a\\u200bb\\u2060c\\ufeffd', lines: 'a\\u200bb\\u2060c\\ufeffd'},
    {text: 'a\u{e0041}b', one: 'a\\u{e0041}b', lines: 'a\\u{e0041}b'},
    {text: 'abc\u202etxt', one: 'abc\\u202etxt', lines: 'abc\\u202etxt'},
  ])('a control character is escaped as $one', ({text, one, lines}) =>
    expect([printable(text), printableLines(text)]).toEqual([one, lines]),
  );

  it('a control character is escaped in JSON and is read back unchanged', () => {
    const value = {text: '\u001b[2J\u009b2J\u007f\u202e'};
    const json = jsonText(value);
    // oxlint-disable-next-line no-control-regex
    expect(json).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e]/);
    expect(JSON.parse(json)).toEqual(value);
  });
});
