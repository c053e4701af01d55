/** What every line of the stream of events carries: its number and its time (RFC 3339). */
export type Stamped = {readonly seq: number; readonly time: string};

/** Returns the time as a line of progress shows it. */
export type Stamp = (now: Date) => Stamped;

/** The stamps of one run: the number shows whether a line was lost on the way. */
export function countStamps(): Stamp {
  let seq = 0;
  return (now) => ({seq: ++seq, time: now.toISOString()});
}
