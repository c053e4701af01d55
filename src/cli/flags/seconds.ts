import {secondsOf} from '../../core/duration-seconds.ts';
import {usageError} from '../usage.ts';

/** `90`, `90s`, `10m`, `1h30m` → seconds. */
export const secondsFlag =
  (flag: string) =>
  (text: string): number => {
    const seconds = secondsOf(text);
    if (seconds !== undefined) return seconds;
    throw usageError(
      `${flag} ${text}: that is no length of time.`,
      'Write seconds (90) or a length like 90s, 10m, 1h30m.',
    );
  };

/** A whole number from `least` up. */
export const wholeNumberFlag =
  (flag: string, least: number) =>
  (text: string): number => {
    const value = Number(text);
    if (!/^\d+$/.test(text) || !Number.isSafeInteger(value) || value < least) {
      throw usageError(`${flag} ${text}: that is no whole number from ${least} up.`);
    }
    return value;
  };
