import type {Diagnostic} from '../../core/diagnostic/diagnostic.ts';
import type {ReleaseHistory} from '../../engine/release/release-history.ts';
import {isSettled} from './is-settled.ts';

/** Notes, for a plan without changes, that the last run did not succeed: unchanged resources may still not be ready. */
export function lastRunNote(history: Pick<ReleaseHistory, 'last' | 'pending'>): readonly Diagnostic[] {
  const {last, pending} = history;
  const run = pending ?? last;
  if (run === undefined || isSettled(history)) return [];
  const what =
    pending !== undefined
      ? `revision ${run.revision} was started and has not ended`
      : run.phase === 'succeeded'
        ? `a run did not succeed, and no later run waited for all resources`
        : `revision ${run.revision} ${run.phase === 'failed' ? 'failed' : 'was interrupted'}`;
  return [
    {
      severity: 'note',
      code: 'release/unsettled',
      message: `${what}: the next apply checks whether everything is ready, even if nothing changes`,
      hint: 'Run "gantry status" to see the current health.',
    },
  ];
}
