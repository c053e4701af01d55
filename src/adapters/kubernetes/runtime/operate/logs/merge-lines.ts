import {nanosOf} from '../../../../../kubernetes/logs/log-line.ts';
import type {Clock} from '../../../../../ports/clock.ts';
import type {LogLine} from '../../../../../ports/operations.ts';

/** One of the logs that are merged. */
export type Source = {
  /** Adds a line; resolves when there is room for more. */
  readonly push: (line: LogLine) => Promise<void>;
  readonly end: () => void;
};

/** Merges several logs by the time of their lines. */
export type Merge = {
  readonly open: () => Source;
  /** Emits the lines that are still held back. */
  readonly flush: () => void;
};

/** The receiver of merged lines, and how long a line waits for others. */
export type MergeOptions = {
  readonly clock: Pick<Clock, 'monotonic' | 'sleep'>;
  readonly emit: (line: LogLine) => void;
  /** The time in milliseconds that a line waits for older ones of silent logs; if absent, as long as those are open. */
  readonly patienceMs?: number;
  readonly signal: AbortSignal;
};

/** The most lines that one log may be ahead of the others. */
const AHEAD = 500;

type Held = {readonly line: LogLine; readonly nanos: bigint; readonly since: number};
type Queue = {readonly lines: Held[]; open: boolean; last: bigint; room: (() => void)[]};

/** Merges the lines of several logs by time; the order within each log is kept. */
export function mergeLines({clock, emit, patienceMs, signal}: MergeOptions): Merge {
  const queues = new Set<Queue>();
  let alarm = false;
  const next = (): Queue | undefined =>
    [...queues].filter(({lines}) => lines.length > 0).reduce<Queue | undefined>(earlier, undefined);
  const take = (queue: Queue): void => {
    const held = queue.lines.shift();
    if (held !== undefined) emit(held.line);
    if (queue.lines.length < AHEAD) for (const go of queue.room.splice(0)) go();
    if (!queue.open && queue.lines.length === 0) queues.delete(queue);
  };
  /** Emits lines while every open log has a next line, and those that have waited long enough. */
  const settle = (): void => {
    for (;;) {
      const first = next();
      if (first === undefined) return;
      const silent = [...queues].some(({open, lines}) => open && lines.length === 0);
      const waited = clock.monotonic() - (first.lines[0]?.since ?? 0);
      if (silent && (patienceMs === undefined || waited < patienceMs)) return wakeUp(patienceMs);
      take(first);
    }
  };
  const wait = async (ms: number): Promise<void> => {
    await clock.sleep(ms, signal).catch(() => undefined);
    alarm = false;
    if (!signal.aborted) settle();
  };
  const wakeUp = (ms: number | undefined): void => {
    if (ms === undefined || alarm) return;
    alarm = true;
    void wait(ms);
  };
  return {
    open: () => {
      const queue: Queue = {lines: [], open: true, last: 0n, room: []};
      queues.add(queue);
      return {
        push: async (line) => {
          // A line without a time belongs to the line before it.
          queue.last = line.time === undefined ? queue.last : nanosOf(line.time);
          queue.lines.push({line, nanos: queue.last, since: clock.monotonic()});
          settle();
          if (queue.lines.length >= AHEAD) await new Promise<void>((resolve) => queue.room.push(resolve));
        },
        end: () => {
          queue.open = false;
          if (queue.lines.length === 0) queues.delete(queue);
          settle();
        },
      };
    },
    flush: () => {
      for (let queue = next(); queue !== undefined; queue = next()) take(queue);
    },
  };
}

function earlier(best: Queue | undefined, queue: Queue): Queue {
  const [a, b] = [best?.lines[0], queue.lines[0]];
  return best === undefined || (a !== undefined && b !== undefined && b.nanos < a.nanos) ? queue : best;
}
