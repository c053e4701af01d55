import {describe, expect, it} from 'vitest';
import {type Span, traceEvents} from '../../../../../src/adapters/local/profile/trace-event.ts';

const request = (name: string, from: number, to: number): Span => ({name, category: 'request', from, to});
const rowsOf = (spans: readonly Span[]) =>
  Object.fromEntries(traceEvents(spans).flatMap((event) => (event.ph === 'X' ? [[event.name, event.tid]] : [])));

describe('a trace of a run', () => {
  it('requests that overlap are in different rows, and a row is used again when it is free', () =>
    expect(rowsOf([request('b', 1, 4), request('a', 0, 2), request('c', 2, 3)])).toEqual({a: 0, b: 1, c: 0}));

  it('an event has its time and duration in microseconds', () => {
    const span: Span = {name: 'plan', category: 'phase', from: 1000.5, to: 1002, facts: {exitCode: 0}};
    expect(traceEvents([span])).toContainEqual({
      ph: 'X',
      name: 'plan',
      cat: 'phase',
      ts: 1_000_500,
      dur: 1500,
      pid: 2,
      tid: 0,
      args: {exitCode: 0},
    });
  });

  it('each category is a group with its name', () => {
    const names = traceEvents([]).map((event) => [event.pid, event.ph === 'M' ? event.args.name : '']);
    expect(names).toEqual([
      [1, 'run'],
      [2, 'phase'],
      [3, 'step'],
      [4, 'request'],
      [5, 'key'],
    ]);
  });
});
