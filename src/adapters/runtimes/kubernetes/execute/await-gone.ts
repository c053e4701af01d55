import type {Failure} from '../../../../core/failure/failure.ts';
import type {JsonObject} from '../../../../core/json.ts';
import {endingText} from '../../../../core/plan/ending.ts';
import {lineageOf} from '../../../../core/plan/ownership.ts';
import type {StepRun} from '../../../../ports/runtime.ts';
import {uidOf} from '../plan/live-objects.ts';
import {awaitObject} from './await-object.ts';
import type {ExecuteSession} from './execute-session.ts';
import type {Place} from './watch-hub.ts';

export type GoneWait = {
  readonly place: Omit<Place, 'unmarked'>;
  readonly id: string;
  /** The object as last seen, with its deletion under way. */
  readonly ending: JsonObject;
  readonly run: Pick<StepRun, 'signal' | 'timeoutMs' | 'limit' | 'onWaiting'>;
};

/** Waits until an object that is being deleted is gone, or another one has its name. */
export async function awaitGone(
  {hub, clock, lineage}: Pick<ExecuteSession, 'hub' | 'clock' | 'lineage'>,
  {place, id, ending, run}: GoneWait,
): Promise<{readonly end: 'gone'} | {readonly failure: Failure}> {
  const uid = uidOf(ending);
  return awaitObject<'gone'>({
    ...run,
    hub,
    clock,
    // Someone may have taken our label off: the watch of what is labelled would never speak of it.
    place: {...place, unmarked: lineageOf(ending) !== lineage},
    id,
    first: endingText(ending),
    judge: ({object, deleted}) => (deleted || uidOf(object) !== uid ? {end: 'gone'} : {waiting: endingText(object)}),
  });
}
