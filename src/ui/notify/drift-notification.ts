import type {ObservedChange} from '../../app/drift/follow-drift.ts';
import type {Observation} from '../../app/drift/observe-drift.ts';
import type {Notification, Outcome, Subject} from '../../core/notify/notification.ts';
import type {DriftChange} from '../../core/notify/watched-state.ts';
import type {HistoryNames} from '../../core/release/history-names.ts';
import {defined} from '../../lib/defined.ts';
import {unreachable} from '../../lib/unreachable.ts';
import {duration} from '../duration.ts';
import {failureText} from '../failure-text.ts';
import {printable} from '../printable.ts';
import {driftSummary} from '../text/stack/drift-text.ts';
import {detailLines} from './detail-lines.ts';

/** The facts that every notification of a run has. */
export type NotifiedRun = {readonly now: Date; readonly command: string; readonly job: string | undefined};

const OUTCOME: Readonly<Record<DriftChange, Outcome>> = {
  began: 'drift',
  changed: 'drift',
  ended: 'recovered',
  failing: 'failed',
  working: 'recovered',
};

/** Drift may go on while a check fails, so that a check that works again must not end it. */
const SUBJECT: Readonly<Record<DriftChange, Subject>> = {
  began: 'drift',
  changed: 'drift',
  ended: 'drift',
  failing: 'drift-check',
  working: 'drift-check',
};

/** Returns the notification about a change between two checks. It names objects and paths of fields, and no values. */
export function driftNotification(change: ObservedChange, run: NotifiedRun): Notification {
  const {project, stack, workspace, failure, found, digest, since} = change;
  return {
    outcome: OUTCOME[change.change],
    subject: SUBJECT[change.change],
    isChange: true,
    ...factsOf(run),
    project,
    stack,
    workspace,
    title: titleOf(change, run.now),
    details:
      failure === undefined
        ? detailLines((found?.objects ?? []).flatMap(driftLine))
        : detailLines([failureText(failure).message]),
    digest,
    ...defined({since, revision: found?.revision, code: failure?.code}),
  };
}

/** Returns the notifications that a check works and that a stack has no drift, for targets that may still report the opposite. */
export function freshNotifications(of: Observation, run: NotifiedRun): readonly Notification[] {
  const {project, stack, workspace, checked} = of;
  const good = (subject: Subject, title: string): Notification => ({
    outcome: 'recovered',
    subject,
    isChange: false,
    ...factsOf(run),
    project,
    stack,
    workspace,
    title,
    details: '',
    digest: '',
  });
  const works = good('drift-check', `The drift check of ${subjectOf(of)} works`);
  const isClean = project !== '' && 'drift' in checked && checked.drift === undefined;
  return isClean ? [works, good('drift', `${subjectOf(of)} is as released`)] : [works];
}

/** Returns the members of a notification that are the same for the whole run. */
export const factsOf = ({now, command, job}: NotifiedRun): Pick<Notification, 'command' | 'time' | 'job'> => ({
  command,
  time: now.toISOString(),
  ...defined({job}),
});

function titleOf(change: ObservedChange, now: Date): string {
  const of = subjectOf(change);
  const lasted = duration(Math.max(0, (now.getTime() - Date.parse(change.since)) / 1000));
  const counts = change.found === undefined ? '' : `: ${driftSummary(change.found)}`;
  switch (change.change) {
    case 'began':
      return `${of} has drifted${counts}`;
    case 'changed':
      return `The drift of ${of} has changed${counts}`;
    case 'ended':
      return change.found === undefined
        ? `${of} has no release any more, after ${lasted} of drift`
        : `${of} is as released again, after ${lasted} of drift`;
    case 'failing':
      return `The drift check of ${of} fails`;
    case 'working':
      return `The drift check of ${of} works again, after ${lasted}`;
    default:
      return unreachable(change.change);
  }
}

/** Returns the name of a stack for titles: `shop/web in prod`. The check as a whole has only a workspace. */
export function subjectOf({project, stack, workspace}: HistoryNames): string {
  if (project === '') return workspace === '' ? 'the workspace' : `the workspace ${printable(workspace)}`;
  return printable(`${project}/${stack} in ${workspace}`);
}

function driftLine({id, drift, fields}: NonNullable<ObservedChange['found']>['objects'][number]): readonly string[] {
  if (drift === 'none') return [];
  const paths = fields.filter((field) => field.yielded !== true).map(({path}) => path);
  return [`${drift}: ${id}${paths.length === 0 ? '' : ` (${paths.join(', ')})`}`];
}
