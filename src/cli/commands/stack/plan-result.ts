import type {Plan} from '../../../core/plan/plan.ts';
import {hasChanges} from '../../../core/plan/summary.ts';
import {planText} from '../../../ui/text/stack/plan-text.ts';
import {EXIT} from '../../exit-code.ts';
import {planForWorkflow} from '../../plan-for-workflow.ts';
import type {Result, Session} from '../../session.ts';

type PlanResultFlags = {
  readonly exitCode?: boolean;
  readonly detail?: boolean;
  /** The file of the saved plan. */
  readonly file?: string;
};

/** Returns a plan as the result of `preview` and of every `--dry-run`. */
export const planResult = (
  plan: Plan,
  {chosen}: Pick<Session, 'chosen'>,
  {exitCode = false, detail = false, file}: PlanResultFlags,
): Result => {
  const from = chosen(plan);
  return {
    document: plan,
    text: (style) => planText({plan, chosen: from}, {...style, detail}),
    markdown: async (style) => (await import('../../../ui/markdown/plan-markdown.ts')).planMarkdown({plan}, style),
    cases: async () => (await import('../../../ui/report/plan-cases.ts')).planCases(plan),
    workflow: planForWorkflow(plan, file),
    diagnostics: plan.diagnostics,
    exitCode: exitCode && hasChanges(plan) ? EXIT.pending : EXIT.done,
  };
};
