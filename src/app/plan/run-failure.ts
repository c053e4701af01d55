import type {Failure} from '../../core/failure/failure.ts';
import type {StepReport} from '../../engine/step-report.ts';
import {defined} from '../../lib/defined.ts';

type Ends = {readonly interrupt: AbortSignal; readonly operation: 'apply' | 'destroy'};

/** Returns the failure of a run that did not complete all steps: an interrupt, or the failed and skipped steps. */
export function failureOf(reports: readonly StepReport[], {interrupt, operation}: Ends): Failure | undefined {
  if (reports.every(({outcome}) => outcome === 'done')) return undefined;
  if (!interrupt.aborted) return partialOf(reports, operation);
  const changes = reports.filter(({action}) => action !== 'unchanged');
  const done = changes.filter(({outcome}) => outcome === 'done').length;
  const signal = interrupt.reason === 'SIGTERM' ? 'SIGTERM' : 'SIGINT';
  return {code: 'cancelled', signal, run: {operation, done, total: changes.length}};
}

/** Returns the failed and the skipped steps, and whether anything was written. */
export function partialOf(
  reports: readonly StepReport[],
  operation: Ends['operation'],
): Failure & {readonly code: 'apply/partial'} {
  const failed = reports.filter(({outcome}) => outcome === 'failed');
  return {
    code: 'apply/partial',
    failed: failed.map(({id}) => id),
    skipped: reports.filter(({outcome}) => outcome === 'skipped').map(({id}) => id),
    causes: causesOf(reports),
    ...defined({
      nothingWritten: reports.some(({written}) => written) ? undefined : true,
      destroying: operation === 'destroy' ? true : undefined,
    }),
  };
}

/** Returns the failures, and one reason why other steps were not started: the lock was lost, or the time was over. */
function causesOf(reports: readonly StepReport[]): readonly Failure[] {
  const of = (wanted: StepReport['outcome']) =>
    reports.flatMap(({outcome, failure}) => (outcome === wanted ? (failure ?? []) : []));
  const failed = of('failed');
  const stopped = of('skipped').find(({code}) => failed.every((one) => one.code !== code));
  return stopped === undefined ? failed : [...failed, stopped];
}
