import {isList} from '../../core/json.ts';
import {jsonAt} from '../../core/json-at.ts';
import type {Resource} from '../../core/resource/resource.ts';
import {USABLE_BY, USABLE_BY_PATH} from './usable-by-path.ts';

/**
 * Returns the projects whose stacks may use a shared resource, as names and globs: those of `extensions.usableBy`, else those of the
 * annotation. Undefined: all projects. A value that cannot be read permits none.
 */
export function usableBy({type, attributes, extensions}: Resource): readonly string[] | undefined {
  const extension = extensions[USABLE_BY];
  if (extension !== undefined && extension !== null)
    return isList(extension) ? extension.filter((one) => typeof one === 'string') : [];
  const annotation = type === 'Kubernetes' ? jsonAt(attributes, USABLE_BY_PATH) : undefined;
  if (annotation === undefined) return undefined;
  return typeof annotation === 'string' ? projectsIn(annotation) : [];
}

/** Returns the items of the annotation. */
export const projectsIn = (annotation: string): readonly string[] =>
  annotation
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '');
