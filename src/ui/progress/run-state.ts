import {type Event, type PlannedStep, type RunPhase, stackKey} from '../../core/event.ts';
import type {Action} from '../../core/plan/plan.ts';

/** An event and when it came, in milliseconds. */
export type TimedEvent = {readonly event: Event; readonly at: number};

/** A step under way; `since` is in milliseconds. */
export type RunningStep = {
  readonly id: string;
  readonly action: Action;
  readonly since: number;
  /** The reason for waiting, as the runtime reports it; empty while it is unknown. */
  readonly message: string;
};

/** The state of a run, computed from its events. */
export type RunState = {
  readonly phase: RunPhase;
  readonly since: number;
  readonly total: number;
  readonly finished: number;
  /** The plan, in its order. */
  readonly steps: readonly PlannedStep[];
  /** The running steps, oldest first. */
  readonly running: ReadonlyMap<string, RunningStep>;
  /** The ids of the steps that are done, failed or skipped. */
  readonly ended: ReadonlySet<string>;
  /** The failed steps, each with the number of steps that were skipped because of it. */
  readonly failed: ReadonlyMap<string, number>;
  /** The lock that another run holds. */
  readonly lockedBy?: string;
  /** The current stack and its number, in a run over several stacks. */
  readonly stack?: string;
};

/** The state before the first event. */
export const START: RunState = {
  phase: 'read',
  since: 0,
  total: 0,
  finished: 0,
  steps: [],
  running: new Map(),
  ended: new Set(),
  failed: new Map(),
};

/** The state after more events. Many at once cost one copy: a plan of a thousand brings some thousands. */
export function runState(before: RunState, heard: readonly TimedEvent[]): RunState {
  const now: Draft = {
    ...before,
    running: new Map(before.running),
    ended: new Set(before.ended),
    failed: new Map(before.failed),
  };
  for (const {event, at} of heard) fold(now, event, at);
  return now;
}

type Draft = {
  -readonly [Key in keyof Omit<RunState, 'running' | 'ended' | 'failed'>]: RunState[Key];
} & {
  readonly running: Map<string, RunningStep>;
  readonly ended: Set<string>;
  readonly failed: Map<string, number>;
};

function fold(now: Draft, event: Event, at: number): void {
  if (event.type === 'stack-started') {
    begin(now, []);
    now.stack = `${stackKey(event)} (${event.number} of ${event.of})`;
  }
  if (event.type === 'phase-started') {
    Object.assign(now, {phase: event.phase, since: at, total: event.total ?? now.total});
    delete now.lockedBy;
  }
  if (event.type === 'lock-waiting') {
    if (now.lockedBy === undefined) now.since = at;
    now.lockedBy = event.holder;
  }
  if (event.type === 'plan-made') begin(now, event.steps);
  foldStep(now, event, at);
}

function foldStep(now: Draft, event: Event, at: number): void {
  if (event.type === 'step-started')
    now.running.set(event.id, {id: event.id, action: event.action, since: at, message: ''});
  if (event.type === 'step-waiting') {
    const step = now.running.get(event.id);
    if (step !== undefined) now.running.set(event.id, {...step, message: event.message});
  }
  if (event.type === 'step-failed') now.failed.set(event.id, 0);
  if (event.type === 'step-skipped') {
    const before = now.failed.get(event.because);
    if (before !== undefined) now.failed.set(event.because, before + 1);
  }
  if (event.type === 'step-done' || event.type === 'step-failed' || event.type === 'step-skipped') {
    now.finished++;
    now.running.delete(event.id);
    now.ended.add(event.id);
  }
}

/** A run that is rolled back makes a second plan: nothing of the first is under way any more, and its failures are shown above the view. */
function begin(now: Draft, steps: RunState['steps']): void {
  now.steps = steps;
  now.finished = 0;
  for (const ofTheLast of [now.running, now.ended, now.failed]) ofTheLast.clear();
}
