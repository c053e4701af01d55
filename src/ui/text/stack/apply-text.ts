import type {AppliedOutcome, ApplyOutcome, AutomaticRollback, StepOutcome} from '../../../app/plan/release-requests.ts';
import type {Action} from '../../../core/plan/plan.ts';
import {duration} from '../../duration.ts';
import {failedWithHints} from '../../failed-lines.ts';
import {failureText, skippedText} from '../../failure-text.ts';
import {foldEqual, foldedText} from '../../fold-equal.ts';
import {hintLine} from '../../hint-line.ts';
import {errorBody, FORMAT_VERSION} from '../../json.ts';
import {printable} from '../../printable.ts';
import {DONE} from '../../progress/event-text.ts';
import type {Style} from '../../style.ts';

type Applied = AppliedOutcome;

/** Returns the result of an apply or destroy: what failed, what was skipped because of it, counts, revision and duration. */
export function applyText(outcome: ApplyOutcome, style: Style): string {
  const {plan} = outcome;
  if (outcome.kind === 'declined') return 'Nothing was changed.\n';
  if (outcome.kind === 'unchanged') {
    const {unchanged, retain} = plan.summary;
    const kept = [...(unchanged > 0 ? [`${unchanged} unchanged`] : []), ...(retain > 0 ? [`${retain} kept`] : [])];
    const left = kept.length === 0 ? 'it has no resources there' : kept.join(', ');
    return `Nothing to do for ${plan.project}/${plan.stack} in ${plan.workspace}: ${left}.\n`;
  }
  const hint = hintOf(outcome);
  return [
    ...told(outcome, style, hint),
    ...rollbackLines(outcome, style, hint),
    ...(hint === undefined ? [] : [hintLine(hint, style)]),
  ]
    .map((line) => `${line}\n`)
    .join('');
}

/** Returns the lines of one run. @param hint the hint at the end, which is not repeated here. */
const told = (outcome: Applied, style: Style, hint: string | undefined): string[] => [
  ...diagnoses(outcome, style, hint),
  summary(outcome, style),
];

/** Returns the lines about the automatic rollback of a failed run. */
function rollbackLines({rollback}: Applied, style: Style, hint: string | undefined): string[] {
  if (rollback === undefined) return [];
  const {paint} = style;
  if (rollback.kind === 'applied') {
    const {phase} = rollback.outcome;
    const head =
      phase === 'succeeded'
        ? `Rolled back to revision ${rollback.to}:`
        : `The rollback to revision ${rollback.to} ${VERDICT[phase]}:`;
    return [paint.strong(head), ...told(rollback.outcome, style, hint)];
  }
  const to = rollback.to === undefined ? '' : ` to revision ${rollback.to}`;
  return [`${paint.bad(`Not rolled back${to}:`)} ${printable(failureText(rollback.failure).message)}`];
}

function hintOf({failure, rollback}: Applied): string | undefined {
  if (failure === undefined) return undefined;
  if (rollback === undefined) return failureText(failure).hint;
  if (rollback.kind === 'applied')
    return rollback.outcome.failure === undefined
      ? 'Fix the cause and apply again.'
      : failureText(rollback.outcome.failure).hint;
  const {hint} = failureText(rollback.failure);
  const how = rollback.to === undefined ? [] : [`To roll back, run "gantry release rollback --to ${rollback.to}".`];
  return [...how, ...(hint === undefined ? [] : [hint])].join(' ');
}

function diagnoses({steps}: Applied, style: Style, said: string | undefined): string[] {
  const {paint} = style;
  const failed = steps.filter(({outcome}) => outcome === 'failed');
  const skipped = steps.filter(({outcome}) => outcome === 'skipped');
  return [
    ...failedWithHints(failed, {style, said}),
    ...foldEqual(skipped.map(({id, because}) => ({id, text: printable(skippedText(id, because))}))).map(
      (folded) => `${paint.warn('skipped')} ${foldedText(folded)}`,
    ),
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

const LISTED: readonly Action[] = [
  'create',
  'adopt',
  'update',
  'replace',
  'delete',
  'retain',
  'forget',
  'gone',
  'run',
  'read',
];

/** Returns the counts of steps: `3 created, 1 updated, 2 failed, 31 unchanged`. */
function stepCounts(steps: readonly StepOutcome[], unchanged: number): string {
  const done = steps.filter(({outcome}) => outcome === 'done');
  // An unchanged object that failed or was skipped is not counted as unchanged: each object counts once.
  const unwell = steps.filter(
    ({action, outcome}) => action === 'unchanged' && (outcome === 'failed' || outcome === 'skipped'),
  ).length;
  const parts: [number, string][] = [
    ...LISTED.map((action): [number, string] => [done.filter((step) => step.action === action).length, DONE[action]]),
    [steps.filter(({outcome}) => outcome === 'failed').length, 'failed'],
    [steps.filter(({outcome}) => outcome === 'skipped').length, 'skipped'],
    [unchanged - unwell, 'unchanged'],
  ];
  const shown = parts.filter(([n]) => n > 0).map(([n, words]) => `${n} ${words}`);
  return shown.length === 0 ? 'nothing to do' : shown.join(', ');
}

/** Returns the JSON document of an apply or destroy. */
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
    steps: stepDocuments(outcome),
    diagnostics,
    digest,
    error: outcome.failure && errorBody(outcome.failure),
    rollback: outcome.rollback && rollbackDocument(outcome.rollback),
  };
}

const stepDocuments = ({steps}: Applied): readonly unknown[] =>
  steps.map(({failure, seconds, id, action, outcome, because}) => ({
    id,
    action,
    outcome,
    seconds: Math.round(seconds * 1000) / 1000,
    because,
    failure: failure && errorBody(failure),
  }));

function rollbackDocument(rollback: AutomaticRollback): unknown {
  if (rollback.kind === 'stopped')
    return {
      outcome: 'stopped',
      to: rollback.to,
      error: errorBody(rollback.failure),
    };
  const {to, kept, outcome} = rollback;
  return {
    outcome: 'applied',
    to,
    revision: outcome.release.revision,
    phase: outcome.phase,
    summary: outcome.plan.summary,
    seconds: Math.round(outcome.seconds * 1000) / 1000,
    steps: stepDocuments(outcome),
    kept,
    error: outcome.failure && errorBody(outcome.failure),
  };
}
