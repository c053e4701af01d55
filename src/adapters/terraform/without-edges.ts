import {isList, isObject, type JsonObject} from '../../core/json.ts';
import {addressOf} from './instances.ts';

/**
 * Returns a state in which resources that stay no longer depend on resources that leave. Terraform deletes everything that depends on a target by the
 * state, and it writes new dependencies of a resource only when it changes that resource.
 */
export function withoutEdges(state: JsonObject, isLeaving: (address: string) => boolean): JsonObject {
  const {resources} = state;
  return {...state, resources: (isList(resources) ? resources : []).map((one) => (isObject(one) ? kept(one) : one))};

  function kept(resource: JsonObject): JsonObject {
    const {instances} = resource;
    if (!isList(instances) || isLeaving(addressOf(resource))) return resource;
    return {...resource, instances: instances.map((one) => (isObject(one) ? detached(one) : one))};
  }

  function detached(instance: JsonObject): JsonObject {
    const {dependencies} = instance;
    if (!isList(dependencies)) return instance;
    return {...instance, dependencies: dependencies.filter((one) => typeof one === 'string' && !isLeaving(one))};
  }
}
