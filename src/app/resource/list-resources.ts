import type {HistoryNames} from '../../core/release/history-names.ts';
import {knownState} from '../../core/release/known-state.ts';
import type {KubernetesState} from '../../core/release/kubernetes-state.ts';
import {isKubernetesState, type ResourceState} from '../../core/release/resource-state.ts';
import type {TerraformState} from '../../core/release/terraform-state.ts';
import {defined} from '../../lib/defined.ts';
import {existingHistory} from '../release/existing-history.ts';
import {type ReadingDeps, readableBackend} from '../release/readable-backend.ts';

/** The location and the dependencies of a resource, without its values. */
export type ListedState =
  | Omit<KubernetesState, 'applied' | 'desiredDigest'>
  | Omit<TerraformState, 'attributes' | 'desiredDigest'>;

/** The answer of `gantry resource list`. */
export type ResourceList = HistoryNames & {
  readonly formatVersion: 1;
  readonly lineage: string;
  /** The release that left them; absent if no run has been recorded yet. */
  readonly revision?: number;
  /** Sorted by id. */
  readonly resources: readonly ListedState[];
  /** Ids that a run which died had started: such an object may exist. The next apply finds out. */
  readonly unsure: readonly string[];
};

/**
 * Returns the resources of the last release, as recorded; the cluster is not contacted.
 * @throws GantryError release/not-found, release/damaged.
 */
export async function listResources(names: HistoryNames, deps: ReadingDeps): Promise<ResourceList> {
  const {project, stack, workspace} = names;
  const {lineage = '', last, interrupted} = await existingHistory(await readableBackend(deps), names);
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
