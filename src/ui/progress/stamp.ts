/** The number and the time (RFC 3339) of a line in the stream of events. */
export type Stamped = {readonly seq: number; readonly time: string};

/** Returns the time as a line of progress shows it. */
export type Stamp = (now: Date) => Stamped;

/** The stamps of one run: the number shows whether a line was lost on the way. */
export function countStamps(): Stamp {
  let seq = 0;
  return (now) => ({seq: ++seq, time: now.toISOString()});
}
