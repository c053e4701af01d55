import type {RunPhase} from '../../core/event.ts';
import type {Deps} from '../deps.ts';

type Phase = {readonly phase: RunPhase; readonly total?: number};

/** Runs one phase and emits its start and its duration. A phase that fails emits no end. */
export async function timedPhase<T>(deps: Deps, phase: Phase, work: () => Promise<T>): Promise<T> {
  const begin = deps.clock.monotonic();
  deps.onEvent({type: 'phase-started', ...phase});
  const result = await work();
  deps.onEvent({type: 'phase-done', phase: phase.phase, seconds: (deps.clock.monotonic() - begin) / 1000});
  return result;
}
