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
  /** The object as last seen; its deletion may not have begun yet. */
  readonly ending: JsonObject;
  readonly run: Pick<StepRun, 'signal' | 'timeoutMs' | 'limit' | 'onWaiting'>;
};

type Waiting = Pick<ExecuteSession, 'hub' | 'clock' | 'lineage'> & {
  readonly client: Pick<ExecuteSession['client'], 'clean'>;
};

/**
 * Waits until an object is gone, or another one has its name. The progress message contains what blocks the deletion,
 * in the server's words without known secrets.
 */
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
    // Somebody may have removed our label: the watch by label would then miss the object.
    place: {...place, unmarked: lineageOf(ending) !== lineage},
    id,
    until: 'gone',
    first: text(ending),
    judge: ({object, deleted}) => (deleted || uidOf(object) !== uid ? {end: 'gone'} : {waiting: text(object)}),
  });
}
