import type {Diagnostic} from '../../core/diagnostic/diagnostic.ts';
import {count} from '../../ui/count.ts';
import {severalDocument} from '../../ui/several/several-document.ts';
import type {Several} from '../../ui/several/several-text.ts';
import {EXIT, worstOf} from '../exit-code.ts';
import type {Result} from '../session.ts';
import type {Answer} from './answer-of.ts';

/** Answers of several stacks, one for each. */
export type Answers = {
  readonly answers: readonly Answer[];
  /** The reason if no stack is selected. */
  readonly nothing: string;
  /** The remarks on the selection. */
  readonly diagnostics: readonly Diagnostic[];
  /** The workspace from the command line or the environment. */
  readonly workspace?: string;
  /** The outputs for later steps of a workflow. */
  readonly outputs?: Readonly<Record<string, string | number>>;
};

/** Returns the result of all stacks: the result of each, one table, one document, and the worst exit code. */
export function severalResult({outputs = {}, ...given}: Answers): Result {
  const {answers, diagnostics} = given;
  const several: Several = {...given, exitCode: exitCodeIn(answers)};
  const changes = answers.reduce((sum, one) => sum + (one.changes ?? 0), 0);
  const yaml = answers.flatMap(({answer}) => answer?.yaml ?? []);
  return {
    document: severalDocument(several),
    text: async (style) => (await import('../../ui/several/several-text.ts')).severalText(several, style),
    markdown: async (style) => (await import('../../ui/markdown/several-markdown.ts')).severalMarkdown(several, style),
    yaml: answers.length > 0 && answers.every(({answer}) => answer?.yaml !== undefined) ? yaml : undefined,
    cases: async () => (await import('../../ui/several/several-cases.ts')).severalCases(answers),
    diagnostics: [...diagnostics, ...answers.flatMap(({answer}) => answer?.diagnostics ?? [])],
    workflow: {
      warnings: answers.flatMap(({workflow}) => workflow?.warnings ?? []),
      outputs: {
        stacks: answers.length,
        changes,
        failed: answers.filter(isBad).length,
        summary: `${count(answers.length, 'stack')}: ${count(changes, 'change')}, ${answers.filter(isBad).length} failed`,
        ...outputs,
      },
    },
    ran: answers.flatMap(ranOf),
    exitCode: several.exitCode,
  };
}

/** The worst by the contract's order; changes that are pending only where nothing is wrong. */
export function exitCodeIn(answers: readonly Pick<Answer, 'exitCode'>[]): number {
  const codes = answers.map(({exitCode}) => exitCode);
  const worst = worstOf(codes);
  return worst === EXIT.done && codes.includes(EXIT.pending) ? EXIT.pending : worst;
}

/** Returns the run of one stack, for notifications. A stack that did not start has no entry. */
function ranOf({ran, failed, project, stack, workspace = ''}: Answer): NonNullable<Result['ran']> {
  if (failed === undefined) return ran ?? [];
  const {code, message} = failed.document.error;
  return [{project, stack, workspace, problem: {code, message}}];
}

const isBad = ({outcome}: Answer): boolean => outcome === 'failed' || outcome === 'skipped' || outcome === 'stopped';
