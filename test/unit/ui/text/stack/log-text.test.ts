import {expect, it} from 'vitest';
import {plainPaint} from '../../../../../src/ui/paint.ts';
import {logLines, logMarkdown} from '../../../../../src/ui/text/stack/log-text.ts';

const line = (text: string, pod = 'web-1') => ({
  id: 'web',
  pod,
  container: 'app',
  line: text,
  time: '2026-01-01T00:00:00Z',
});

it.each([
  ['keeps plain text and tabs', 'a\tb', 'web-1 app | a\tb\n'],
  ["leaves a program's colours out", '\u001b[1;31mred\u001b[0m', 'web-1 app | red\n'],
  ['leaves titles of windows out', '\u001b]0;owned\u0007x', 'web-1 app | x\n'],
  ['writes out what a terminal would obey', 'a\u001b7\rb\u0007\u202e', 'web-1 app | a\\x1b7\\rb\\x07\\u202e\n'],
])('a log line %s', (_, text, shown) => {
  expect(logLines({paint: plainPaint, timestamps: false})(line(text))).toBe(shown);
});

it('each pod keeps its own colour', () => {
  const paint = {...plainPaint, hue: (n: number) => (text: string) => `<${n}>${text}`};
  const show = logLines({paint, timestamps: true});
  expect(['web-1', 'api-1', 'web-1'].map((pod) => show(line('x', pod)))).toEqual([
    '<0>web-1 app | 2026-01-01T00:00:00Z x\n',
    '<1>api-1 app | 2026-01-01T00:00:00Z x\n',
    '<0>web-1 app | 2026-01-01T00:00:00Z x\n',
  ]);
});

it('a log line cannot end its code block', () => {
  expect(logMarkdown([line('```')], {timestamps: false})).toMatch(/^````text\n/);
});
