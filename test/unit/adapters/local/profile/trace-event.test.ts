import {describe, expect, it} from 'vitest';
import {type Span, traceEvents} from '../../../../../src/adapters/local/profile/trace-event.ts';

const request = (name: string, from: number, to: number): Span => ({name, category: 'request', from, to});
const rowsOf = (spans: readonly Span[]) =>
  Object.fromEntries(traceEvents(spans).flatMap((event) => (event.ph === 'X' ? [[event.name, event.tid]] : [])));

describe('a trace of a run', () => {
  it('requests that overlap are in different rows, and a row is used again when it is free', () =>
    expect(rowsOf([request('b', 1, 4), request('a', 0, 2), request('c', 2, 3)])).toEqual({a: 3000, b: 3001, c: 3000}));

  it('an event has its time and duration in microseconds', () => {
    const span: Span = {name: 'plan', category: 'phase', from: 1000.5, to: 1002, facts: {exitCode: 0}};
    expect(traceEvents([span])).toContainEqual({
      ph: 'X',
      name: 'plan',
      cat: 'phase',
      ts: 1_000_500,
      dur: 1500,
      pid: 1,
      tid: 1000,
      args: {exitCode: 0},
    });
  });

  it('each row has a name', () => {
    const names = traceEvents([request('a', 0, 2), request('b', 1, 3)]).flatMap((event) =>
      event.ph === 'M' ? [event.args.name] : [],
    );
    expect(names).toEqual(['request 1', 'request 2']);
    expect(traceEvents([])).toEqual([]);
  });
});
