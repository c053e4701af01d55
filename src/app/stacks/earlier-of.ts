import {stackKey} from '../../core/event.ts';
import {stackText} from '../../core/stacks/stack-name.ts';
import type {PlannedStack} from './plan-stack.ts';
import type {SameRunStacks} from './same-run-stacks.ts';
import type {SelectedStack} from './selection.ts';

type Planned = {
  readonly stacks: readonly SelectedStack[];
  /** The plans so far that will be applied, by the keys of the stacks. */
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
): Pick<SameRunStacks, 'earlier' | 'deleting' | 'destroyed'> {
  const byKey = new Map(stacks.map((one) => [stackKey(one), one]));
  const found = new Set<string>();
  const add = ({after, behind = [], cluster}: SelectedStack): void => {
    // Their changes are made in the cluster of another workspace.
    const elsewhere = operation === 'apply' ? (cluster?.makers ?? []) : [];
    const makers = behind.filter(({stack: key, ids}) => creates(planned.get(key), ids)).map((one) => one.stack);
    for (const key of [...after, ...makers]) {
      const other = byKey.get(key);
      if (other === undefined || found.has(key) || elsewhere.includes(key)) continue;
      found.add(key);
      add(other);
    }
  };
  add(stack);
  const plans = stacks.map(stackKey).flatMap((key) => (found.has(key) ? (planned.get(key) ?? []) : []));
  // A destroy creates nothing for later stacks. Its objects are deleted before the next stack starts.
  if (operation === 'destroy')
    return {
      earlier: [],
      deleting: new Set(plans.flatMap(({deleting}) => deleting)),
      destroyed: new Set(plans.map(({plan}) => `${stackText(plan)}/${plan.workspace}`)),
    };
  return {earlier: plans, deleting: new Set()};
}

/** Reports whether a plan changes one of these objects; without ids, whether it changes anything. */
const creates = (planned: PlannedStack | undefined, ids: readonly string[]): boolean =>
  planned?.plan.changes.some(({id, action}) => action !== 'unchanged' && (ids.length === 0 || ids.includes(id))) ===
  true;
