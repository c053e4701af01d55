import type {PlannedStack} from './plan-stack.ts';
import type {SameRunStacks} from './same-run-stacks.ts';
import type {SelectedStack} from './selection.ts';

type Planned = {
  readonly stacks: readonly SelectedStack[];
  /** The plans so far that will be applied, by PROJECT/STACK. */
  readonly planned: ReadonlyMap<string, PlannedStack>;
  readonly operation: 'apply' | 'destroy';
};

/**
 * Returns the plans that a stack is planned with: those of the stacks that it depends on, directly or through others, and of the stacks
 * that create an object that it needs. The number of stacks that run at once does not change them.
 */
export function earlierOf(
  stack: SelectedStack,
  {stacks, planned, operation}: Planned,
): Pick<SameRunStacks, 'earlier' | 'deleting'> {
  const byName = new Map(stacks.map((one) => [one.name, one]));
  const found = new Set<string>();
  const add = ({after, behind = []}: SelectedStack): void => {
    const makers = behind.filter(({stack: name, ids}) => creates(planned.get(name), ids)).map((one) => one.stack);
    for (const name of [...after, ...makers]) {
      const other = byName.get(name);
      if (other === undefined || found.has(name)) continue;
      found.add(name);
      add(other);
    }
  };
  add(stack);
  const plans = stacks.flatMap(({name}) => (found.has(name) ? (planned.get(name) ?? []) : []));
  // A destroy creates nothing for later stacks. Its objects are deleted before the next stack starts.
  if (operation === 'destroy') return {earlier: [], deleting: new Set(plans.flatMap(({deleting}) => deleting))};
  return {earlier: plans, deleting: new Set()};
}

/** Reports whether a plan changes one of these objects; without ids, whether it changes anything. */
const creates = (planned: PlannedStack | undefined, ids: readonly string[]): boolean =>
  planned?.plan.changes.some(({id, action}) => action !== 'unchanged' && (ids.length === 0 || ids.includes(id))) ===
  true;
