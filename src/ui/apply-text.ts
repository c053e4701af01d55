import type {ApplyOutcome, StepOutcome} from '../app/release-requests.ts';
import type {Action} from '../core/plan/plan.ts';
import {failureText, skippedText, stepFailureText} from './failure-text.ts';
import {errorBody, FORMAT_VERSION} from './json.ts';
import {printable} from './printable.ts';
import {DONE} from './progress/event-text.ts';
import type {Style} from './style.ts';
import {duration} from './time.ts';

type Applied = Extract<ApplyOutcome, {kind: 'applied'}>;

/** What an apply or destroy did: counts, revision and time; what failed and what was skipped because of it. */
export function applyText(outcome: ApplyOutcome, style: Style): string {
  const {plan} = outcome;
  if (outcome.kind === 'declined') return 'Nothing was changed.\n';
  if (outcome.kind === 'unchanged') {
    const left = plan.changes.length === 0 ? 'it holds nothing there' : `${plan.summary.unchanged} unchanged`;
    return `Nothing to do for ${plan.project}/${plan.stack} in ${plan.workspace}: ${left}.\n`;
  }
  const hint = outcome.failure === undefined ? undefined : failureText(outcome.failure).hint;
  return [
    ...troubles(outcome, style),
    summary(outcome, style),
    ...(hint === undefined ? [] : [`${style.paint.note('hint:')} ${printable(hint)}`]),
  ]
    .map((line) => `${line}\n`)
    .join('');
}

function troubles({steps}: Applied, {paint}: Style): string[] {
  const failed = steps.filter(({outcome}) => outcome === 'failed');
  const skipped = steps.filter(({outcome}) => outcome === 'skipped');
  return [
    ...failed.map(({id, failure}) => `${paint.bad('failed ')} ${printable(stepFailureText(id, failure))}`),
    ...skipped.map(({id, because}) => `${paint.warn('skipped')} ${printable(skippedText(id, because))}`),
  ];
}

const VERDICT: Readonly<Record<Applied['phase'], string>> = {
  applying: 'still applying',
  destroying: 'still destroying',
  succeeded: 'succeeded',
  failed: 'failed',
  interrupted: 'was interrupted',
};

function summary({phase, release, steps, plan, seconds}: Applied, {paint}: Style): string {
  const brush = phase === 'succeeded' ? paint.good : paint.bad;
  const counts = stepCounts(steps, plan.summary.unchanged);
  const verdict = brush(
    `Release ${release.revision} of ${plan.project}/${plan.stack} in ${plan.workspace} ${VERDICT[phase]}`,
  );
  return `${verdict}: ${counts} (${duration(seconds)})`;
}

const LISTED: readonly Action[] = ['create', 'adopt', 'update', 'replace', 'delete', 'retain', 'forget', 'gone'];

/** `3 created, 1 updated, 2 failed, 31 unchanged`. */
function stepCounts(steps: readonly StepOutcome[], unchanged: number): string {
  const done = steps.filter(({outcome}) => outcome === 'done');
  const parts: [number, string][] = [
    ...LISTED.map((action): [number, string] => [done.filter((step) => step.action === action).length, DONE[action]]),
    [steps.filter(({outcome}) => outcome === 'failed').length, 'failed'],
    [steps.filter(({outcome}) => outcome === 'skipped').length, 'skipped'],
    [unchanged, 'unchanged'],
  ];
  const shown = parts.filter(([n]) => n > 0).map(([n, words]) => `${n} ${words}`);
  return shown.length === 0 ? 'nothing to do' : shown.join(', ');
}

/** The same for machines. */
export function applyDocument(outcome: ApplyOutcome): unknown {
  const {project, stack, workspace, lineage, cluster, summary, diagnostics, digest} = outcome.plan;
  const head = {
    formatVersion: FORMAT_VERSION,
    outcome: outcome.kind,
    project,
    stack,
    workspace,
    lineage,
    cluster,
    summary,
  };
  if (outcome.kind !== 'applied') return {...head, diagnostics, digest};
  return {
    ...head,
    revision: outcome.release.revision,
    operation: outcome.release.operation,
    phase: outcome.phase,
    startedAt: outcome.release.startedAt,
    finishedAt: outcome.release.finishedAt,
    seconds: Math.round(outcome.seconds * 1000) / 1000,
    steps: outcome.steps.map(({failure, seconds, id, action, outcome, because}) => ({
      id,
      action,
      outcome,
      seconds: Math.round(seconds * 1000) / 1000,
      ...(because === undefined ? {} : {because}),
      ...(failure === undefined ? {} : {failure: errorBody(failure)}),
    })),
    diagnostics,
    digest,
    ...(outcome.failure === undefined ? {} : {error: errorBody(outcome.failure)}),
  };
}
