import type {HistoryNames} from '../../core/release/history-names.ts';
import type {Release} from '../../core/release/release.ts';
import {isKubernetesState, type ResourceState} from '../../core/release/resource-state.ts';
import type {Resource} from '../../core/resource/resource.ts';
import type {Backend} from '../../ports/backend.ts';
import type {NamedResource} from '../../ports/recent-releases.ts';

/** Remembers the revision and the resources of the last release on this machine, for completion. No value of a resource is stored. */
export async function noteRelease(
  {recent}: Backend,
  names: HistoryNames,
  {lineage, revision, state}: Pick<Release, 'lineage' | 'revision' | 'state'>,
): Promise<void> {
  await recent?.note(names, {lineage, revision, resources: state.map(named)});
}

/** Remembers the resources that a plan of the files adds to the last release, so that they can be completed before their first apply. */
export async function notePlanned(
  {recent}: Backend,
  names: HistoryNames,
  {lineage = '', last, resources}: Planned,
): Promise<void> {
  const known = new Set(last?.state.map(({id}) => id));
  await recent?.note(names, {lineage, planned: resources.filter(({id}) => !known.has(id)).map(declared)});
}

type Planned = {
  /** Absent before the first apply. */
  readonly lineage?: string | undefined;
  readonly last?: Release | undefined;
  /** The resources of the files. */
  readonly resources: readonly Resource[];
};

const named = (state: ResourceState): NamedResource => ({
  id: state.id,
  kind: isKubernetesState(state) ? state.kind : undefined,
});

function declared({id, attributes: {kind}}: Resource): NamedResource {
  return {id, kind: typeof kind === 'string' ? kind : undefined};
}
