import type {Json} from '../json.ts';
import type {KubernetesState} from './kubernetes-state.ts';
import type {TerraformState} from './terraform-state.ts';

/**
 * What the last release left of one resource: a union by the type of the resource. Core carries the part of each type and never reads
 * it. Secret values are redacted (core/secret/hole.ts).
 */
export type ResourceState = KubernetesState | TerraformState;

/** Tells the state of a Kubernetes object from that of other types. */
export const isKubernetesState = (state: ResourceState): state is KubernetesState => state.type === 'Kubernetes';

/** Returns the states of Kubernetes objects; those of other types belong to other runtimes. */
export const kubernetesStates = (states: readonly ResourceState[]): readonly KubernetesState[] =>
  states.filter(isKubernetesState);

/** Returns what references to other stacks read: the values that the release recorded. */
export const recordedValues = (state: ResourceState): Json =>
  isKubernetesState(state) ? state.applied : state.attributes;
