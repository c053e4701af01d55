import {describe, expect, it} from 'vitest';
import {outputIn} from '../../../src/cli/flags/globals.ts';
import {secondsFlag} from '../../../src/cli/flags/seconds.ts';

describe('the output format is known before the command line is parsed', () => {
  it.each([
    {argv: 'preview', want: 'human'},
    {argv: 'preview -o json', want: 'json'},
    {argv: '-ojson preview', want: 'json'},
    {argv: '--output=yaml', want: 'yaml'},
    {argv: '--output jsonl -o json', want: 'json'},
    {argv: '-o', want: 'human'},
    {argv: '-o markdown', want: 'markdown'},
    {argv: 'exec -- x -o json', want: 'human'},
  ])('the output format of $argv is $want', ({argv, want}) => expect(outputIn(argv.split(' '))).toBe(want));
});

describe('a duration', () => {
  it.each([
    {text: '90', want: 90},
    {text: '0', want: 0},
    {text: '1.5', want: 1.5},
    {text: '10m', want: 600},
    {text: '1h30m', want: 5400},
    {text: '500ms', want: 0.5},
  ])('$text is $want s', ({text, want}) => expect(secondsFlag('--timeout')(text)).toBe(want));

  it.each(['', '-1', '10 m', 'm', '5d', 'm5', '1e3'])('"%s" is not a duration', (text) =>
    expect(() => secondsFlag('--timeout')(text)).toThrow(
      expect.objectContaining({failure: expect.objectContaining({code: 'input/usage'})}),
    ),
  );
});
