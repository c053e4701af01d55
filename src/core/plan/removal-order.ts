import {buildGraph} from '../graph/graph.ts';
import type {ResourceState} from '../release/resource-state.ts';
import type {Action} from './plan.ts';

/** Whether an action is about a resource that is no longer wanted. */
export const isRemoval = (action: Action): boolean => REMOVALS.has(action);

const REMOVALS: ReadonlySet<Action> = new Set(['delete', 'forget', 'gone', 'retain']);

/** The order in which resources are deleted: the reverse of the order in which they were applied. */
export type RemovalOrder = {
  readonly order: readonly string[];
  /** What goes before each id. */
  readonly after: ReadonlyMap<string, readonly string[]>;
};

/** Orders removals in reverse of what the release recorded: a resource that depended on another goes before it. */
export function removalOrder(states: readonly Pick<ResourceState, 'id' | 'dependsOn'>[]): RemovalOrder {
  const dependants = new Map<string, string[]>(states.map(({id}) => [id, []]));
  for (const {id, dependsOn} of states) for (const need of dependsOn) dependants.get(need)?.push(id);
  const graph = buildGraph([...dependants].map(([id, after]) => ({id, after})));
  return {order: 'cycle' in graph ? [...dependants.keys()] : graph.order, after: dependants};
}
