import type {OnEvent} from '../core/event.ts';
import {type Failure, GantryError} from '../core/failure/failure.ts';
import type {JsonObject} from '../core/json.ts';
import type {Action} from '../core/plan/plan.ts';
import {isOfRemovals} from '../core/plan/removal-order.ts';
import type {ResourceState} from '../core/release/resource-state.ts';
import {defined} from '../lib/defined.ts';
import type {Clock} from '../ports/clock.ts';
import type {PlannedChange} from '../ports/planned-change.ts';
import type {StepResult} from '../ports/step-result.ts';
import {limitConcurrency} from './limit-concurrency.ts';
import {openStop} from './stop-signal.ts';
import {timeLimit} from './time-limit.ts';

/** A plan to execute, with its time limits and its concurrency limit. */
export type ExecuteRequest = {
  /** The changes, in an order in which each one follows those that it depends on. */
  readonly changes: readonly PlannedChange[];
  readonly wait: boolean;
  /** Also wait until unchanged resources are ready, because the last run failed. */
  readonly confirmUnchanged: boolean;
  readonly timeouts: {readonly resourceMs: number; readonly totalMs: number};
  /** The maximum number of resources in progress at once. Without it, only the request pool of the runtime limits them. */
  readonly parallelism?: number | undefined;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly onEvent: OnEvent;
  /** Resolves when a request may be sent. Rejects when no more requests may be sent. */
  readonly beforeWrite: (stop: AbortSignal) => Promise<void>;
  /** Waits, before a step begins, until it may write or the run is stopped. */
  readonly untilReady?: (stop: AbortSignal) => Promise<void>;
  readonly writeTimeoutMs: number;
};

/** The outcome of one resource, for the release and for the user. */
export type StepReport = {
  readonly id: string;
  readonly action: Action;
  readonly outcome: 'done' | 'failed' | 'skipped';
  readonly seconds: number;
  /** True if something was or may have been written for the resource, even if the step failed later. */
  readonly written?: true;
  /** The state of the resource in the cluster now. Absent if it does not exist or the step did nothing. */
  readonly state?: ResourceState;
  /** The ids of earlier steps whose objects this one has deleted. */
  readonly removed?: readonly string[] | undefined;
  /** True if the step failed and the earlier object no longer exists. */
  readonly absent?: true;
  readonly failure?: Failure | undefined;
  readonly because?: string;
};

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

type OnBug = (error: unknown) => void;

/** An ExecuteRequest with the signal `stop`, which aborts when no more writes may begin. */
type Running = ExecuteRequest & {readonly stop: AbortSignal};

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
  const live = new Map<string, JsonObject>();
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
      if (planned.change.action === 'unchanged') onApplied();
      if (planned.change.action === 'unchanged' && !isConfirmed) return quietlyDone(planned);
      return slot((freeSlot) => runStep({request, planned, live, started, onBug, freeSlot, onApplied}));
    }
  };
}

/** Resolves when a step has applied its object, or ended. Only a step that ended before has a report. */
const untilApplied = (
  report: Promise<StepReport> | undefined,
  applied: Promise<void> | undefined,
): readonly Promise<StepReport | undefined>[] =>
  report === undefined ? [] : [Promise.race([report, (applied ?? report).then(() => undefined)])];

type Step = {
  readonly request: Running;
  readonly planned: PlannedChange;
  readonly live: Map<string, JsonObject>;
  readonly started: number;
  readonly onBug: OnBug;
  readonly freeSlot: () => void;
  readonly onApplied: () => void;
};

