import type {KubernetesState} from '../../core/release/kubernetes-state.ts';
import {identityOf} from '../../core/resource/identity.ts';
import type {Resource} from '../../core/resource/resource.ts';
import {defined} from '../../lib/defined.ts';
import {inferEdges} from '../graph/infer-edges.ts';

/** Returns the states of objects that an interrupted run may have created. Nobody has seen the objects, so they have no uid and no digest. */
export function begunStates(resources: readonly Resource[]): readonly KubernetesState[] {
  const edges = inferEdges(resources);
  return resources
    .filter(({type}) => type === 'Kubernetes')
    .map(({id, attributes}) => {
      const {apiVersion, kind, namespace, name} = identityOf(attributes);
      const identity = {apiVersion, kind, name, ...defined({namespace})};
      const dependsOn = [...(edges.get(id)?.keys() ?? [])];
      return {id, type: 'Kubernetes', ...identity, uid: '', desiredDigest: '', applied: null, dependsOn};
    });
}
