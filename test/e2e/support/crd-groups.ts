import {isObject, type JsonObject} from '../../../src/core/json.ts';
import type {Cluster} from '../../rig/cluster.ts';

const ACCEPT = 'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList';

/** Returns the API groups of the CRDs among objects. */
export const crdGroups = (objects: readonly JsonObject[]): readonly string[] =>
  objects.flatMap(({kind, spec}) =>
    kind === 'CustomResourceDefinition' && isObject(spec) && typeof spec['group'] === 'string' ? [spec['group']] : [],
  );

/** Reports whether a cluster lists an API group. It does so for a while after a CRD was deleted, and not at once after one was created. */
export async function listsGroup({client}: Cluster, group: string): Promise<boolean | undefined> {
  const reply = await client.send({method: 'GET', path: '/apis', accept: ACCEPT});
  return reply.ok ? JSON.stringify(reply.body).includes(`"name":"${group}"`) : undefined;
}
