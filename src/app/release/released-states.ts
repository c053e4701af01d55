import {GantryError} from '../../core/failure/failure.ts';
import type {HistoryNames} from '../../core/release/history-names.ts';
import type {ResourceState} from '../../core/release/resource-state.ts';
import type {Resource} from '../../core/resource/resource.ts';
import {openHistory} from '../../engine/release/release-history.ts';
import type {Backend} from '../../ports/backend.ts';
import {lastGoodRelease} from './choose-release.ts';

/** The resources of the last successful release of a stack. */
export type ReleasedStates = {
  readonly states?: readonly ResourceState[] | undefined;
  /** The desired resources of that release. */
  readonly spec?: readonly Resource[] | undefined;
  readonly revision?: number | undefined;
  readonly lineage?: string | undefined;
  /** True if its last release destroyed it. */
  readonly isDestroyed: boolean;
};

/** Returns the resources of the last successful release of a stack. */
export async function releasedStates(names: HistoryNames, backend: Backend): Promise<ReleasedStates> {
  const history = await openHistory({backend, ...names});
  const {last, lineage} = history;
  if (lineage === undefined) return {isDestroyed: false};
  const isDestroyed = last?.phase === 'succeeded' && last.operation === 'destroy';
  if (isDestroyed) return {isDestroyed};
  if (last?.phase === 'succeeded')
    return {states: last.state, spec: last.spec, revision: last.revision, lineage, isDestroyed};
  try {
    const {state, spec, revision} = await lastGoodRelease({history, names, backend}, Number.POSITIVE_INFINITY);
    return {states: state, spec, revision, lineage, isDestroyed};
  } catch (error) {
    if (error instanceof GantryError && error.failure.code === 'release/not-found') return {isDestroyed};
    throw error;
  }
}
