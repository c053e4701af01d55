import type {Measured} from './measure.ts';
import type {Operation} from './tools.ts';

/** One measurement: a tool did an operation in one round. */
export type Sample = Measured & {
  readonly tool: string;
  readonly operation: Operation;
  readonly round: number;
  readonly requests: number;
};

/** The samples of a tool and an operation, summarised. */
export type Row = {
  readonly operation: Operation;
  readonly tool: string;
  readonly seconds: Spread;
  readonly cpuSeconds?: Spread | undefined;
  readonly peakMiB?: Spread | undefined;
  readonly requests: number;
  /** The median of the ratios to Gantry, round by round: a machine's speed changes between rounds. */
  readonly ofGantry?: number | undefined;
};

export type Spread = {readonly median: number; readonly least: number; readonly most: number};

/** Returns a row for each operation and tool. */
export function rowsOf(samples: readonly Sample[]): readonly Row[] {
  const groups = Map.groupBy(samples, ({operation, tool}) => `${operation}/${tool}`);
  return [...groups.values()].map((group) => {
    const [first] = group as [Sample];
    const ratios = group.flatMap(({round, seconds}) => {
      const gantry = samples.find(
        (one) => one.round === round && one.tool === 'gantry' && one.operation === first.operation,
      );
      return gantry === undefined ? [] : [seconds / gantry.seconds];
    });
    return {
      operation: first.operation,
      tool: first.tool,
      seconds: spread(group.map(({seconds}) => seconds)),
      cpuSeconds: optional(group.flatMap(({cpuSeconds}) => cpuSeconds ?? [])),
      peakMiB: optional(group.flatMap(({peakMiB}) => peakMiB ?? [])),
      requests: spread(group.map(({requests}) => requests)).median,
      ofGantry: optional(ratios)?.median,
    };
  });
}

const optional = (values: readonly number[]): Spread | undefined => (values.length === 0 ? undefined : spread(values));

function spread(values: readonly number[]): Spread {
  const sorted = values.toSorted((a, b) => a - b);
  const median = sorted[Math.floor(sorted.length / 2)] ?? 0;
  return {median, least: sorted[0] ?? 0, most: sorted.at(-1) ?? 0};
}

/** Returns the rows as a table in Markdown. */
export function markdownTable(rows: readonly Row[]): string {
  const head = ['operation', 'tool', 'seconds: median (least to most)', 'of Gantry', 'processor', 'memory', 'requests'];
  const lines = rows.map(({operation, tool, seconds, ofGantry, cpuSeconds, peakMiB, requests}) => [
    operation,
    tool,
    `${two(seconds.median)} (${two(seconds.least)} to ${two(seconds.most)})`,
    ofGantry === undefined ? '' : `${two(ofGantry)} x`,
    cpuSeconds === undefined ? '' : `${two(cpuSeconds.median)} s`,
    peakMiB === undefined ? '' : `${peakMiB.median.toFixed(0)} MiB`,
    String(requests),
  ]);
  return [head, head.map(() => '---'), ...lines].map((cells) => `| ${cells.join(' | ')} |\n`).join('');
}

const two = (value: number): string => value.toFixed(2);
