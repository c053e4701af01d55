/**
 * An event of Chrome's trace format, which chrome://tracing and Perfetto show. Times are in microseconds.
 * Source: "Trace Event Format", https://chromium.googlesource.com/catapult/+/HEAD/docs/trace-event-format.md
 */
export type TraceEvent =
  | {
      readonly ph: 'X';
      readonly name: string;
      readonly cat: string;
      readonly ts: number;
      readonly dur: number;
      /** The category, which viewers show as a group of rows. */
      readonly pid: number;
      /** The row in the group. */
      readonly tid: number;
      readonly args?: Readonly<Record<string, unknown>>;
    }
  /** The name of a group. */
  | {readonly ph: 'M'; readonly name: 'process_name'; readonly pid: number; readonly args: {readonly name: string}};

/** A piece of work with a beginning and an end, in milliseconds since the epoch. */
export type Span = {
  readonly name: string;
  readonly category: (typeof CATEGORIES)[number];
  readonly from: number;
  readonly to: number;
  readonly facts?: Readonly<Record<string, unknown>>;
};

const CATEGORIES = ['run', 'phase', 'step', 'request', 'key'] as const;

/** Returns the events of spans, grouped by category. Steps and requests that overlap are in different rows. */
export function traceEvents(spans: readonly Span[]): readonly TraceEvent[] {
  return CATEGORIES.flatMap((category, i) => {
    const own = spans.filter((span) => span.category === category).toSorted((a, b) => a.from - b.from);
    const rows = rowsOf(own);
    const pid = i + 1;
    const events = own.map(({name, from, to, facts}, j): TraceEvent => {
      const times = {ts: Math.round(from * 1000), dur: Math.round((to - from) * 1000)};
      const event = {ph: 'X', name, cat: category, ...times, pid, tid: rows[j] ?? 0} as const;
      return facts === undefined ? event : {...event, args: facts};
    });
    return [{ph: 'M', name: 'process_name', pid, args: {name: category}}, ...events];
  });
}

/** Returns the row of each span: the lowest that is free when it begins. @param spans sorted by their beginning */
function rowsOf(spans: readonly Span[]): readonly number[] {
  const busyUntil: number[] = [];
  return spans.map(({from, to}) => {
    const free = busyUntil.findIndex((until) => until <= from);
    const row = free < 0 ? busyUntil.length : free;
    busyUntil[row] = to;
    return row;
  });
}
