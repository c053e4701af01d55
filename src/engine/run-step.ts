import {type Failure, GantryError} from '../core/failure/failure.ts';
import type {JsonObject} from '../core/json.ts';
import {defined} from '../lib/defined.ts';
import type {PlannedChange} from '../ports/planned-change.ts';
import type {StepResult} from '../ports/step-result.ts';
import type {ExecuteRequest} from './execute-request.ts';
import type {StepReport} from './step-report.ts';
import {timeLimit} from './time-limit.ts';

/** Receives an error that is a bug. */
export type OnBug = (error: unknown) => void;

/** An ExecuteRequest with the signal `stop`, which aborts when no more writes may begin. */
export type Running = ExecuteRequest & {readonly stop: AbortSignal};

/** A step to run, and the state that it shares with the other steps of the run. */
export type Step = {
  readonly request: Running;
  readonly planned: PlannedChange;
  readonly live: ReadonlyMap<string, JsonObject>;
  /** Keeps the live object of the step for the steps that follow it. */
  readonly keepLive: (object: JsonObject) => void;
  readonly started: number;
  readonly onBug: OnBug;
  /** Lets another step begin, because this one no longer waits for the turn of its first request. */
  readonly letNext: () => void;
  readonly freeSlot: () => void;
  readonly onApplied: () => void;
};

/** Runs the step of one change, and reports its outcome. A failed step does not throw. */
export async function runStep(step: Step): Promise<StepReport> {
  const {request, planned, started, onBug} = step;
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
  if (result.live !== undefined) step.keepLive(result.live);
  onEvent({type: 'step-done', id, action, seconds: seconds()});
  return {id, action, outcome: 'done', seconds: seconds(), ...progress.written, ...state};
}

type StepRun = Parameters<PlannedChange['execute']>[0];

type Progress = {isBegun: boolean; written: {written?: true}};

/** Returns the signals, limits and listeners of a step. They record its progress. */
function stepRun(
  {request, planned, live, letNext, freeSlot, onApplied}: Step,
  progress: Progress,
  limits: Pick<StepRun, 'limit' | 'timeoutMs'>,
): StepRun {
  const {onEvent, signal, stop, wait, writeTimeoutMs, lock} = request;
  const {id, action} = planned.change;
  return {
    ...limits,
    signal,
    stop,
    wait,
    writeTimeoutMs,
    ...defined({lock}),
    letNext,
    freeSlot,
    live: (other) => live.get(other),
    onWaiting: (message) => {
      letNext();
      onEvent({type: 'step-waiting', id, message: withHooks(message, planned)});
    },
    onLog: (line) => onEvent({type: 'log', id, action, ...line}),
    onApplied: () => {
      letNext();
      progress.isBegun = true;
      progress.written = {written: true};
      onApplied();
      onEvent({type: 'step-applied', id, action});
    },
    beforeWrite: async (own = stop) => {
      letNext();
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
