import type {ApplyOutcome} from '../../../app/plan/release-requests.ts';
import type {Plan} from '../../../core/plan/plan.ts';
import {failureText} from '../../../ui/failure-text.ts';
import {failedSteps} from '../../../ui/github/failed-steps.ts';
import {plainText} from '../../../ui/markdown/plain-text.ts';
import {applyDocument, applyText} from '../../../ui/text/stack/apply-text.ts';
import {planText} from '../../../ui/text/stack/plan-text.ts';
import {EXIT} from '../../exit-code.ts';
import type {ForWorkflow} from '../../github.ts';
import {planForWorkflow} from '../../plan-for-workflow.ts';
import type {Result, Session} from '../../session.ts';

/** Returns the result of an apply or destroy. A failed run has a result, too: the release records how far it came. */
export const applyResult = (outcome: ApplyOutcome): Result => ({
  document: applyDocument(outcome),
  text: (style) => applyText(outcome, style),
  markdown: async (style) => {
    const {planMarkdown} = await import('../../../ui/markdown/plan-markdown.ts');
    const failure = outcome.kind === 'applied' ? outcome.failure : undefined;
    const failed = failure === undefined ? {} : {failed: failureText(failure).message};
    return planMarkdown({plan: outcome.plan, outcome: applyText(outcome, plainText(style)), ...failed}, style);
  },
  cases: async () => (await import('../../../ui/report/apply-cases.ts')).applyCases(outcome),
  workflow: workflowOf(outcome),
  diagnostics: outcome.plan.diagnostics,
  ran: [{project: outcome.plan.project, stack: outcome.plan.stack, workspace: outcome.plan.workspace, outcome}],
  exitCode: outcome.kind === 'declined' ? EXIT.failed : undefined,
  failure: outcome.kind === 'applied' && outcome.failure !== undefined ? outcome.failure : undefined,
});

/** Returns the result of an executed plan. The warnings of the plan no longer apply; failed steps do. */
function workflowOf(outcome: ApplyOutcome): ForWorkflow {
  const planned = planForWorkflow(outcome.plan);
  if (outcome.kind !== 'applied') return planned;
  const {failure} = outcome;
  const outputs =
    failure === undefined ? planned.outputs : {...planned.outputs, summary: `failed: ${failureText(failure).message}`};
  return {warnings: failedSteps(outcome), outputs};
}

/** Shows a plan before the question, or before the plan is refused. */
export const showing =
  ({show, chosen}: Pick<Session, 'show' | 'chosen'>) =>
  (plan: Plan): void => {
    const from = chosen(plan);
    show(plan, (style) => `${planText({plan, chosen: from}, style)}\n`);
  };

/** Shows a plan before its question; it is then shown with `-q`, too. */
export const showingAsked =
  (session: Pick<Session, 'show' | 'sayAsked' | 'chosen'>) =>
  (plan: Plan): void => {
    session.sayAsked(plan.diagnostics, (style) => `${planText({plan, chosen: session.chosen(plan)}, style)}\n`);
    // Nothing is printed twice: it records which plan was shown.
    session.show(plan, () => '');
  };

/** Returns where a plan is applied, for questions: `workspace prod (from -w) on https://…`. */
export function whereOf(plan: Plan, {chosen}: Pick<Session, 'chosen'>): string {
  const {workspace, cluster} = plan;
  const from = chosen(plan);
  return `workspace ${workspace}${from === undefined ? '' : ` (from ${from.from})`} on ${cluster.server}`;
}
