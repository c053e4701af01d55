import type {Failure} from '../../../../core/failure/failure.ts';
import {identityOf} from '../../../../core/resource/identity.ts';
import type {ApiResource} from '../client/discovery.ts';
import {pathOf} from '../client/path.ts';
import {plannedKinds} from '../plan/planned-kinds.ts';
import {timeOver} from './await-object.ts';
import type {Written} from './await-written.ts';
import type {ExecuteSession} from './execute-session.ts';

const LOOK_MS = 250;

/**
 * A definition is of use when its objects can be listed: that it is established is said some seconds before its path is served.
 * Discovery of just its versions is read again, so that whoever looks its kinds up finds them. Undefined: it is served.
 */
export async function awaitServed(
  session: Pick<ExecuteSession, 'client' | 'clock'>,
  {target, written, run}: Pick<Written, 'target' | 'written' | 'run'>,
): Promise<Failure | undefined> {
  const {kind} = identityOf(written);
  if (kind !== 'CustomResourceDefinition') return undefined;
  const deadline = run.limit?.until ?? session.clock.monotonic() + run.timeoutMs;
  for (const {resource} of plannedKinds([written]).values()) {
    while (!(await isServed(session, resource, run.signal))) {
      const detail = `the server does not serve ${resource.resource} of ${resource.apiVersion} yet`;
      if (session.clock.monotonic() >= deadline) return timeOver({...run, id: target.resource.id}, detail);
      run.onWaiting(detail);
      await session.clock.sleep(LOOK_MS, run.signal);
    }
    await session.client.discovery.refresh(resource.apiVersion);
  }
  return undefined;
}

/** Who may not list is told so only where there is something to list. */
async function isServed(
  {client}: Pick<ExecuteSession, 'client'>,
  resource: ApiResource,
  signal: AbortSignal,
): Promise<boolean> {
  const reply = await client.send({method: 'GET', path: pathOf({resource}), query: {limit: 1}, signal});
  return reply.ok || reply.refusal.kind !== 'not-found';
}
