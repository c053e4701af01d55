import {type Failure, GantryError} from '../../../../core/failure/failure.ts';
import {identityOf} from '../../../../core/resource/identity.ts';
import type {ApiResource} from '../client/discovery.ts';
import {pathOf} from '../client/path.ts';
import {plannedKinds} from '../plan/planned-kinds.ts';
import {interruption, timeOver} from './await-object.ts';
import type {ExecuteSession} from './execute-session.ts';
import type {Written} from './written.ts';

const LOOK_MS = 250;

/**
 * Waits until the objects of a CRD can be listed: it is reported as established some seconds before its path is served.
 * The discovery of its versions is read again, so that later look-ups find its kinds. Returns undefined when they are
 * served.
 */
export async function awaitServed(session: Asking, written: ServedCrd): Promise<Failure | undefined> {
  if (identityOf(written.written).kind !== 'CustomResourceDefinition') return undefined;
  try {
    return await askUntilServed(session, written);
  } catch (error) {
    // The CRD is written, and the release records it, whatever ends the wait.
    const {signal} = written.run;
    if (signal.aborted) return interruption(signal);
    if (error instanceof GantryError) return error.failure;
    throw error;
  }
}

type Asking = Pick<ExecuteSession, 'client' | 'clock'>;
type ServedCrd = Pick<Written, 'target' | 'written' | 'run'>;

async function askUntilServed(session: Asking, {target, written, run}: ServedCrd): Promise<Failure | undefined> {
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

/** Reports whether a kind is served. A user without list permission gets a 403 only if the path exists. */
async function isServed({client}: Asking, resource: ApiResource, signal: AbortSignal): Promise<boolean> {
  const reply = await client.send({method: 'GET', path: pathOf({resource}), query: {limit: 1}, signal});
  return reply.ok || reply.refusal.kind !== 'not-found';
}
