import type {FieldPath, PathElement} from '../../core/fields/field-path.ts';

/** Returns a path as structured-merge-diff writes it: `.spec.containers[name="a"].image`. */
export const pathText = (path: FieldPath): string => path.map(elementText).join('');

/** Returns one element of a path. */
export function elementText(element: PathElement): string {
  if ('field' in element) return `.${element.field}`;
  if ('key' in element)
    return `[${Object.entries(element.key)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, value]) => `${name}=${JSON.stringify(value)}`)
      .join(',')}]`;
  if ('value' in element) return `[=${JSON.stringify(element.value)}]`;
  return `[${element.index}]`;
}
