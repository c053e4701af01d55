import {nanosOf} from './log-line.ts';

/** What has been seen of a log, so that a stream that broke goes on without a line lost or told twice. */
export type Resume = {
  /** Whether a line of this time has not been told yet; from then on it has. Lines without a time are always told. */
  readonly isNew: (time: string | undefined) => boolean;
  /** The log is read again, from `since` on. */
  readonly again: () => void;
  /** Where to read from: the server counts whole seconds, and sends those of the last one once more. */
  readonly since: () => string | undefined;
};

/**
 * Several lines may have the same time: of what is read again, the lines before the last time are known, and of the last time as
 * many as have been told. What is read for the first time is always told, also where two streams of a program mixed up its order.
 */
export function openResume(): Resume {
  let last: {readonly nanos: bigint; readonly time: string} | undefined;
  let told = 0;
  let [replayed, skip] = [false, 0];
  return {
    isNew: (time) => {
      if (time === undefined) return true;
      const nanos = nanosOf(time);
      if (last === undefined || nanos > last.nanos) {
        last = {nanos, time};
        [told, replayed] = [1, false];
        return true;
      }
      if (!replayed) {
        if (nanos === last.nanos) told++;
        return true;
      }
      if (nanos < last.nanos || skip-- > 0) return false;
      replayed = false;
      told++;
      return true;
    },
    again: () => {
      [replayed, skip] = [last !== undefined, told];
    },
    since: () => last?.time,
  };
}
