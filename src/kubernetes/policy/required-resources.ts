import type {JsonObject} from '../../core/json.ts';
import type {PolicyFinding} from '../../core/policy/policy-finding.ts';
import {podViewOf, setAt} from './pod-view.ts';

/** The requests and limits that each container must set, for example `memory`. */
export type RequiredResources = {readonly requests?: readonly string[]; readonly limits?: readonly string[]};

/** Returns the containers that do not set a required request or limit. A request or limit of the pod as a whole is enough. */
export function checkResources(object: JsonObject, required: RequiredResources): readonly PolicyFinding[] {
  const pod = podViewOf(object);
  if (pod === undefined) return [];
  // Ephemeral containers have no resources.
  const containers = pod.containers.filter(({list}) => list !== 'ephemeralContainers');
  return containers.flatMap(({name, value, path}) =>
    (['limits', 'requests'] as const).flatMap((part) => {
      const missing = (required[part] ?? []).filter(
        (resource) =>
          setAt(value, 'resources', part, resource) === undefined &&
          setAt(pod.spec, 'resources', part, resource) === undefined,
      );
      return missing.map((resource) => ({
        message: `container ${JSON.stringify(name)} must set resources.${part}.${resource}`,
        path: [...path, 'resources', part],
      }));
    }),
  );
}
