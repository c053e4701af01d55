import {knownState} from '../../core/release/known-state.ts';
import type {KubernetesState} from '../../core/release/kubernetes-state.ts';
import {isKubernetesState, type ResourceState} from '../../core/release/resource-state.ts';
import type {SeriesNames} from '../../core/release/series-names.ts';
import type {TerraformState} from '../../core/release/terraform-state.ts';
import {defined} from '../../lib/defined.ts';
import type {Deps} from '../deps.ts';
import {existingSeries} from '../release/series-request.ts';

/** Where a resource is and what it depends on, without its values. */
export type ListedState =
  | Omit<KubernetesState, 'applied' | 'desiredDigest'>
  | Omit<TerraformState, 'attributes' | 'desiredDigest'>;

/** The answer of `gantry resource list`. */
export type ResourceList = SeriesNames & {
  readonly formatVersion: 1;
  readonly lineage: string;
  /** Of the release that left them; absent when no run has been recorded yet. */
  readonly revision?: number;
  /** Sorted by id. */
  readonly resources: readonly ListedState[];
  /** Ids that a run which died had begun with: such an object may exist. The next apply finds out. */
  readonly unsure: readonly string[];
};

/**
 * What the last release left in the cluster, as recorded: the cluster is not asked.
 * @throws GantryError release/not-found, release/damaged.
 */
export async function listResources(names: SeriesNames, deps: Pick<Deps, 'backend'>): Promise<ResourceList> {
  const {project, stack, workspace} = names;
  const {lineage = '', last, interrupted} = await existingSeries(await deps.backend(), names);
  const {state, unsure} = knownState(last, interrupted);
  return {
    formatVersion: 1,
    project,
    stack,
    workspace,
    lineage,
    ...defined({revision: last?.revision}),
    resources: state.map(listed),
    unsure: unsure.map(({id}) => id),
  };
}

function listed(state: ResourceState): ListedState {
  if (isKubernetesState(state)) {
    const {applied: _applied, desiredDigest: _digest, ...object} = state;
    return object;
  }
  const {attributes: _attributes, desiredDigest: _digest, ...instance} = state;
  return instance;
}
