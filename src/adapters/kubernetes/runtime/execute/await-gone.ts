import type {Failure} from '../../../../core/failure/failure.ts';
import type {JsonObject} from '../../../../core/json.ts';
import {endingText, isEnding} from '../../../../kubernetes/plan/ending.ts';
import {lineageOf} from '../../../../kubernetes/plan/ownership.ts';
import type {StepRun} from '../../../../ports/step-run.ts';
import {uidOf} from '../plan/live-objects.ts';
import {awaitObject} from './await-object.ts';
import type {ExecuteSession} from './execute-session.ts';
import type {Place} from './watch-hub.ts';

/** A wait for the end of a deletion. */
export type GoneWait = {
  readonly place: Omit<Place, 'unmarked'>;
  readonly id: string;
  /** The object as last seen, with its deletion under way or not yet begun by whoever is to delete it. */
  readonly ending: JsonObject;
  readonly run: Pick<StepRun, 'signal' | 'timeoutMs' | 'limit' | 'onWaiting'>;
};

type Waiting = Pick<ExecuteSession, 'hub' | 'clock' | 'lineage'> & {
  readonly client: Pick<ExecuteSession['client'], 'clean'>;
};

/** Waits until an object is gone, or another one has its name. What holds it is told in the server's words, known secrets left out. */
export async function awaitGone(
  {client, hub, clock, lineage}: Waiting,
  {place, id, ending, run}: GoneWait,
): Promise<{readonly end: 'gone'} | {readonly failure: Failure}> {
  const uid = uidOf(ending);
  const text = (object: JsonObject): string =>
    client.clean(isEnding(object) ? endingText(object) : 'it has not been deleted yet');
  return awaitObject<'gone'>({
    ...run,
    hub,
    clock,
    // Someone may have taken our label off: the watch of what is labelled would never speak of it.
    place: {...place, unmarked: lineageOf(ending) !== lineage},
    id,
    until: 'gone',
    first: text(ending),
    judge: ({object, deleted}) => (deleted || uidOf(object) !== uid ? {end: 'gone'} : {waiting: text(object)}),
  });
}
