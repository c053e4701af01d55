import {GantryError} from '../core/failure/failure.ts';
import type {PreparedPlan} from './prepare-plan.ts';

/**
 * Without the right to write, the plan of an object is a local result: an apply would fail half-way, a strict preview promises
 * too much. What is unverified because its namespace, its kind or a value comes with this very plan is no lack of a right.
 * @throws GantryError permission/denied with the server's words
 */
export function refuseUnverifiable({changes, cluster}: Pick<PreparedPlan, 'changes' | 'cluster'>): void {
  const [first, ...more] = changes.filter(({denied}) => denied !== undefined);
  if (first?.denied === undefined) return;
  const {action, detail} = first.denied;
  const others = more.length === 0 ? '' : ` (and ${more.length} more)`;
  throw new GantryError({
    code: 'permission/denied',
    server: cluster.server,
    action,
    detail: `${detail}${others}`,
    resource: first.change.id,
  });
}
