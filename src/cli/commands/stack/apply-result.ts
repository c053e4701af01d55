import type {ApplyOutcome} from '../../../app/release-requests.ts';
import type {Plan} from '../../../core/plan/plan.ts';
import {applyDocument, applyText} from '../../../ui/apply-text.ts';
import {plainText} from '../../../ui/markdown/plain-text.ts';
import {planText} from '../../../ui/plan-text.ts';
import {EXIT} from '../../exit-code.ts';
import type {Result, Session} from '../../session.ts';

/** What an apply or destroy answers. A run that failed has an answer, too: the release says how far it came. */
export const applyResult = (outcome: ApplyOutcome): Result => ({
  document: applyDocument(outcome),
  text: (style) => applyText(outcome, style),
  markdown: async (style) => {
    const {planMarkdown} = await import('../../../ui/markdown/plan-markdown.ts');
    return planMarkdown({plan: outcome.plan, outcome: applyText(outcome, plainText(style))}, style);
  },
  plan: outcome.plan,
  ...(outcome.kind === 'applied' ? {carriedOut: true} : {}),
  ...(outcome.kind === 'unchanged' ? {diagnostics: outcome.plan.diagnostics} : {}),
  ...(outcome.kind === 'declined' ? {exitCode: EXIT.failed} : {}),
  ...(outcome.kind === 'applied' && outcome.failure !== undefined ? {failure: outcome.failure} : {}),
});

/** The plan on stderr, next to the question: stdout may lead elsewhere. */
export function showPlan(plan: Plan, {say, remark, chosen}: Pick<Session, 'say' | 'remark' | 'chosen'>): void {
  const from = chosen();
  remark(plan.diagnostics);
  say((style) => `${planText({plan, ...(from === undefined ? {} : {chosen: from})}, style)}\n`);
}

/** `workspace prod (from -w) on https://…`: no yes without knowing where. */
export function whereOf({workspace, cluster}: Plan, {chosen}: Pick<Session, 'chosen'>): string {
  const from = chosen();
  return `workspace ${workspace}${from === undefined ? '' : ` (from ${from.from})`} on ${cluster.server}`;
}

export const changesOf = ({changes}: Plan): number =>
  changes.filter(({action}) => action !== 'unchanged' && action !== 'retain').length;
