import type {Diagnostic} from '../../core/diagnostic/diagnostic.ts';
import type {Series} from '../../engine/release/series.ts';
import {isSettled} from './is-settled.ts';

/** A plan without changes after a run that did not end well: that all is as described does not say that it is well. */
export function lastRunNote(series: Pick<Series, 'last' | 'pending'>): readonly Diagnostic[] {
  const {last, pending} = series;
  const run = pending ?? last;
  if (run === undefined || isSettled(series)) return [];
  const what =
    pending !== undefined
      ? `revision ${run.revision} was begun and has not ended`
      : run.phase === 'succeeded'
        ? `since a run that did not end well not all was waited for`
        : `revision ${run.revision} ${run.phase === 'failed' ? 'failed' : 'was interrupted'}`;
  return [
    {
      severity: 'note',
      code: 'release/unsettled',
      message: `${what}: whether all is ready is seen by the next apply, although nothing changes`,
      hint: '"gantry status" shows how it is now.',
    },
  ];
}
