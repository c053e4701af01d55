import type {KubernetesState} from '../../../../core/release/kubernetes-state.ts';
import {groupVersion} from '../../../../core/resource/identity.ts';
import {isContainer, type RemovalDecision} from '../../../../kubernetes/plan/decide-removal.ts';
import {customScopes} from '../../../../kubernetes/resource/scope.ts';
import type {Candidate} from './candidate.ts';

/** Decides about an object that left the spec by what the spec says of other objects. */
export type Keep = (
  state: Pick<KubernetesState, 'apiVersion' | 'kind' | 'namespace' | 'name'>,
) => RemovalDecision | undefined;

/**
 * Keeps the Namespaces and CRDs of objects that are still in the spec; the stack's own namespace is never deleted.
 * Objects of a kind whose CRD is recreated with another scope are deleted with it.
 */
export function containersInUse(candidates: readonly Candidate[], ensured: string | undefined): Keep {
  const namespaces = new Map<string, string>();
  const crds = new Map<string, string>();
  for (const {identity, kind, resource} of candidates) {
    if (identity.namespace !== undefined) namespaces.set(identity.namespace, resource.id);
    crds.set(`${kind.resource.resource}.${identity.group}`, resource.id);
  }
  const scopes = customScopes(candidates.map(({written}) => written));
  const named = new Map(candidates.flatMap(crd));
  return ({apiVersion, kind, namespace, name}) => {
    const {group} = groupVersion(apiVersion);
    const scope = scopes.get(`${group}/${kind}`);
    if (scope !== undefined && scope !== (namespace === undefined ? 'cluster' : 'namespaced'))
      return {action: 'gone', reason: `it is deleted with ${named.get(`${group}/${kind}`) ?? 'its CRD'}`};
    if (!isContainer(group, kind)) return undefined;
    if (kind === 'Namespace' && name === ensured)
      return {
        action: 'forget',
        reason: 'it is the namespace of the stack: Gantry keeps it, but no longer owns it',
        release: true,
      };
    const inside = (kind === 'Namespace' ? namespaces : crds).get(name);
    return inside === undefined ? undefined : {action: 'retain', reason: `${inside} would be deleted with it`};
  };
}

/** The kind that a CRD defines, and the CRD's id. */
function crd({written, resource}: Candidate): readonly (readonly [string, string])[] {
  return [...customScopes([written]).keys()].map((kind) => [kind, resource.id]);
}
