import {compareNaturally} from '../../lib/compare-naturally.ts';
import type {Resource} from '../resource/resource.ts';
import type {Release} from './release.ts';
import type {ResourceState} from './resource-state.ts';

/** The knowledge of a release history about the resources in the cluster. */
export type KnownState = {
  /** The newest state of each resource, by id. */
  readonly state: readonly ResourceState[];
  /** Resources of a run that died, without a state. Such an object may exist with our label. */
  readonly unsure: readonly Resource[];
};

/** Combines the state of the last release with the runs that died since, oldest first. */
export function knownState(last: Release | undefined, interrupted: readonly Release[]): KnownState {
  const runs = [...(last === undefined ? [] : [last]), ...interrupted];
  const state = new Map(runs.flatMap((run) => run.state).map((entry) => [entry.id, entry]));
  const wanted = new Map(interrupted.flatMap((run) => run.spec).map((resource) => [resource.id, resource]));
  return {
    state: [...state.values()].toSorted(byId),
    unsure: [...wanted.values()].filter(({id}) => !state.has(id)).toSorted(byId),
  };
}

const byId = (a: {readonly id: string}, b: {readonly id: string}): number => compareNaturally(a.id, b.id);
