import type {Diagnostic} from '../../core/diagnostic/diagnostic.ts';
import {jsonAt} from '../../core/json-at.ts';
import type {Resource} from '../../core/resource/resource.ts';
import {PROJECT_PATTERN} from '../../core/stacks/may-use.ts';
import {isSharedProject} from '../../core/stacks/shared-stacks.ts';
import {USABLE_BY_ANNOTATION} from '../../kubernetes/resource/labels.ts';
import {projectsIn, usableBy} from '../../kubernetes/resource/usable-by.ts';
import {USABLE_BY_PATH} from '../../kubernetes/resource/usable-by-path.ts';
import {defined} from '../../lib/defined.ts';
import type {Settled} from './settle.ts';

/** Checks who may use each resource: the names of projects, and whether the stack is a shared one at all. */
export const checkUsableBy = (
  {resources, origins}: Pick<Settled, 'resources' | 'origins'>,
  project: string,
): readonly Diagnostic[] =>
  resources.flatMap((resource): readonly Diagnostic[] => {
    const projects = usableBy(resource);
    if (projects === undefined) return [];
    const at = origins.get(resource.id)?.position(USABLE_BY_PATH);
    const about = {code: 'manifest/usable-by', resource: resource.id, ...defined({at})};
    const wrong = wrongProject(resource, projects);
    if (wrong !== undefined)
      return [
        {
          ...about,
          severity: 'error',
          message: `the annotation ${USABLE_BY_ANNOTATION} must have names of projects, and ${wrong} is not one`,
          hint: 'Separate them by commas: "web, pay-*".',
        },
      ];
    if (isSharedProject({project})) return [];
    return [
      {
        ...about,
        severity: 'warning',
        message: `who may use ${resource.id} has no effect: only resources of the project shared are shared, and this is ${project}`,
        hint: 'Remove it, or move the resource to a shared stack.',
      },
    ];
  });

/** Returns the first part of the annotation that is not a valid name of a project. The schema of spec files checks the extension. */
function wrongProject({attributes}: Resource, projects: readonly string[]): string | undefined {
  const annotation = jsonAt(attributes, USABLE_BY_PATH);
  if (annotation === undefined) return undefined;
  if (typeof annotation !== 'string') return JSON.stringify(annotation);
  return [...projects, ...projectsIn(annotation)].find((one) => !PROJECT_PATTERN.test(one));
}
