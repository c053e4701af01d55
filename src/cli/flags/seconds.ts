import {usageError} from '../usage.ts';

const UNIT = {ms: 0.001, s: 1, m: 60, h: 3600} as const;

/** `90`, `90s`, `10m`, `1h30m` → seconds. */
export const secondsFlag =
  (flag: string) =>
  (text: string): number => {
    if (/^\d+(\.\d+)?$/.test(text)) return Number(text);
    const parts = [...text.matchAll(/(\d+(?:\.\d+)?)(ms|s|m|h)/g)];
    if (parts.length === 0 || parts.map(([whole]) => whole).join('') !== text) {
      throw usageError(
        `${flag} ${text}: that is no length of time.`,
        'Write seconds (90) or a length like 90s, 10m, 1h30m.',
      );
    }
    return parts.reduce((sum, [, amount, unit]) => sum + Number(amount) * UNIT[unit as keyof typeof UNIT], 0);
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
