import type {FieldPath} from '../fields/field-path.ts';
import {MASK} from '../workspace/mask.ts';

/**
 * Masks known secrets in a path. The step to an item of a list of type set is the value of the item, which may be or contain a secret.
 */
export const hideInPath = (path: FieldPath, knows: (text: string) => boolean): FieldPath =>
  path.some((element) => isSecretItem(element, knows))
    ? path.map((element) => (isSecretItem(element, knows) ? {value: MASK} : element))
    : path;

const isSecretItem = (element: FieldPath[number], knows: (text: string) => boolean): boolean =>
  'value' in element && knows(typeof element.value === 'string' ? element.value : JSON.stringify(element.value));
