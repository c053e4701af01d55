import {type StackEvent, type StackStep, stackKey} from '../../core/event.ts';
import {defined} from '../../lib/defined.ts';
import {type RunState, runState, START} from './run-state.ts';

/** An event of a run over several stacks and when it came, in milliseconds. */
export type TimedStackEvent = {readonly event: StackEvent; readonly at: number};

/** The state of a run: of its only stack, or of each of several. */
export type StacksState = {
  /** The state of a run for one stack, and of what happens outside of the stacks. */
  readonly alone: RunState;
  /** The stacks that run now, by PROJECT/STACK, the first to start first. */
  readonly running: ReadonlyMap<string, RunState>;
  readonly step?: StackStep;
  /** The number of stacks that have ended. */
  readonly ended: number;
  /** The number of all stacks. */
  readonly of: number;
};

/** The state before the first event. */
export const STACKS_START: StacksState = {alone: START, running: new Map(), ended: 0, of: 0};

/** Returns the state after more events. */
export function stacksState(before: StacksState, heard: readonly TimedStackEvent[]): StacksState {
  const running = new Map(before.running);
  const unread = new Map<string, TimedStackEvent[]>();
  const outside: TimedStackEvent[] = [];
  let {step, ended, of} = before;
  for (const one of heard) {
    const {event} = one;
    const name = stackKey(event);
    if (event.type === 'stack-started') {
      // The same stacks are planned first, and applied then.
      if (event.step !== step) ended = 0;
      ({step, of} = event);
      running.set(name, START);
      unread.set(name, [one]);
    } else if (event.type === 'stack-done') {
      running.delete(name);
      unread.delete(name);
      ended++;
    } else if (!running.has(name)) outside.push(one);
    else if (unread.get(name)?.push(one) === undefined) unread.set(name, [one]);
  }
  for (const [name, events] of unread) running.set(name, runState(running.get(name) ?? START, events));
  return {alone: runState(before.alone, outside), running, ended, of, ...defined({step})};
}
