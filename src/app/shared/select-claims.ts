import type {ClaimsRequest} from '../../core/stacks/claims-request.ts';
import {claimKey} from '../../core/stacks/shared-claim.ts';
import type {ReleaseHistory} from '../../engine/release/release-history.ts';
import type {LoadedStack} from '../plan/load-stack.ts';
import {keepSelected, type SelectedResources} from '../plan/select-resources.ts';
import {recordedClaims} from './planned-claims.ts';

/** A shared stack, and the shared claims that are the whole plan. */
export type SelectClaims = Pick<LoadedStack, 'loaded'> & {
  readonly history: ReleaseHistory;
  readonly request: ClaimsRequest;
};

/** Selects the resources of shared claims: those that the recipes make, or those that were made and are removed. All others stay as they are. */
export function selectClaims({loaded, history, request}: SelectClaims): SelectedResources {
  const keys = new Set(('remove' in request ? request.remove : request.make).map(claimKey));
  const made = recordedClaims(history).flatMap((one) => (keys.has(claimKey(one)) ? (one.made?.resources ?? []) : []));
  const built = [...(loaded.claimed ?? [])].flatMap(([key, ids]) => (keys.has(key) ? ids : []));
  // Objects that only an earlier form of the recipe created are left to the owner.
  return keepSelected({loaded, history}, () => new Set('remove' in request ? made : built));
}
