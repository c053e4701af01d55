import type {Failure} from '../../../../core/failure/failure.ts';
import type {Action} from '../../../../core/plan/plan.ts';
import type {ReleasedStack} from '../../../../ports/operations.ts';
import type {PlannedChange} from '../../../../ports/planned-change.ts';
import type {StepResult} from '../../../../ports/step-result.ts';
import type {StepRun} from '../../../../ports/step-run.ts';
import {awaitGone} from '../execute/await-gone.ts';
import {awaitHealthy, type Waiting} from '../execute/await-written.ts';
import {withTimeout} from '../execute/with-timeout.ts';
import type {FoundObject} from './find-objects.ts';
import {findStack} from './find-stack.ts';
import type {Operating} from './operating.ts';

/** Returns a step for each object of a release that only waits. All wait in parallel: none depends on another. */
export async function waitSteps(
  operating: Operating,
  stack: ReleasedStack,
  until: 'ready' | 'gone',
): Promise<readonly PlannedChange[]> {
  const {session} = operating;
  const found = await findStack(operating, stack);
  return found.map((one) => {
    const {id, type} = one.state;
    const action: Action = until === 'ready' ? 'unchanged' : 'delete';
    return withTimeout(stack.health, one.state, {
      change: {id, type, action, verified: true, fields: []},
      after: [],
      state: one.state,
      execute: (run) =>
        until === 'ready' ? ready(session, one, run) : gone({...session, lineage: stack.lineage}, one, run),
    });
  });
}

async function ready(session: Waiting, found: FoundObject, run: StepRun): Promise<StepResult> {
  const {id} = found.state;
  if (found.live === undefined && found.done === true) return {kind: 'done', state: found.state};
  if (found.live === undefined) return failed({code: 'object/failed', resource: id, detail: `not found: ${found.why}`});
  const waited = await awaitHealthy(session, {place: found.place, id, written: found.live, run});
  return 'failure' in waited ? failed(waited.failure) : {kind: 'done', state: found.state, live: waited.end};
}

/** Waits until an object is gone. One that does not exist, or is another object by now, is gone already. */
async function gone(
  session: Waiting & {readonly lineage: string},
  found: FoundObject,
  run: StepRun,
): Promise<StepResult> {
  if (found.live === undefined) return {kind: 'done'};
  const {live, place, state} = found;
  const waited = await awaitGone(session, {place, id: state.id, ending: live, run});
  return 'failure' in waited ? failed(waited.failure) : {kind: 'done'};
}

const failed = (failure: Failure): StepResult => ({kind: 'failed', failure});
