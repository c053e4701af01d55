import type {Faults} from './faults.ts';

export type Figures = {
  readonly name: string;
  readonly operations: number;
  readonly faults: Faults;
  /** Requests that the client repeated by itself. */
  readonly retries: number;
  /** Writes that were sent, those of them without an answer, and those whose caller was told that they failed. */
  readonly writes: {readonly sent: number; readonly unanswered: number; readonly failed: number};
  readonly ms: number;
};

/** One row of the table in docs/reliability.md; printed where GANTRY_FIGURES is set. */
export function printFigures({name, operations, faults, retries, writes, ms}: Figures): void {
  if (!process.env['GANTRY_FIGURES']) return;
  const count = (...kinds: readonly string[]): number =>
    [...faults.counts].filter(([fault]) => kinds.includes(fault)).reduce((sum, [, number]) => sum + number, 0);
  const cells = [
    name,
    operations,
    faults.requests(),
    count('cut before', 'cut after', 'half'),
    count('error before', 'error after'),
    count('slow before', 'slow after'),
    retries,
    writes.sent,
    writes.unanswered,
    writes.failed,
    `${(ms / 1000).toFixed(1)} s`,
  ];
  process.stderr.write(`| ${cells.join(' | ')} |\n`);
}
