import type {JsonObject} from '../../../../core/json.ts';
import {idOf, idOfObject} from '../../../../core/resource/id.ts';
import {isEnding} from '../../../../kubernetes/plan/ending.ts';
import type {PlanRequest} from '../../../../ports/plan-request.ts';
import type {KubernetesClient} from '../client/client.ts';

/** A namespace that must be created. `ending` is the live one, if the server is deleting it. */
export type MissingNamespace = {readonly name: string; readonly ending?: JsonObject};

/** Returns the stack's own namespace if it must be created. One that the spec declares is planned like any other resource. */
export async function findMissingNamespace(
  client: Pick<KubernetesClient, 'discovery' | 'getShared'>,
  {wanted, neighbours, kubernetes, signal}: PlanRequest,
): Promise<MissingNamespace | undefined> {
  const {ensureNamespace} = kubernetes ?? {};
  if (ensureNamespace === undefined) return undefined;
  // A stack that is applied first creates it.
  const declared = [...wanted.resources, ...(neighbours?.pending ?? [])].some(
    ({attributes}) => idOfObject(attributes) === idOf({apiVersion: 'v1', kind: 'Namespace', name: ensureNamespace}),
  );
  if (declared) return undefined;
  const resource = await client.discovery.resourceFor({apiVersion: 'v1', kind: 'Namespace'});
  if (resource === undefined) return undefined;
  const reply = await client.getShared({resource, name: ensureNamespace, signal});
  const name = ensureNamespace;
  if (reply.ok) return isEnding(reply.object) ? {name, ending: reply.object} : undefined;
  return reply.refusal.kind === 'not-found' ? {name} : undefined;
}
