import type {Edges} from '../core/graph/edges.ts';
import type {Action} from '../core/plan/plan.ts';
import type {PlannedChange} from '../ports/planned-change.ts';

/** Another resource of the stack that this one depends on, or that depends on it. */
export type Neighbour = {
  readonly id: string;
  /** A predicate whose subject is the later id: `uses Secret shop/db`. */
  readonly because: string;
  readonly action: Action;
};

/** The resources before and after a resource. */
export type Neighbourhood = {
  readonly needs: readonly Neighbour[];
  readonly neededBy: readonly Neighbour[];
  /** The ids that an apply must change, and see ready, before this one. */
  readonly waitsFor: readonly string[];
};

/** Returns the resources before and after a resource. */
export function neighbours(
  {change: {id}, after}: PlannedChange,
  changes: readonly PlannedChange[],
  edges: Edges,
): Neighbourhood {
  const actions = new Map(changes.map(({change}) => [change.id, change.action]));
  const reasonOf = (later: string, earlier: string): string =>
    edges.get(later)?.get(earlier)?.because ??
    (actions.get(later) === 'delete' ? 'is needed by it' : 'is contained in it');
  const neighbour = (other: string, because: string): Neighbour[] => {
    const action = actions.get(other);
    return action === undefined ? [] : [{id: other, because, action}];
  };
  return {
    needs: after.flatMap((other) => neighbour(other, reasonOf(id, other))),
    neededBy: changes
      .filter((one) => one.after.includes(id))
      .flatMap(({change}) => neighbour(change.id, reasonOf(change.id, id))),
    waitsFor: after.filter((other) => !['unchanged', 'retain', undefined].includes(actions.get(other))),
  };
}
