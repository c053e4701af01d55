import type {Diagnostic} from '../../core/diagnostic/diagnostic.ts';
import {isKubernetesState, type ResourceState} from '../../core/release/resource-state.ts';

/** Notes resources outside of the cluster: they have no health, and their provider is not asked. */
export function notLookedAt(states: readonly ResourceState[]): readonly Diagnostic[] {
  const others = states.filter((state) => !isKubernetesState(state)).length;
  if (others === 0) return [];
  const what = others === 1 ? '1 Terraform resource is' : `${others} Terraform resources are`;
  return [
    {
      severity: 'note',
      code: 'status/not-looked-at',
      message: `${what} not checked: the cluster does not know the health of such resources`,
      hint: 'Run "gantry drift" to compare them with their providers.',
    },
  ];
}
