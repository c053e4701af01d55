import type {JsonObject} from '../core/json.ts';
import {isOfRemovals} from '../core/plan/removal-order.ts';
import {limitConcurrency} from '../lib/limit-concurrency.ts';
import type {PlannedChange} from '../ports/planned-change.ts';
import type {ExecuteRequest} from './execute-request.ts';
import {type OnBug, type Running, runStep} from './run-step.ts';
import type {StepReport} from './step-report.ts';
import {openStop} from './stop-signal.ts';

/**
 * The most steps that have begun and wait for the turn of their first request. More would need memory and gain nothing, because the requests
 * that are in flight at once are fewer.
 */
export const MOST_BEGUN = 128;

/**
 * Executes the plan in parallel: a change starts when all changes that it follows are done. A failed change stops its dependants,
 * but not its siblings. Resources that left the spec are deleted last, and only if all other changes succeeded. A failed step
 * never throws: each change gets its report, in the order of the plan. A bug is thrown only after all steps have ended, because
 * the caller then releases the lock.
 */
export async function executePlan(request: ExecuteRequest): Promise<readonly StepReport[]> {
  const bug = new AbortController();
  const signal = AbortSignal.any([request.signal, bug.signal]);
  using stop = openStop({signal, clock: request.clock, totalMs: request.timeouts.totalMs});
  const reports = await walkAll({...request, signal, stop: stop.signal}, (error) => {
    if (!bug.signal.aborted) bug.abort(error);
  });
  bug.signal.throwIfAborted();
  return reports;
}

async function walkAll(request: Running, onBug: OnBug): Promise<readonly StepReport[]> {
  const walk = walker(request, onBug);
  const writes = await walk(
    request.changes.filter(({change}) => !isOfRemovals(change)),
    undefined,
  );
  const unhealthy =
    writes.find(({outcome}) => outcome === 'failed') ?? writes.find(({outcome}) => outcome === 'skipped');
  const removals = await walk(
    request.changes.filter(({change}) => isOfRemovals(change)),
    unhealthy?.id,
  );
  const reports = new Map([...writes, ...removals].map((report) => [report.id, report]));
  return request.changes.flatMap(({change}) => reports.get(change.id) ?? []);
}

type Walk = (changes: readonly PlannedChange[], unhealthy: string | undefined) => Promise<readonly StepReport[]>;

function walker(request: Running, onBug: OnBug): Walk {
  const started = request.clock.monotonic();
  const slot = limitConcurrency(request.parallelism ?? Number.POSITIVE_INFINITY);
  const entry = limitConcurrency(MOST_BEGUN);
  const live = new Map<string, JsonObject>();
  // A reference is an order, so no step takes a value of a resource that nothing follows.
  const isFollowed = new Set(request.changes.flatMap(({after, afterApplied = []}) => [...after, ...afterApplied]));
  return async (changes, unhealthy) => {
    const reports = new Map<string, Promise<StepReport>>();
    const applied = new Map<string, Promise<void>>();
    for (const planned of changes) {
      const {change, after, afterApplied = []} = planned;
      const before = [
        ...after.flatMap((id) => reports.get(id) ?? []),
        ...afterApplied.flatMap((id) => untilApplied(reports.get(id), applied.get(id))),
      ];
      const written = Promise.withResolvers<void>();
      applied.set(change.id, written.promise);
      reports.set(change.id, stepAfter(planned, before, written.resolve));
    }
    return Promise.all(reports.values());

    async function stepAfter(
      planned: PlannedChange,
      before: readonly Promise<StepReport | undefined>[],
      onApplied: () => void,
    ): Promise<StepReport> {
      const failed = (await Promise.all(before)).find((report) => report !== undefined && report.outcome !== 'done');
      // The cause is the failed change, not one that was skipped because of it.
      const because = unhealthy ?? failed?.because ?? failed?.id;
      if (because !== undefined) return skipped(request, planned, because);
      const isConfirmed = request.confirmUnchanged || (planned.awaitedBy !== undefined && request.wait);
      const {action, refreshed} = planned.change;
      if (action === 'unchanged') onApplied();
      if (action === 'unchanged' && refreshed !== true && !isConfirmed) return quietlyDone(planned);
      const keepLive = (object: JsonObject): void => {
        if (isFollowed.has(planned.change.id)) live.set(planned.change.id, object);
      };
      return entry((letNext) =>
        slot((freeSlot) => runStep({request, planned, live, keepLive, started, onBug, letNext, freeSlot, onApplied})),
      );
    }
  };
}

/** Resolves when a step has applied its object, or ended. Only a step that ended before has a report. */
const untilApplied = (
  report: Promise<StepReport> | undefined,
  applied: Promise<void> | undefined,
): readonly Promise<StepReport | undefined>[] =>
  report === undefined ? [] : [Promise.race([report, (applied ?? report).then(() => undefined)])];

function skipped(request: ExecuteRequest, {change}: PlannedChange, because: string): StepReport {
  request.onEvent({type: 'step-skipped', id: change.id, action: change.action, because});
  return {id: change.id, action: change.action, outcome: 'skipped', seconds: 0, because};
}

const quietlyDone = ({change}: PlannedChange): StepReport => ({
  id: change.id,
  action: change.action,
  outcome: 'done',
  seconds: 0,
});
