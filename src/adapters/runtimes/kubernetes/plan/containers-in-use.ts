import {isContainer, type RemovalDecision} from '../../../../core/plan/decide-removal.ts';
import type {ResourceState} from '../../../../core/release/release.ts';
import {groupVersion} from '../../../../core/resource/identity.ts';
import type {Candidate} from './candidate.ts';

/** Why a Namespace or CRD that left the spec is kept: with it would go all that lies in it. */
export type Keep = (state: Pick<ResourceState, 'apiVersion' | 'kind' | 'name'>) => RemovalDecision | undefined;

/** What the spec still wants keeps its Namespace and its CRD; the stack's own namespace is nobody's to delete. */
export function containersInUse(candidates: readonly Candidate[], ensured: string | undefined): Keep {
  const namespaces = new Map<string, string>();
  const crds = new Map<string, string>();
  for (const {identity, kind, resource} of candidates) {
    if (identity.namespace !== undefined) namespaces.set(identity.namespace, resource.id);
    crds.set(`${kind.resource.resource}.${identity.group}`, resource.id);
  }
  return ({apiVersion, kind, name}) => {
    if (!isContainer(groupVersion(apiVersion).group, kind)) return undefined;
    if (kind === 'Namespace' && name === ensured)
      return {action: 'forget', reason: 'it is the namespace of the stack: it stays, no longer owned', release: true};
    const inside = (kind === 'Namespace' ? namespaces : crds).get(name);
    return inside === undefined ? undefined : {action: 'retain', reason: `${inside} would go with it`};
  };
}
