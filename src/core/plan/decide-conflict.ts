import type {Owner} from '../fields/owners.ts';

export type Conflict = {
  readonly owner: Owner;
  /** Our last release set this field. */
  readonly releasedByUs: boolean;
};

/**
 * A field that we want and another manager holds with another value (engine rules, section 5): `yield` leaves it out of the
 * body, `drift` takes it back, `conflict` needs the user's word.
 */
export function decideConflict({owner, releasedByUs}: Conflict): 'yield' | 'drift' | 'conflict' {
  // An autoscaler, or a person who scaled by hand: the replicas are theirs.
  if (owner.subresource === 'scale') return 'yield';
  if (YIELDED_MANAGERS.has(owner.manager)) return 'yield';
  if (owner.operation === 'Apply' || !releasedByUs) return 'conflict';
  return 'drift';
}

/** Managers that write replicas, resources, injected caBundles or gathered rules by design, without the scale subresource. */
const YIELDED_MANAGERS: ReadonlySet<string> = new Set([
  'keda-operator',
  'vpa-updater',
  'vpa-admission-controller',
  'cert-manager-cainjector',
  // The rules of a ClusterRole with an aggregationRule are what it gathers.
  'clusterrole-aggregation-controller',
]);
