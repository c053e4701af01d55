import type {Owner} from '../../core/plan/owner.ts';

/** A field of ours that another manager owns with another value. */
export type Conflict = {
  readonly owner: Owner;
  /** True if our last release set this field. */
  readonly releasedByUs: boolean;
  /** True if no autoscaler targets the object: replicas that a person set stay only until the next apply. Absent if unknown; then they are kept. */
  readonly isUnscaled?: boolean;
};

/**
 * Decides what happens to a field that we want and another manager owns with another value (engine rules, section 5).
 * `yield` leaves it out of the request (an autoscaler's replicas), `drift` restores our value, `conflict` needs the
 * user's decision.
 */
export function decideConflict({owner, releasedByUs, isUnscaled = false}: Conflict): 'yield' | 'drift' | 'conflict' {
  if (owner.subresource === 'scale' && !(isScaledByHand(owner) && isUnscaled && releasedByUs)) return 'yield';
  if (YIELDED_MANAGERS.has(owner.manager)) return 'yield';
  if (owner.operation === 'Apply' || !releasedByUs) return 'conflict';
  return 'drift';
}

/** Reports whether `kubectl scale` wrote the field; every other manager of that subresource is an autoscaler. */
export const isScaledByHand = ({manager, subresource}: Pick<Owner, 'manager' | 'subresource'>): boolean =>
  subresource === 'scale' && manager.startsWith('kubectl');

/** Managers that write replicas, resources, injected caBundles or aggregated rules by design, without the scale subresource. */
const YIELDED_MANAGERS: ReadonlySet<string> = new Set([
  'keda-operator',
  'vpa-updater',
  'vpa-admission-controller',
  'cert-manager-cainjector',
  // It writes the rules of ClusterRoles with an aggregationRule.
  'clusterrole-aggregation-controller',
]);
