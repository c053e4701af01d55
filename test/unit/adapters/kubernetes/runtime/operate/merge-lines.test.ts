import {describe, expect, it} from 'vitest';
import {mergeLines} from '../../../../../../src/adapters/kubernetes/runtime/operate/logs/merge-lines.ts';
import type {LogLine} from '../../../../../../src/ports/operations.ts';
import {handClock} from '../../../../../rig/hand-clock.ts';

const line = (pod: string, second?: number, text = String(second)): LogLine => ({
  id: 'x',
  pod,
  container: 'app',
  line: text,
  ...(second === undefined ? {} : {time: `2026-01-01T00:00:0${second}Z`}),
});

function merged(patienceMs?: number) {
  const told: string[] = [];
  const clock = handClock();
  const merge = mergeLines({
    clock,
    emit: ({pod, line: text}) => void told.push(`${pod}${text}`),
    signal: new AbortController().signal,
    ...(patienceMs === undefined ? {} : {patienceMs}),
  });
  return {merge, told, clock};
}

describe('lines of several logs', () => {
  it('come in the order of their times, however they arrive', async () => {
    const {merge, told} = merged();
    const [a, b] = [merge.open(), merge.open()];
    await a.push(line('a', 1));
    await a.push(line('a', 4));
    expect(told).toEqual([]);
    await b.push(line('b', 2));
    await b.push(line('b', 3));
    expect(told).toEqual(['a1', 'b2', 'b3']);
    b.end();
    expect(told).toEqual(['a1', 'b2', 'b3', 'a4']);
  });

  it('keep the order of their own log, also without times', async () => {
    const {merge, told} = merged();
    const [a, b] = [merge.open(), merge.open()];
    await a.push(line('a', 2));
    await a.push(line('a', undefined, '?'));
    await a.push(line('a', 1));
    a.end();
    await b.push(line('b', 3));
    b.end();
    expect(told).toEqual(['a2', 'a?', 'a1', 'b3']);
  });

  it('wait for a log that says nothing only as long as they may', async () => {
    const {merge, told, clock} = merged(200);
    const [a, silent] = [merge.open(), merge.open()];
    await a.push(line('a', 2));
    await clock.advance(199);
    expect(told).toEqual([]);
    await clock.advance(1);
    expect(told).toEqual(['a2']);
    // Too late for its place, not too late to be told.
    await silent.push(line('b', 1));
    await clock.advance(200);
    expect(told).toEqual(['a2', 'b1']);
  });

  it('lines are held back at their source when one log runs ahead', async () => {
    const {merge, told} = merged();
    const [a, b] = [merge.open(), merge.open()];
    let pushed = 0;
    const pushing = (async () => {
      for (; pushed < 2_000; pushed++) await a.push(line('a', 2, ''));
    })();
    await new Promise((resolve) => setImmediate(resolve));
    expect(pushed).toBeLessThan(1_000);
    b.end();
    await pushing;
    expect(told).toHaveLength(2_000);
  });
});
