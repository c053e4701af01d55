import type {Failure} from '../../../../core/failure/failure.ts';
import {endingText, isEnding} from '../../../../core/plan/ending.ts';
import type {Action} from '../../../../core/plan/plan.ts';
import type {ReleasedStack} from '../../../../ports/operations.ts';
import type {PlannedChange, StepResult, StepRun} from '../../../../ports/runtime.ts';
import {awaitObject} from '../execute/await-object.ts';
import {awaitHealthy, type Waiting} from '../execute/await-written.ts';
import {uidOf} from '../plan/live-objects.ts';
import {type FoundObject, findStack} from './find-objects.ts';
import type {Operating} from './open-operations.ts';

/** A step for each object of a release that waits and does nothing else. All wait at once: none depends on another. */
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
    return {
      change: {id, type, action, verified: true, fields: []},
      after: [],
      state: one.state,
      execute: (run) => (until === 'ready' ? ready(session, one, run) : gone(session, one, run)),
    };
  });
}

async function ready(session: Waiting, found: FoundObject, run: StepRun): Promise<StepResult> {
  const {id} = found.state;
  if (found.live === undefined)
    return failed({code: 'object/failed', resource: id, detail: `it is not there: ${found.why}`});
  const waited = await awaitHealthy(session, {place: found.place, id, written: found.live, run});
  return 'failure' in waited ? failed(waited.failure) : {kind: 'done', state: found.state, live: waited.end};
}

/** What is not there, or is another object by now, is gone already. */
async function gone({hub, clock}: Waiting, found: FoundObject, run: StepRun): Promise<StepResult> {
  if (found.live === undefined) return {kind: 'done'};
  const {live, place, state} = found;
  const uid = uidOf(live);
  const text = (object: typeof live): string => (isEnding(object) ? endingText(object) : 'nobody has deleted it yet');
  const waited = await awaitObject<'gone'>({
    ...run,
    hub,
    clock,
    place,
    id: state.id,
    first: text(live),
    judge: ({object, deleted}) => (deleted || uidOf(object) !== uid ? {end: 'gone'} : {waiting: text(object)}),
  });
  return 'failure' in waited ? failed(waited.failure) : {kind: 'done'};
}

const failed = (failure: Failure): StepResult => ({kind: 'failed', failure});
