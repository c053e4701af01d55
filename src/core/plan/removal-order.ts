import {buildGraph} from '../graph/graph.ts';
import type {ResourceState} from '../release/resource-state.ts';
import type {Action, Change} from './plan.ts';

/** Reports whether an action is for a resource that is no longer desired. */
export const isRemoval = (action: Action): boolean => REMOVALS.has(action);

const REMOVALS: ReadonlySet<Action> = new Set(['delete', 'forget', 'gone', 'retain']);

/** Reports whether a change runs after all changes of desired resources: a removal, or a hook that follows it. */
export const isOfRemovals = ({action, hook}: Pick<Change, 'action' | 'hook'>): boolean =>
  isRemoval(action) || hook?.event === 'post-delete';

/** The order in which resources are deleted: the reverse of the order in which they were applied. */
export type RemovalOrder = {
  readonly order: readonly string[];
  /** Maps an id to the ids that are deleted before it. */
  readonly after: ReadonlyMap<string, readonly string[]>;
};

/** Orders removals by the dependencies in the release: a resource is deleted before its dependencies. */
export function removalOrder(states: readonly Pick<ResourceState, 'id' | 'dependsOn'>[]): RemovalOrder {
  const dependants = new Map<string, string[]>(states.map(({id}) => [id, []]));
  for (const {id, dependsOn} of states) for (const need of dependsOn) dependants.get(need)?.push(id);
  const graph = buildGraph([...dependants].map(([id, after]) => ({id, after})));
  return {order: 'cycle' in graph ? [...dependants.keys()] : graph.order, after: dependants};
}
