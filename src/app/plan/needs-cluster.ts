import {isSharedSecret} from '../../core/reference/secret-references-in.ts';
import type {KnownState} from '../../core/release/known-state.ts';
import type {Resource} from '../../core/resource/resource.ts';
import {EXTERNAL} from '../../core/stacks/shared-stacks.ts';
import type {ChosenHooks} from '../hooks/chosen-hooks.ts';
import type {PlanInput, PlanValues} from './plan-input.ts';

type Typed = Pick<Resource, 'type'>;

/** Reports whether resources, and those of earlier runs, need no cluster: there are some, and none of them is a Kubernetes object. */
export const areOutside = (wanted: readonly Typed[], {state, unsure}: KnownState): boolean => {
  const all: readonly Typed[] = [...wanted, ...state, ...unsure];
  return all.length > 0 && all.every(({type}) => type !== 'Kubernetes');
};

/** Reports whether the resources of a plan, or its hooks, are in a cluster. */
export const isInCluster = ({source, scope}: Pick<PlanInput, 'source' | 'scope'>, hooks: ChosenHooks): boolean =>
  !areOutside([...scope.loaded.resources, ...source.loaded.resources, ...scope.leftOut.state], scope.known) ||
  hooks.sources.length + hooks.due.length + hooks.leftovers.length > 0;

/**
 * Reports whether a plan uses an object of a cluster that is read for it: an external one, one whose values Terraform resources take, or a shared
 * Secret.
 */
export const usesLiveObject = ({others, secrets}: Pick<PlanValues, 'others' | 'secrets'>): boolean =>
  [...secrets.keys()].some(isSharedSecret) ||
  [...others.values()].some(
    ({stack, state, values}) => state?.type === 'Kubernetes' && (stack === EXTERNAL || values !== undefined),
  );
