import {expect} from 'vitest';
import {EventOutput} from '../../src/ui/output/event-output.ts';
import type {Ran} from './stack.ts';

export type StreamLine = Readonly<Record<string, unknown>> & {
  readonly type: string;
  readonly seq: number;
  readonly time: string;
};

/**
 * The lines of `-o jsonl`, after what every stream promises was checked: each line is valid, they are counted without a gap and
 * never go back in time, the first one says what runs, and the last one, and only that, is the result or the error.
 */
export function streamOf({stdout}: Pick<Ran, 'stdout'>, about = ''): readonly StreamLine[] {
  const lines = stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as StreamLine);
  for (const line of lines)
    expect(EventOutput.safeParse(line).error?.issues, `${about}\n${JSON.stringify(line)}`).toBeUndefined();
  expect(
    lines.map(({seq}) => seq),
    about,
  ).toEqual(lines.map((_, i) => i + 1));
  const times = lines.map(({time}) => time);
  expect(times, about).toEqual(times.toSorted());
  const ends = lines.filter(({type}) => type === 'result' || type === 'error');
  expect(ends, about).toEqual([lines.at(-1)]);
  return lines;
}
