import type {Failure} from '../../core/failure/failure.ts';
import type {Checked} from '../../core/notify/watched-state.ts';
import {driftDigest} from '../../core/plan/drift-digest.ts';
import type {HistoryNames} from '../../core/release/history-names.ts';
import type {DriftReport, StackDrift} from '../detect-drift.ts';

/** The result of one check for one stack. Project and stack are empty for the check as a whole. */
export type Observation = HistoryNames & {
  readonly checked: Checked;
  readonly found: StackDrift | undefined;
  readonly failure: Failure | undefined;
};

/** The result of one check: a report, or the failure of the whole check. */
export type Check = {readonly report: DriftReport} | {readonly failure: Failure};

/** Returns the workspaces of which a check covered every stack. */
export const listedIn = (check: Check): readonly string[] => ('report' in check ? (check.report.listed ?? []) : []);

/** Returns the observations of a check: the check as a whole first, and then each stack. */
export function observeDrift(check: Check, workspace: string): readonly Observation[] {
  const whole = {project: '', stack: '', workspace};
  if ('failure' in check) return [failed({...whole, failure: check.failure})];
  const {stacks, failed: unread} = check.report;
  return [
    {...whole, checked: {drift: undefined}, found: undefined, failure: undefined},
    ...stacks.map((drift) => ({
      project: drift.project,
      stack: drift.stack,
      workspace: drift.workspace,
      checked: {drift: driftDigest(drift.objects)},
      found: drift,
      failure: undefined,
    })),
    ...unread.map(failed),
  ];
}

const failed = ({project, stack, workspace, failure}: DriftReport['failed'][number]): Observation => ({
  project,
  stack,
  workspace,
  checked: {failing: failure.code},
  found: undefined,
  failure,
});
