import {isKubernetesState, type ResourceState} from '../../core/release/resource-state.ts';
import {showRedacted} from '../../core/secret/redacted-value.ts';

/** Returns a state with `***` for each secret value, to read, not to apply. */
export const shownState = (state: ResourceState): ResourceState =>
  isKubernetesState(state)
    ? {...state, applied: showRedacted(state.applied)}
    : {...state, attributes: showRedacted(state.attributes)};
