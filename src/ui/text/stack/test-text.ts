import type {TestOutcome} from '../../../app/hooks/test-stack.ts';
import type {StepOutcome} from '../../../app/plan/release-requests.ts';
import {defined} from '../../../lib/defined.ts';
import {count} from '../../count.ts';
import {duration} from '../../duration.ts';
import {failedWithHints} from '../../failed-lines.ts';
import {skippedText} from '../../failure-text.ts';
import {errorBody, FORMAT_VERSION} from '../../json.ts';
import {printable} from '../../printable.ts';
import type {Style} from '../../style.ts';

const WORD = {done: 'passed', failed: 'failed', skipped: 'skipped'} as const;

/** Returns the results of tests: each one, the causes of failures with the end of the log, and the counts. */
export function testText({plan, steps, seconds, isPassed}: TestOutcome, style: Style): string {
  const {paint} = style;
  const name = `${plan.project}/${plan.stack} in ${plan.workspace}`;
  if (steps.length === 0) return `The charts of ${printable(name)} have no tests.\n`;
  const lines = [
    ...steps.flatMap((step) => linesOf(step, style)),
    ...failedWithHints(
      steps.filter(({outcome}) => outcome === 'failed'),
      {style, said: undefined},
    ),
    `${(isPassed ? paint.good : paint.bad)(`${printable(name)}: ${countsOf(steps)}`)} (${duration(seconds)})`,
  ];
  return lines.map((line) => `${line}\n`).join('');
}

function linesOf({id, outcome, seconds, because}: StepOutcome, {paint}: Style): readonly string[] {
  if (outcome === 'done') return [`${paint.good('passed ')} ${printable(id)} (${duration(seconds)})`];
  return outcome === 'skipped'
    ? [`${paint.warn('skipped')} ${printable(id)}: ${printable(skippedText(id, because))}`]
    : [];
}

const countsOf = (steps: readonly StepOutcome[]): string =>
  (['done', 'failed', 'skipped'] as const)
    .map((outcome) => [steps.filter((step) => step.outcome === outcome).length, outcome] as const)
    .filter(([n]) => n > 0)
    .map(([n, outcome], i) => `${i === 0 ? count(n, 'test') : n} ${WORD[outcome]}`)
    .join(', ');

/** Returns the JSON document of tests. */
export function testDocument({plan, steps, seconds, isPassed}: TestOutcome): unknown {
  const {project, stack, workspace, cluster, changes, diagnostics} = plan;
  const sources = new Map(changes.map(({id, hook}) => [id, hook?.source ?? '']));
  return {
    formatVersion: FORMAT_VERSION,
    project,
    stack,
    workspace,
    cluster,
    outcome: steps.length === 0 ? 'none' : isPassed ? 'passed' : 'failed',
    seconds,
    tests: steps.map(({id, outcome, seconds: took, because, failure}) => ({
      id,
      source: sources.get(id) ?? '',
      outcome: WORD[outcome],
      seconds: took,
      ...defined({because, failure: failure && errorBody(failure)}),
    })),
    diagnostics,
  };
}
