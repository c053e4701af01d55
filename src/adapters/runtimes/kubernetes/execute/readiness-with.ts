import type {JsonObject} from '../../../../core/json.ts';
import {engineReadiness} from '../../../../core/readiness/engine-readiness.ts';
import {readinessBy, type UserHealthOf} from '../../../../core/readiness/user-health.ts';
import {identityOf} from '../../../../core/resource/identity.ts';
import type {Clock} from '../../../../ports/clock.ts';
import type {ExecuteSession} from './execute-session.ts';

/** What the user says of when an object is ready or has failed, and for the rest what Gantry knows of its kind. */
export function readinessWith(
  health: UserHealthOf | undefined,
  clock: Pick<Clock, 'now'>,
): Pick<ExecuteSession, 'readiness' | 'judgesFailure'> {
  const builtIn = (object: JsonObject) => engineReadiness(object, clock.now());
  if (health === undefined) return {readiness: (_, object) => builtIn(object)};
  const about = (id: string, object: JsonObject) => health({id, ...identityOf(object)});
  return {
    readiness: (id, object) => {
      const own = about(id, object);
      return own === undefined ? builtIn(object) : readinessBy(own, object, () => builtIn(object));
    },
    judgesFailure: (id, object) => about(id, object)?.failed !== undefined,
  };
}
