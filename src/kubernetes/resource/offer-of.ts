import {jsonAt} from '../../core/json-at.ts';
import type {Resource} from '../../core/resource/resource.ts';
import {claimId, claimIn, type SharedClaim} from '../../core/stacks/shared-claim.ts';
import {CLASS_LABEL, TYPE_LABEL} from './labels.ts';

/** The extension of a Terraform resource with its type and class: `postgres/small`. Kubernetes objects have labels. */
export const CLAIMED_AS = 'claimedAs';

/** Returns the type and the class with which a resource can be claimed; undefined if it has no type. */
export function offerOf({
  type: runtime,
  attributes,
  extensions,
}: Omit<Resource, 'id' | 'dependsOn'>): SharedClaim | undefined {
  if (runtime === 'Terraform') {
    const written = extensions[CLAIMED_AS];
    return typeof written === 'string' ? claimIn(claimId({type: written})) : undefined;
  }
  const label = (name: string): string | undefined => {
    const value = jsonAt(attributes, ['metadata', 'labels', name]);
    return typeof value === 'string' && value !== '' ? value : undefined;
  };
  const type = label(TYPE_LABEL);
  return type === undefined ? undefined : {type, class: label(CLASS_LABEL)};
}
