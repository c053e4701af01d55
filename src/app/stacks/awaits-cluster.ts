import type {Change} from '../../core/plan/plan.ts';
import {readPath} from '../../core/reference/path.ts';
import {awaitsValue} from '../../kubernetes/plan/awaited-value.ts';
import type {PlannedStack} from './plan-stack.ts';
import type {SelectedStack} from './selection.ts';

/** The results of the stacks before a stack, by their keys. */
export type PlannedBefore = {
  readonly planned: ReadonlyMap<string, PlannedStack>;
  /** The stacks whose cluster is known only after apply. */
  readonly deferred: ReadonlySet<string>;
};

/**
 * Returns the key of the stack of this run after whose apply the cluster of a stack is known: one that creates or changes the shared
 * resource with its kubeconfig, or that itself cannot be planned yet. Undefined if the cluster is known now.
 */
export function awaitsCluster({after, cluster}: SelectedStack, {planned, deferred}: PlannedBefore): string | undefined {
  const waiting = after.find((key) => deferred.has(key));
  if (waiting !== undefined || cluster === undefined) return waiting;
  return cluster.makers.find((key) => {
    const change = planned.get(key)?.plan.changes.find(({id}) => id === cluster.id);
    return change !== undefined && changesCluster(change, cluster.path);
  });
}

/** Reports whether a change leads to another kubeconfig. An update of a cluster of Kamaji or Cluster API leaves it at its place. */
function changesCluster(change: Change, path: string | undefined): boolean {
  if (path === undefined) return change.action !== 'update' && awaitsValue(change, []);
  if (change.type === 'Terraform') return awaitsValue(change, readPath(path, 0)?.path ?? []);
  const key = path.slice('data.'.length);
  return awaitsValue(change, ['data', key]) || awaitsValue(change, ['stringData', key]);
}
