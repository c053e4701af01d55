import type {Event, RunPhase} from '../../core/event.ts';

/** Where a run stands, folded from its events. */
export type Tally = {
  readonly phase: RunPhase;
  readonly total: number;
  readonly finished: number;
  readonly failed: number;
  /** What runs now and what it waits for, oldest first. */
  readonly running: ReadonlyMap<string, string>;
  /** The lock that another run holds. */
  readonly lockedBy?: string;
};

export const START: Tally = {phase: 'read', total: 0, finished: 0, failed: 0, running: new Map()};

/** The tally after one more event. */
export function tally(before: Tally, event: Event): Tally {
  if (event.type === 'phase-started') {
    const {lockedBy: _, ...rest} = before;
    return {...rest, phase: event.phase, total: event.total ?? before.total};
  }
  if (event.type === 'lock-waiting') return {...before, lockedBy: event.holder};
  if (event.type === 'step-started') return {...before, running: new Map(before.running).set(event.id, '')};
  if (event.type === 'step-waiting') return {...before, running: new Map(before.running).set(event.id, event.message)};
  return isEnd(event) ? ended(before, event) : before;
}

type End = Extract<Event, {type: 'step-done' | 'step-failed' | 'step-skipped'}>;

const isEnd = (event: Event): event is End =>
  event.type === 'step-done' || event.type === 'step-failed' || event.type === 'step-skipped';

const ended = (before: Tally, {type, id}: End): Tally => ({
  ...before,
  finished: before.finished + 1,
  failed: before.failed + (type === 'step-failed' ? 1 : 0),
  running: new Map([...before.running].filter(([other]) => other !== id)),
});
