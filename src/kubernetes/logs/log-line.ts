/** Matches the timestamp that the server puts before each line with `timestamps`: RFC 3339, with up to nine digits of a second. */
const STAMPED = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:\d\d)) ?/;

/** A line of a log, with its time in RFC 3339 if the server sent one. */
export type StampedLine = {readonly time?: string; readonly line: string};

/** Splits a log line into time and text. A line without a time (a message of the node itself) is returned as text. */
export function readStamp(text: string): StampedLine {
  const stamp = STAMPED.exec(text);
  if (stamp?.[1] === undefined) return {line: text};
  return {time: stamp[1], line: text.slice(stamp[0].length)};
}

/** Converts a time to nanoseconds since the epoch, so that times within one second can be compared in any precision and zone. */
export function nanosOf(time: string): bigint {
  const [, whole = time, digits = '', zone = 'Z'] =
    /^(.*T\d\d:\d\d:\d\d)(?:\.(\d+))?(Z|[+-]\d\d:\d\d)$/.exec(time) ?? [];
  const seconds = Date.parse(`${whole}${zone}`) / 1000;
  return Number.isNaN(seconds) ? 0n : BigInt(seconds) * 1_000_000_000n + BigInt(digits.padEnd(9, '0').slice(0, 9));
}
