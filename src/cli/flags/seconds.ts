import {secondsOf} from '../../core/duration-seconds.ts';
import {usageError} from '../usage.ts';

/** The hint for a value that must be a revision. */
export const REVISION_HINT = 'Use a number from "gantry release list".';

/** Parses a duration (`90`, `90s`, `10m`, `1h30m`) and returns seconds. */
export const secondsFlag =
  (flag: string) =>
  (text: string): number => {
    const seconds = secondsOf(text);
    if (seconds !== undefined) return seconds;
    throw usageError(`${flag} ${text}: not a valid duration.`, 'Use seconds (90) or a duration like 90s, 10m, 1h30m.');
  };

/** Parses a whole number that is at least `least`. */
export const wholeNumberFlag =
  (flag: string, least: number, hint = `For example: ${flag} 10`) =>
  (text: string): number => {
    const value = Number(text);
    if (!/^\d+$/.test(text) || !Number.isSafeInteger(value) || value < least) {
      throw usageError(`${flag} ${text}: not a whole number of at least ${least}.`, hint);
    }
    return value;
  };
