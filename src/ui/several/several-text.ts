import type {Diagnostic} from '../../core/diagnostic/diagnostic.ts';
import type {StackOutcome} from '../../core/stacks/stack-outcome.ts';
import {count} from '../count.ts';
import {duration} from '../duration.ts';
import {inOneWorkspace} from '../one-workspace.ts';
import type {Brush} from '../paint.ts';
import {printable} from '../printable.ts';
import type {Style} from '../style.ts';
import {table} from '../table.ts';
import {answerName, answerTitle, type StackAnswer, type TitledAnswer} from './stack-answer.ts';

/** The result of a run over several stacks. */
export type Several = {
  /** The stacks in the order in which they ran. */
  readonly answers: readonly StackAnswer[];
  /** The reason in one sentence if there are no stacks. */
  readonly nothing: string;
  readonly diagnostics: readonly Diagnostic[];
  readonly exitCode: number;
  /** The workspace from the command line or the environment, which is known even if no stack ran. */
  readonly workspace?: string;
};

/** Returns the result of each stack below its name, and one table of all stacks. */
export async function severalText({answers, nothing}: Several, style: Style): Promise<string> {
  if (answers.length === 0) return `${nothing}\n`;
  const parts = await Promise.all(answers.map((answer) => partText(answer, style)));
  return [...parts, summaryTable(answers, style), '\n', `${summaryLine(answers, style)}\n`].join('');
}

async function partText(one: StackAnswer, style: Style): Promise<string> {
  const own = styleOf(one, style);
  if (one.outcome === 'deferred') return `${heading(one, style)}\n${deferredText(one)}\n\n`;
  const body = one.failed === undefined ? await one.answer?.text(own) : one.failed.text(own);
  if (body === undefined || body === '') return '';
  return `${heading(one, style)}\n${body}\n`;
}

/** Returns the reason why a stack has no plan yet. */
export const deferredText = ({because = ''}: StackAnswer): string =>
  printable(`Its cluster is (known after apply) of ${because}. It is planned after that, in the same run.`);

/** Returns the style for one stack, so that commands in its hints use that stack, in its workspace. */
export const styleOf = (one: Pick<StackAnswer, 'project' | 'stack' | 'workspace'>, style: Style): Style => ({
  ...style,
  stack: answerName(one),
  applyCommand: inOneWorkspace(style.applyCommand, one.workspace),
});

/** Returns the heading of a stack: `── shop/web ──`, or `── shop/web/prod ──` in a run over several workspaces. */
export const heading = (one: TitledAnswer, {paint}: Pick<Style, 'paint'>): string =>
  `${paint.dim('──')} ${paint.strong(printable(answerTitle(one)))} ${paint.dim('──')}`;

/** Returns a row for each stack. A stack that did not run has no duration. */
export const summaryTable = (answers: readonly StackAnswer[], style: Style): string =>
  table(
    ['STACK', 'WORKSPACE', 'OUTCOME', 'CHANGES', 'TIME'],
    answers.map((one) => [
      answerName(one),
      one.workspace ?? '',
      outcomeText(one),
      one.changes === undefined ? '' : String(one.changes),
      NOT_RUN.has(one.outcome) ? '' : duration(one.seconds),
    ]),
    style,
  );

const NOT_RUN: ReadonlySet<StackOutcome> = new Set(['skipped', 'deferred', 'stopped']);

/** Returns the outcome with the stack that caused it: `skipped (shop/base)`. */
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
  deferred: 'known after apply',
  stopped: 'not begun',
};

/** Returns the counts: `3 stacks: 1 applied, 1 failed, 1 skipped.`, or `6 stacks in 2 workspaces: 6 applied.` */
export function summaryLine(answers: readonly StackAnswer[], {paint}: Pick<Style, 'paint'>): string {
  const counts = Map.groupBy(answers, ({outcome}) => outcome);
  const parts = (Object.keys(WORD) as StackOutcome[]).flatMap((outcome) => {
    const found = counts.get(outcome)?.length ?? 0;
    return found === 0 ? [] : [`${found} ${WORD[outcome]}`];
  });
  const brush: Brush = answers.some(({outcome}) => BAD.has(outcome)) ? 'bad' : 'good';
  const workspaces = new Set(answers.flatMap(({isOfMany, workspace}) => (isOfMany === true ? (workspace ?? []) : [])));
  const where = workspaces.size === 0 ? '' : ` in ${count(workspaces.size, 'workspace')}`;
  return `${paint[brush](`${count(stacksIn(answers), 'stack')}${where}:`)} ${parts.join(', ')}.`;
}

/** Returns the number of stacks. One in several workspaces counts once. */
const stacksIn = (answers: readonly StackAnswer[]): number => new Set(answers.map(answerName)).size;

const BAD: ReadonlySet<StackOutcome> = new Set(['failed', 'skipped', 'stopped', 'declined', 'not-ready']);
