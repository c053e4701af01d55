/**
 * A process that watches the drift of a stack for many rounds without any pause, and reports what is left after each round.
 * Arguments: the stack's directory, its home, how many rounds. Needs --expose-gc.
 */
import {getEventListeners} from 'node:events';
import {Readable, Writable} from 'node:stream';
import {getHeapSpaceStatistics} from 'node:v8';
import {run} from '../../src/main.ts';
import type {Clock} from '../../src/ports/clock.ts';

export type WatchSoaked = {
  readonly code: number;
  /** Bytes of data on the heap, round by round. */
  readonly heap: readonly number[];
  /** The listeners on the signal of the run, round by round. */
  readonly listeners: readonly number[];
  readonly warnings: readonly string[];
};

const [directory = '', home = '', count = '0'] = process.argv.slice(2);
const warnings: string[] = [];
process.on('warning', ({name, message}) => warnings.push(`${name}: ${message}`));

const dataBytes = (): number =>
  getHeapSpaceStatistics()
    .filter(({space_name: name}) => !/code|trusted|read_only/.test(name))
    .reduce((sum, space) => sum + space.space_used_size, 0);

async function soak(): Promise<WatchSoaked> {
  const stop = new AbortController();
  const heap: number[] = [];
  const listeners: number[] = [];
  const measure = async (): Promise<void> => {
    // A closed handle is released only after its events were delivered.
    for (let turn = 0; turn < 5; turn++) await new Promise((resolve) => setImmediate(resolve));
    globalThis.gc?.();
    heap.push(dataBytes());
    listeners.push(getEventListeners(stop.signal, 'abort').length);
    if (heap.length >= Number(count)) stop.abort('SIGINT');
  };
  // Only a watch sleeps for an hour: its pause is the measurement of the round.
  const clock: Clock = {
    now: () => new Date(),
    monotonic: () => performance.now(),
    sleep: (ms) => (ms > 600_000 ? measure() : new Promise((resolve) => setTimeout(resolve, ms))),
  };
  const nowhere = () => new Writable({write: (_chunk, _encoding, done) => done()});
  const code = await run({
    argv: ['drift', '--all', '-w', 'test', '--watch', '1h', '-o', 'jsonl'],
    env: {PATH: process.env['PATH'], HOME: home, GANTRY_HOME: `${home}/.gantry`},
    cwd: directory,
    stdin: Readable.from([]),
    stdout: nowhere(),
    stderr: nowhere(),
    signal: stop.signal,
    network: {clock},
  });
  return {code, heap, listeners, warnings};
}

process.on('message', () => void soak().then((soaked) => process.send?.(soaked)));
process.send?.('ready');
