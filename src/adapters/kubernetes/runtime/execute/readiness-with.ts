import type {Json, JsonObject} from '../../../../core/json.ts';
import type {UserHealthOf} from '../../../../core/readiness/user-health.ts';
import {identityOf} from '../../../../core/resource/identity.ts';
import {engineReadiness} from '../../../../kubernetes/readiness/engine-readiness.ts';
import type {Readiness} from '../../../../kubernetes/readiness/status.ts';
import {statusReadiness} from '../../../../kubernetes/readiness/status-readiness.ts';
import {readinessByUser} from '../../../../kubernetes/readiness/user-health.ts';
import type {Clock} from '../../../../ports/clock.ts';
import type {ExecuteSession} from './execute-session.ts';

/** Judges an object when nobody waits for it; `released` is the object as the last release wrote it. */
export type StatusReadiness = (id: string, object: JsonObject, released: Json) => Readiness;

/** Returns the readiness rules: the user's health rules, and for the rest the built-in ones. */
export function readinessWith(
  health: UserHealthOf | undefined,
  clock: Pick<Clock, 'now'>,
): Pick<ExecuteSession, 'readiness' | 'judgesFailure'> & {readonly statusReadiness: StatusReadiness} {
  const builtIn = (object: JsonObject) => engineReadiness(object, clock.now());
  const now = (object: JsonObject, released: Json) => statusReadiness(object, clock.now(), released);
  if (health === undefined)
    return {
      readiness: (_, object) => builtIn(object),
      statusReadiness: (_, object, released) => now(object, released),
    };
  const about = (id: string, object: JsonObject) => health({id, ...identityOf(object)});
  const judged = (id: string, object: JsonObject, otherwise: () => Readiness) => {
    const own = about(id, object);
    return own === undefined ? otherwise() : readinessByUser(own, object, otherwise);
  };
  return {
    readiness: (id, object) => judged(id, object, () => builtIn(object)),
    statusReadiness: (id, object, released) => judged(id, object, () => now(object, released)),
    judgesFailure: (id, object) => about(id, object)?.failed !== undefined,
  };
}
