import {isKubernetesState, type ResourceState} from '../../core/release/resource-state.ts';
import {showHoles} from '../../core/secret/hole.ts';

/** Returns a state with `***` for each secret value, to read, not to apply. */
export const shownState = (state: ResourceState): ResourceState =>
  isKubernetesState(state)
    ? {...state, applied: showHoles(state.applied)}
    : {...state, attributes: showHoles(state.attributes)};
