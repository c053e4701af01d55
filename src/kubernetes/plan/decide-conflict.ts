import type {Owner} from '../../core/plan/owner.ts';

/** A field of ours that another manager owns with another value. */
export type Conflict = {
  readonly owner: Owner;
  /** Our last release set this field. */
  readonly releasedByUs: boolean;
  /** No autoscaler is for the object: what a person scaled stays only until the next apply. Not known: it is left to them. */
  readonly isUnscaled?: boolean;
};

/**
 * A field that we want and another manager holds with another value (engine rules, section 5): `yield` leaves it out of the
 * body (an autoscaler's replicas), `drift` takes it back, `conflict` needs the user's word.
 */
export function decideConflict({owner, releasedByUs, isUnscaled = false}: Conflict): 'yield' | 'drift' | 'conflict' {
  if (owner.subresource === 'scale' && !(isScaledByHand(owner) && isUnscaled && releasedByUs)) return 'yield';
  if (YIELDED_MANAGERS.has(owner.manager)) return 'yield';
  if (owner.operation === 'Apply' || !releasedByUs) return 'conflict';
  return 'drift';
}

/** By `kubectl scale`; any other manager of that subresource is an autoscaler. */
export const isScaledByHand = ({manager, subresource}: Pick<Owner, 'manager' | 'subresource'>): boolean =>
  subresource === 'scale' && manager.startsWith('kubectl');

/** Managers that write replicas, resources, injected caBundles or gathered rules by design, without the scale subresource. */
const YIELDED_MANAGERS: ReadonlySet<string> = new Set([
  'keda-operator',
  'vpa-updater',
  'vpa-admission-controller',
  'cert-manager-cainjector',
  // The rules of a ClusterRole with an aggregationRule are what it gathers.
  'clusterrole-aggregation-controller',
]);
