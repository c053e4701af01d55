import {isObject} from '../../core/json.ts';
import {type Permissions, permits} from '../../core/plan/permissions.ts';
import type {Plan} from '../../core/plan/plan.ts';
import type {Release} from '../../core/release/release.ts';
import type {ResourceState} from '../../core/release/resource-state.ts';
import {groupVersion} from '../../core/resource/identity.ts';
import {lossOf} from '../../kubernetes/plan/effects.ts';
import type {KeptObject} from '../plan/release-requests.ts';

/** Objects that a failed run brought in: those that its rollback deletes, and those that it keeps. */
export type Brought = {
  /** The ids that the failed run created: its rollback may delete them without confirmation. */
  readonly made: readonly string[];
  readonly kept: readonly KeptObject[];
};

/** The parts of a failed run that its rollback depends on. */
export type FailedRun = {
  readonly plan: Pick<Plan, 'changes'>;
  readonly release: Pick<Release, 'state'>;
  readonly permissions: Pick<Permissions, 'allowDelete'>;
  /** The release to roll back to. */
  readonly to: Pick<Release, 'spec'>;
};

/**
 * Returns the objects that a failed run added to the stack. Nobody is asked during the rollback: objects that may hold data stay, and so do
 * objects that existed before the run and were adopted.
 */
export function broughtBy({plan, release, permissions, to}: FailedRun): Brought {
  const wanted = new Set(to.spec.map(({id}) => id));
  const states = new Map(release.state.map((state) => [state.id, state]));
  const brought = plan.changes.flatMap(({id, action}) => {
    const state = states.get(id);
    return state === undefined || wanted.has(id) || (action !== 'create' && action !== 'adopt')
      ? []
      : [{action, state}];
  });
  const kept = brought.flatMap(({action, state}) => {
    const because = action === 'adopt' ? 'it existed before the run that adopted it' : dataIn(state, permissions);
    return because === undefined ? [] : [{id: state.id, because}];
  });
  const stays = new Set(kept.map(({id}) => id));
  return {made: brought.map(({state}) => state.id).filter((id) => !stays.has(id)), kept};
}

function dataIn(state: ResourceState, permissions: FailedRun['permissions']): string | undefined {
  if (permits(permissions.allowDelete, state.id)) return undefined;
  if (state.type !== 'Kubernetes') return 'it may hold data';
  const {apiVersion, kind, applied} = state;
  return lossOf({group: groupVersion(apiVersion).group, kind}, isObject(applied) ? applied : {});
}
