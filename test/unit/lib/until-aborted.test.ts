import {expect, it} from 'vitest';
import {untilAborted} from '../../../src/lib/until-aborted.ts';

const never = new Promise<never>(() => {});

it('untilAborted returns the result of the work if nothing is aborted', async () => {
  const {signal} = new AbortController();
  expect(await untilAborted(Promise.resolve(1), signal)).toBe(1);
  await expect(untilAborted(Promise.reject(new Error('no')), signal)).rejects.toThrow('no');
});

it('untilAborted ends with the reason of the abort, whatever the work does', async () => {
  const abort = new AbortController();
  const running = untilAborted(never, abort.signal);
  abort.abort('SIGINT');
  await expect(running).rejects.toBe('SIGINT');
  await expect(untilAborted(never, abort.signal)).rejects.toBe('SIGINT');
});
