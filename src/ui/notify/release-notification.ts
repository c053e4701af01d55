import type {AppliedOutcome, ApplyOutcome} from '../../app/plan/release-requests.ts';
import type {Notification} from '../../core/notify/notification.ts';
import type {Action} from '../../core/plan/plan.ts';
import type {HistoryNames} from '../../core/release/history-names.ts';
import {sha256} from '../../lib/sha256.ts';
import {failureText} from '../failure-text.ts';
import {DONE} from '../progress/event-text.ts';
import {detailLines} from './detail-lines.ts';
import {factsOf, type NotifiedRun, subjectOf} from './drift-notification.ts';

/** A run of a command that changes a stack: its outcome, or the problem that ended it. */
export type ReleaseRun = HistoryNames & ({readonly outcome: ApplyOutcome} | {readonly problem: Problem});

/** A failure in words. */
export type Problem = {readonly code: string; readonly message: string};

/** Returns the notification about a release; undefined if the user declined it. */
export function releaseNotification(run: ReleaseRun, facts: NotifiedRun): Notification | undefined {
  if ('problem' in run) return failed(run, run.problem, facts);
  const {outcome} = run;
  if (outcome.kind === 'declined') return undefined;
  if (outcome.kind === 'unchanged')
    return {...commonOf(run, facts), outcome: 'succeeded', isChange: false, title: `${subjectOf(run)} is unchanged`};
  const {failure, isAfterFailure, release} = outcome;
  const {revision} = release;
  if (failure !== undefined) {
    const {message} = failureText(failure);
    return {...failed(run, {code: failure.code, message}, facts, detailsOf(outcome)), revision};
  }
  return {
    ...commonOf(run, facts),
    outcome: isAfterFailure === true ? 'recovered' : 'succeeded',
    isChange: true,
    title: `${facts.command} of ${subjectOf(run)} succeeded${isAfterFailure === true ? ' again' : ''}`,
    details: detailLines([`revision ${revision}: ${stepsText(outcome)}`]),
    revision,
  };
}

type Common = Pick<
  Notification,
  'subject' | 'project' | 'stack' | 'workspace' | 'command' | 'time' | 'job' | 'details' | 'digest'
>;

const commonOf = ({project, stack, workspace}: HistoryNames, facts: NotifiedRun): Common => ({
  subject: 'release',
  project,
  stack,
  workspace,
  ...factsOf(facts),
  details: '',
  digest: '',
});

function failed(
  run: HistoryNames,
  {code, message}: Problem,
  facts: NotifiedRun,
  more: readonly string[] = [],
): Notification {
  const common = commonOf(run, facts);
  const verb = code === 'cancelled' ? 'was interrupted' : 'failed';
  return {
    ...common,
    outcome: 'failed',
    isChange: true,
    title: `${facts.command} of ${subjectOf(run)} ${verb}`,
    details: detailLines([message, ...more]),
    code,
    // Each failed run is a change, also with the same message.
    digest: sha256(`${code}\n${common.time}`),
  };
}

/** Returns the counts of finished steps: `2 created, 1 updated`. */
function stepsText({steps}: AppliedOutcome): string {
  const done = steps.filter(({outcome}) => outcome === 'done');
  const counts = Map.groupBy(done, ({action}): Action => action);
  return [...counts].map(([action, all]) => `${all.length} ${DONE[action]}`).join(', ') || 'no changes';
}

function detailsOf({steps, rollback}: AppliedOutcome): readonly string[] {
  const broken = steps.filter(({outcome}) => outcome === 'failed').map(({id}) => `failed: ${id}`);
  if (rollback === undefined) return broken;
  if (rollback.kind === 'stopped') return [...broken, 'not rolled back'];
  const back =
    rollback.outcome.failure === undefined
      ? `rolled back to revision ${rollback.to}`
      : `the rollback to revision ${rollback.to} failed`;
  return [...broken, back];
}
