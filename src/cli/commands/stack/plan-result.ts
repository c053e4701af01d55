import type {Action, Plan} from '../../../core/plan/plan.ts';
import {planText} from '../../../ui/plan-text.ts';
import {EXIT} from '../../exit-code.ts';
import type {Result, Session} from '../../session.ts';

// A protected object stays as it is, at each run: nothing is pending.
const SETTLED: ReadonlySet<Action> = new Set<Action>(['unchanged', 'retain']);

/** A plan as the answer of `preview` and of every `--dry-run`. */
export const planResult = (
  plan: Plan,
  {chosen}: Pick<Session, 'chosen'>,
  {exitCode = false, detail = false}: {readonly exitCode?: boolean; readonly detail?: boolean},
): Result => {
  const from = chosen();
  return {
    document: plan,
    text: (style) => planText({plan, ...(from === undefined ? {} : {chosen: from})}, {...style, detail}),
    markdown: async (style) => (await import('../../../ui/markdown/plan-markdown.ts')).planMarkdown({plan}, style),
    plan,
    diagnostics: plan.diagnostics,
    exitCode: exitCode && plan.changes.some(({action}) => !SETTLED.has(action)) ? EXIT.pending : EXIT.done,
  };
};
