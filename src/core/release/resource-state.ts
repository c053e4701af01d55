import type {Json} from '../json.ts';
import type {KubernetesState} from './kubernetes-state.ts';
import type {TerraformState} from './terraform-state.ts';

/**
 * The state of a resource in the last release: a union by the type of the resource. Core passes on the part of each type without reading
 * it. Secret values are redacted (core/secret/redacted-value.ts).
 */
export type ResourceState = KubernetesState | TerraformState;

/** Reports whether a state is that of a Kubernetes object. */
export const isKubernetesState = (state: ResourceState): state is KubernetesState => state.type === 'Kubernetes';

/** Returns the states of Kubernetes objects. States of other types belong to other runtimes. */
export const kubernetesStates = (states: readonly ResourceState[]): readonly KubernetesState[] =>
  states.filter(isKubernetesState);

/** Returns the recorded values that references from other stacks read. */
export const recordedValues = (state: ResourceState): Json =>
  isKubernetesState(state) ? state.applied : state.attributes;
