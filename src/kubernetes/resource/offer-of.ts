import type {Json} from '../../core/json.ts';
import {jsonAt} from '../../core/json-at.ts';
import type {SharedClaim} from '../../core/stacks/shared-claim.ts';
import {CLASS_LABEL, TYPE_LABEL} from './labels.ts';

/** Returns the type and the class with which an object can be claimed; undefined if it has no type. */
export function offerOf(object: Json): SharedClaim | undefined {
  const label = (name: string): string | undefined => {
    const value = jsonAt(object, ['metadata', 'labels', name]);
    return typeof value === 'string' && value !== '' ? value : undefined;
  };
  const type = label(TYPE_LABEL);
  return type === undefined ? undefined : {type, class: label(CLASS_LABEL)};
}
