import type {Failure} from '../../../../core/failure/failure.ts';
import {healthOf, type ObjectHealth} from '../../../../core/readiness/health.ts';
import type {ReleasedStack} from '../../../../ports/operations.ts';
import {tellTrouble} from '../execute/tell-trouble.ts';
import {type FoundObject, findStack} from './find-objects.ts';
import type {Operating} from './open-operations.ts';

/** How each object of a release is, by the rules of apply; of what is not ready the cause, as an apply would name it. */
export async function stackHealth(operating: Operating, stack: ReleasedStack): Promise<readonly ObjectHealth[]> {
  const found = await findStack(operating, stack);
  const objects = await Promise.all(found.map((one) => objectHealth(operating, one, stack.signal)));
  return objects.map((object) => ({...object, message: operating.session.client.clean(object.message)}));
}

async function objectHealth({session}: Operating, found: FoundObject, signal: AbortSignal): Promise<ObjectHealth> {
  const {id, kind, namespace, name} = found.state;
  const about = {id, kind, ...(namespace === undefined ? {} : {namespace}), name};
  if (found.live === undefined)
    return {...about, health: found.done === true ? 'ready' : 'missing', message: found.why};
  const {status, message} = session.readiness(id, found.live);
  if (status === 'Current' || status === 'Terminating') return {...about, health: healthOf(status), message};
  const plain: Failure = {code: 'object/failed', resource: id, detail: message};
  const failure = await tellTrouble(session.client, {failure: plain, last: found.live, signal});
  const cause = failure.code === 'object/failed' ? failure : plain;
  return {
    ...about,
    health: healthOf(status),
    message: cause.detail,
    ...(cause.trouble === undefined ? {} : {trouble: cause.trouble}),
  };
}
