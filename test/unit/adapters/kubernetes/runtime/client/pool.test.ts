import {describe, expect, it} from 'vitest';
import {createPool} from '../../../../../../src/adapters/kubernetes/runtime/client/pool.ts';
import {handClock} from '../../../../../rig/hand-clock.ts';
import {stoppedClock} from '../../../../../rig/stopped-clock.ts';

/** Tasks that run until a test lets them end. */
function tasks() {
  const running: (() => void)[] = [];
  return {running, task: () => new Promise<void>((resolve) => running.push(resolve))};
}

describe('pool', () => {
  it('the pool runs as many tasks as its limit allows, and the others in their order', async () => {
    const pool = createPool(stoppedClock(), {start: 2});
    const {running, task} = tasks();
    const ends = [1, 2, 3, 4].map(() => pool.run(task));
    await Promise.resolve();
    expect(running).toHaveLength(2);
    running[0]?.();
    await ends[0];
    expect(running).toHaveLength(3);
    for (const end of running) end();
    await ends[1];
    await ends[2];
    running[3]?.();
    await Promise.all(ends);
  });

  it('the pool gives the place of a failed task to the next task', async () => {
    const pool = createPool(stoppedClock(), {start: 1});
    await expect(pool.run(() => Promise.reject(new Error('x')))).rejects.toThrow('x');
    expect(await pool.run(async () => 'in')).toBe('in');
  });

  it('the pool is halved by a 429, once for all requests in flight', () => {
    const clock = stoppedClock();
    const pool = createPool(clock);
    pool.throttled();
    pool.throttled();
    expect(pool.limit()).toBe(16);
    clock.advance(1000);
    pool.throttled();
    expect(pool.limit()).toBe(8);
    for (let i = 0; i < 10; i++) {
      clock.advance(1000);
      pool.throttled();
    }
    expect(pool.limit()).toBe(1);
  });

  it('the pool grows with each answer until the first 429, up to its maximum', () => {
    const pool = createPool(stoppedClock(), {start: 2, max: 4});
    pool.answered();
    expect(pool.limit()).toBe(3);
    for (let i = 0; i < 100; i++) pool.answered();
    expect(pool.limit()).toBe(4);
  });

  it('the pool grows by one per round of answers after a 429', () => {
    const pool = createPool(stoppedClock(), {start: 4, max: 4});
    pool.throttled();
    expect(pool.limit()).toBe(2);
    pool.answered();
    expect(pool.limit()).toBe(2);
    pool.answered();
    expect(pool.limit()).toBe(3);
  });

  it('the pool forgets a caller that gave up waiting', async () => {
    const pool = createPool(stoppedClock(), {start: 1});
    const {running, task} = tasks();
    const first = pool.run(task);
    const abort = new AbortController();
    const second = pool.run(task, abort.signal);
    const third = pool.run(async () => 'third');
    abort.abort(new Error('enough'));
    await expect(second).rejects.toThrow('enough');
    running[0]?.();
    await first;
    expect(await third).toBe('third');
    expect(running).toHaveLength(1);
  });

  it('the pool begins tasks at its pace after a 429, and none after its end', async () => {
    const clock = handClock();
    const end = new AbortController();
    const pool = createPool(clock, {ended: end.signal});
    for (let i = 0; i < 10; i++) pool.answered();
    pool.throttled();
    let begun = 0;
    for (let i = 0; i < 100; i++) void pool.run(async () => void begun++);
    await clock.advance(0);
    expect(begun).toBe(0);
    await clock.advance(1000);
    expect(begun).toBeGreaterThan(5);
    expect(begun).toBeLessThan(100);
    const before = begun;
    end.abort();
    await clock.advance(60_000);
    expect(begun).toBe(before);
  });
});
