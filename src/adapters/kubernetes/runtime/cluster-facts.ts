import type {JsonObject} from '../../../core/json.ts';
import type {ClusterFacts} from '../../../ports/cluster-facts.ts';
import type {KubernetesClient} from './client/client.ts';
import {refusedError} from './client/failure.ts';
import {labelOf} from './client/path.ts';

/** Answers the questions of sources with the client of the run, so that nothing is read twice. */
export const clusterFacts = (client: KubernetesClient, signal: AbortSignal): ClusterFacts => ({
  version: () => client.version(),
  apis: async () => {
    const {resources} = await client.discovery.served();
    const names = resources.flatMap(({apiVersion, kind}) => [apiVersion, `${apiVersion}/${kind}`]);
    return [...new Set(names)].toSorted();
  },
  lookUp: async ({apiVersion, kind, namespace, name}) => {
    const resource = await client.discovery.resourceFor({apiVersion, kind});
    if (resource === undefined) return undefined;
    if (name === undefined) return listOf({apiVersion, kind}, await client.list({resource, namespace, signal}), client);
    const target = {resource, namespace, name};
    const reply = await client.get({...target, signal});
    if (reply.ok) return reply.object;
    if (reply.refusal.kind === 'not-found') return undefined;
    throw refusedError(reply.refusal, client.server, labelOf('get', target));
  },
});

function listOf(
  {apiVersion, kind}: {readonly apiVersion: string; readonly kind: string},
  reply: Awaited<ReturnType<KubernetesClient['list']>>,
  {server}: KubernetesClient,
): JsonObject {
  if (reply.ok) return {apiVersion, kind: `${kind}List`, items: reply.items};
  throw refusedError(reply.refusal, server, `list ${apiVersion} ${kind}`);
}
