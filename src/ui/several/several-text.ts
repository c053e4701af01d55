import type {Diagnostic} from '../../core/diagnostic/diagnostic.ts';
import type {StackOutcome} from '../../core/stacks/stack-outcome.ts';
import {count} from '../count.ts';
import {duration} from '../duration.ts';
import type {Brush} from '../paint.ts';
import {printable} from '../printable.ts';
import type {Style} from '../style.ts';
import {table} from '../table.ts';
import {answerName, type StackAnswer} from './stack-answer.ts';

/** What a run over several stacks answers. */
export type Several = {
  /** In the order in which they ran. */
  readonly answers: readonly StackAnswer[];
  /** Why there are none, in one sentence. */
  readonly nothing: string;
  readonly diagnostics: readonly Diagnostic[];
  readonly exitCode: number;
  /** What the command line or the environment says: known though no stack is selected, or none got so far. */
  readonly workspace?: string;
};

/** The answer of each stack below its name, and one table of all. */
export async function severalText({answers, nothing}: Several, style: Style): Promise<string> {
  if (answers.length === 0) return `${nothing}\n`;
  const parts = await Promise.all(answers.map((answer) => partText(answer, style)));
  return [...parts, summaryTable(answers, style), '\n', `${summaryLine(answers, style)}\n`].join('');
}

async function partText(one: StackAnswer, style: Style): Promise<string> {
  const own = styleOf(one, style);
  const body = one.trouble === undefined ? await one.answer?.text(own) : one.trouble.text(own);
  if (body === undefined || body === '') return '';
  return `${heading(one, style)}\n${body}\n`;
}

/** What is said of one stack leads to that one. */
export const styleOf = (one: Pick<StackAnswer, 'project' | 'stack'>, style: Style): Style => ({
  ...style,
  stack: answerName(one),
});

/** `── shop/web ──` */
export const heading = (one: Pick<StackAnswer, 'project' | 'stack'>, {paint}: Pick<Style, 'paint'>): string =>
  `${paint.dim('──')} ${paint.strong(printable(answerName(one)))} ${paint.dim('──')}`;

/** One row for each stack; a stack that did not run has no time. */
export const summaryTable = (answers: readonly StackAnswer[], style: Style): string =>
  table(
    ['STACK', 'WORKSPACE', 'OUTCOME', 'CHANGES', 'TIME'],
    answers.map((one) => [
      answerName(one),
      one.workspace ?? '',
      outcomeText(one),
      one.changes === undefined ? '' : String(one.changes),
      one.outcome === 'skipped' || one.outcome === 'stopped' ? '' : duration(one.seconds),
    ]),
    style,
  );

/** `skipped (shop/base)`: because of which stack. */
export const outcomeText = ({outcome, because}: StackAnswer): string =>
  because === undefined ? WORD[outcome] : `${WORD[outcome]} (${because})`;

const WORD: Readonly<Record<StackOutcome, string>> = {
  built: 'built',
  valid: 'valid',
  changes: 'to change',
  unchanged: 'unchanged',
  applied: 'applied',
  destroyed: 'destroyed',
  declined: 'declined',
  ready: 'ready',
  'not-ready': 'not ready',
  failed: 'failed',
  skipped: 'skipped',
  stopped: 'not begun',
};

/** `3 stacks: 1 applied, 1 failed, 1 skipped.` */
export function summaryLine(answers: readonly StackAnswer[], {paint}: Pick<Style, 'paint'>): string {
  const counts = Map.groupBy(answers, ({outcome}) => outcome);
  const parts = (Object.keys(WORD) as StackOutcome[]).flatMap((outcome) => {
    const found = counts.get(outcome)?.length ?? 0;
    return found === 0 ? [] : [`${found} ${WORD[outcome]}`];
  });
  const brush: Brush = answers.some(({outcome}) => BAD.has(outcome)) ? 'bad' : 'good';
  return `${paint[brush](`${count(answers.length, 'stack')}:`)} ${parts.join(', ')}.`;
}

const BAD: ReadonlySet<StackOutcome> = new Set(['failed', 'skipped', 'stopped', 'declined', 'not-ready']);
