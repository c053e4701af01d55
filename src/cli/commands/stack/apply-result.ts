import type {ApplyOutcome} from '../../../app/plan/release-requests.ts';
import type {Plan} from '../../../core/plan/plan.ts';
import {failureText} from '../../../ui/failure-text.ts';
import {failedSteps} from '../../../ui/github/failed-steps.ts';
import {plainText} from '../../../ui/markdown/plain-text.ts';
import {applyDocument, applyText} from '../../../ui/text/stack/apply-text.ts';
import {planText} from '../../../ui/text/stack/plan-text.ts';
import {EXIT} from '../../exit-code.ts';
import {type ForWorkflow, planForWorkflow} from '../../github.ts';
import type {Result, Session} from '../../session.ts';

/** What an apply or destroy answers. A run that failed has an answer, too: the release says how far it came. */
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
  exitCode: outcome.kind === 'declined' ? EXIT.failed : undefined,
  failure: outcome.kind === 'applied' && outcome.failure !== undefined ? outcome.failure : undefined,
});

/** What a plan warns of is settled when it has been carried out; what failed then is not. */
function workflowOf(outcome: ApplyOutcome): ForWorkflow {
  const planned = planForWorkflow(outcome.plan);
  if (outcome.kind !== 'applied') return planned;
  const {failure} = outcome;
  const outputs =
    failure === undefined ? planned.outputs : {...planned.outputs, summary: `failed: ${failureText(failure).message}`};
  return {warnings: failedSteps(outcome), outputs};
}

/** Shows a plan before the question, or before it is refused. */
export const showing =
  ({show, chosen}: Pick<Session, 'show' | 'chosen'>) =>
  (plan: Plan): void => {
    const from = chosen();
    show(plan, (style) => `${planText({plan, chosen: from}, style)}\n`);
  };

/** `workspace prod (from -w) on https://…`: no yes without knowing where. */
export function whereOf({workspace, cluster}: Plan, {chosen}: Pick<Session, 'chosen'>): string {
  const from = chosen();
  return `workspace ${workspace}${from === undefined ? '' : ` (from ${from.from})`} on ${cluster.server}`;
}
