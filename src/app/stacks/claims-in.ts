import type {LoadedResources} from '../../config/load-resources.ts';
import {stackReferencesIn} from '../../core/reference/stack-references-in.ts';
import {claimIn, claimKey, type SharedClaim} from '../../core/stacks/shared-claim.ts';
import {ANY_SHARED} from '../../core/stacks/shared-stacks.ts';
import {placedIn} from './placed-reference.ts';

/** Returns what the resources of a stack claim by type and class, each once. */
export function claimsIn({
  values = [],
  ...loaded
}: Pick<LoadedResources, 'resources' | 'expandable' | 'values'>): readonly SharedClaim[] {
  const references = [...placedIn({...loaded, origins: new Map()}), ...values.flatMap(stackReferencesIn)];
  const claims = references.flatMap(({stack, id}) => (stack === ANY_SHARED ? (claimIn(id) ?? []) : []));
  return [...new Map(claims.map((claim) => [claimKey(claim), claim])).values()];
}
