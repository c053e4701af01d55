import {nanosOf} from './log-line.ts';

/** The position in a log, so that a stream that broke continues without lost or repeated lines. */
export type Resume = {
  /** Reports whether a line with this time has not been returned yet, and marks it as returned. Lines without a time are always new. */
  readonly isNew: (time: string | undefined) => boolean;
  /** Starts over: the log is read again, from `since` on. */
  readonly again: () => void;
  /** Returns the time to read from. The server counts whole seconds, and sends the lines of the last second again. */
  readonly since: () => string | undefined;
};

/**
 * Creates the position of a log that has not been read. Several lines may have the same time: when a log is read again,
 * the lines before the last time are known, and of the last time as many as were returned. Lines that are read for the
 * first time are always returned, even if two streams of a program changed their order.
 */
export function openResume(): Resume {
  let last: {readonly nanos: bigint; readonly time: string} | undefined;
  let count = 0;
  let [replayed, skip] = [false, 0];
  return {
    isNew: (time) => {
      if (time === undefined) return true;
      const nanos = nanosOf(time);
      if (last === undefined || nanos > last.nanos) {
        last = {nanos, time};
        [count, replayed] = [1, false];
        return true;
      }
      if (!replayed) {
        if (nanos === last.nanos) count++;
        return true;
      }
      if (nanos < last.nanos || skip-- > 0) return false;
      replayed = false;
      count++;
      return true;
    },
    again: () => {
      [replayed, skip] = [last !== undefined, count];
    },
    since: () => last?.time,
  };
}
