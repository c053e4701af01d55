import {GantryError} from '../../core/failure/failure.ts';
import type {RefusedClaim} from '../../core/failure/shared-failure.ts';
import type {Secret} from '../../core/secret/secret.ts';
import {isOnlyClaims} from '../../core/stacks/claims-request.ts';
import {claimKey} from '../../core/stacks/shared-claim.ts';
import {stackText} from '../../core/stacks/stack-name.ts';
import {defined} from '../../lib/defined.ts';
import type {PlanInput} from '../plan/plan-input.ts';
import {recipeDigest} from './planned-claims.ts';

/**
 * Refuses a shared claim of another stack if the owner of the shared stack has not applied the recipe in its present form: only the owner decides
 * what the shared stack contains.
 * @throws GantryError shared/claim-refused
 */
export function refuseClaims({request, source, records}: PlanInput, key: Secret): void {
  const {claims} = request;
  if (claims === undefined || !('make' in claims) || !isOnlyClaims(claims) || claims.isOwner === true) return;
  const {recorded = [], recipes = []} = source.claims ?? {};
  const refused = claims.make.flatMap((claim): readonly RefusedClaim[] => {
    const same = (one: {readonly type: string; readonly class?: string | undefined}) =>
      claimKey(one) === claimKey(claim);
    const recipe = recipes.find(same);
    const applied = recorded.find(same);
    const about = {claim: claimKey(claim), stack: stackText(source.names), ...defined({by: claim.for})};
    if (recipe === undefined) return [{...about, because: 'no-recipe'}];
    if (applied === undefined) return [{...about, because: 'not-applied'}];
    return applied.recipe === recipeDigest(recipe, key) ? [] : [{...about, because: 'changed'}];
  });
  if (refused.length === 0) return;
  const {last} = records.history;
  throw new GantryError({
    code: 'shared/claim-refused',
    workspace: source.names.workspace,
    claims: refused,
    ...defined({revision: last?.revision}),
  });
}
