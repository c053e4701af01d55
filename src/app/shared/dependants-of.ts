import type {Dependant, DependentField} from '../../core/plan/dependant.ts';
import type {Change} from '../../core/plan/plan.ts';
import {readPath} from '../../core/reference/path.ts';
import {awaitsValue} from '../../kubernetes/plan/awaited-value.ts';
import {restartedWorkloads} from '../../kubernetes/restart/restarted-workloads.ts';
import {compareNaturally} from '../../lib/compare-naturally.ts';
import type {SharedUser} from './shared-users.ts';

/** Returns the stacks that use a value which the changes of a shared stack affect, with the fields and the workloads that restart. */
export function dependantsOf(changes: readonly Change[], users: readonly SharedUser[]): readonly Dependant[] {
  const byId = new Map(changes.filter(({action}) => !REMOVES.has(action)).map((change) => [change.id, change]));
  return [...Map.groupBy(users, ({stack}) => stack)]
    .flatMap(([stack, uses]): readonly Dependant[] => {
      const fields = uses.flatMap(({use}) => changedFields(use, byId.get(use.id)));
      const restarts = uses.slice(0, 1).flatMap(({spec}) => restartedWorkloads(spec, fields));
      const revision = Math.max(...uses.map((one) => one.revision));
      return fields.length === 0 ? [] : [{stack, revision, fields, restarts}];
    })
    .toSorted((a, b) => compareNaturally(a.stack, b.stack));
}

/** A removal of a used resource is refused. */
const REMOVES: ReadonlySet<Change['action']> = new Set(['delete', 'forget', 'gone']);

function changedFields({id, fields}: SharedUser['use'], change: Change | undefined): readonly DependentField[] {
  if (change === undefined) return [];
  // Earlier versions did not record which field of the shared resource is used.
  const isChanged = (from: string | undefined): boolean => awaitsValue(change, from === undefined ? [] : pathOf(from));
  return fields.filter(({from}) => isChanged(from)).map((field) => ({...field, of: id}));
}

const pathOf = (text: string) => readPath(text, 0)?.path ?? [];