async function runStep(step: Step): Promise<StepReport> {
  const {request, planned, live, started, onBug} = step;
  const {clock, onEvent, signal, stop} = request;
  const {id, action} = planned.change;
  await request.untilReady?.(stop);
  if (stop.aborted) return stopped(request, planned);
  const begin = clock.monotonic();
  const seconds = () => (clock.monotonic() - begin) / 1000;
  onEvent({type: 'step-started', id, action});
  const limit = timeLimit(planned, request.timeouts, {run: started, step: begin});
  const progress: Progress = {isBegun: false, written: {}};
  const run = stepRun(step, progress, {limit, timeoutMs: Math.max(0, limit.until - begin)});
  const result = await settle({signal, onBug}, () => planned.execute(run));
  const state = defined({state: result.state, removed: result.removed});
  if (result.kind === 'failed') {
    const failure = namingHooks(result.failure, planned);
    // A step that never began, because it waited for its turn or for others, has not failed.
    if (!progress.isBegun && isOver(failure, stop)) return stopped(request, planned, seconds());
    const written = result.maybeWritten || result.absent ? {written: true as const} : progress.written;
    const absent = result.absent ? {absent: true as const} : {};
    onEvent({type: 'step-failed', id, action, failure});
    return {id, action, outcome: 'failed', seconds: seconds(), failure, ...written, ...absent, ...state};
  }
  if (result.live !== undefined) live.set(id, result.live);
  onEvent({type: 'step-done', id, action, seconds: seconds()});
  return {id, action, outcome: 'done', seconds: seconds(), ...progress.written, ...state};
}

type StepRun = Parameters<PlannedChange['execute']>[0];

type Progress = {isBegun: boolean; written: {written?: true}};

/** Returns the signals, limits and listeners of a step. They record its progress. */
function stepRun(
  {request, planned, live, freeSlot, onApplied}: Step,
  progress: Progress,
  limits: Pick<StepRun, 'limit' | 'timeoutMs'>,
): StepRun {
  const {onEvent, signal, stop, wait, writeTimeoutMs} = request;
  const {id, action} = planned.change;
  return {
    ...limits,
    signal,
    stop,
    wait,
    writeTimeoutMs,
    freeSlot,
    live: (other) => live.get(other),
    onWaiting: (message) => onEvent({type: 'step-waiting', id, message: withHooks(message, planned)}),
    onLog: (line) => onEvent({type: 'log', id, ...line}),
    onApplied: () => {
      progress.isBegun = true;
      progress.written = {written: true};
      onApplied();
      onEvent({type: 'step-applied', id, action});
    },
    beforeWrite: async (own = stop) => {
      await request.beforeWrite(own);
      progress.isBegun = true;
    },
  };
}

/** Adds the hooks that wait for a resource: its pods may need what these do. */
const withHooks = (message: string, {awaitedBy}: PlannedChange): string =>
  awaitedBy === undefined ? message : `${message}; ${awaitedBy}`;

const namingHooks = (failure: Failure, planned: PlannedChange): Failure =>
  failure.code === 'object/not-ready' ? {...failure, detail: withHooks(failure.detail, planned)} : failure;

/** Reports whether a step failed only because the run was stopped. */
const isOver = (failure: Failure, {aborted, reason}: AbortSignal): boolean =>
  aborted && reason instanceof GantryError && reason.failure.code === failure.code;

const STOPPED: Readonly<Partial<Record<Failure['code'], string>>> = {
  cancelled: 'the run was interrupted',
  'release/lease-lost': 'the lock was lost',
  'apply/timeout': 'the run exceeded its time limit',
};

/** Reports a step that did not begin because the run was stopped. */
function stopped({onEvent, stop}: Running, {change: {id, action}}: PlannedChange, seconds = 0): StepReport {
  const failure = stop.reason instanceof GantryError ? stop.reason.failure : undefined;
  const because = (failure && STOPPED[failure.code]) ?? 'the run ended';
  onEvent({type: 'step-skipped', id, action, because});
  return {id, action, outcome: 'skipped', seconds, because, failure};
}

type Settling = {readonly signal: AbortSignal; readonly onBug: OnBug};

/** Runs a step. An error of the cluster or an interrupt becomes a result, and a bug ends the run. */
async function settle({signal, onBug}: Settling, execute: () => Promise<StepResult>): Promise<StepResult> {
  try {
    return await execute();
  } catch (error) {
    if (error instanceof GantryError) return {kind: 'failed', failure: error.failure};
    if (!signal.aborted || error !== signal.reason) onBug(error);
    return {kind: 'failed', failure: {code: 'cancelled', signal: signal.reason === 'SIGTERM' ? 'SIGTERM' : 'SIGINT'}};
  }
}

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
