import {isObject, type JsonObject} from '../../core/json.ts';
import {idOfObject} from '../../core/resource/id.ts';
import type {Resource} from '../../core/resource/resource.ts';

/** The namespaces of a stack in two workspaces. */
export type NamespacePair = {readonly from: string; readonly to: string};

/**
 * Returns resources as they would be in another namespace: objects in the namespace `from` get the namespace `to`, with their ids and the
 * ids in `dependsOn`. So the objects of two workspaces can be compared one by one. Other values are unchanged.
 */
export function alignNamespaces(resources: readonly Resource[], {from, to}: NamespacePair): readonly Resource[] {
  if (from === to) return resources;
  const moved = new Map(
    resources.flatMap(({id, type, attributes}) => {
      const {metadata} = attributes;
      if (type !== 'Kubernetes' || !isObject(metadata) || metadata['namespace'] !== from) return [];
      const object: JsonObject = {...attributes, metadata: {...metadata, namespace: to}};
      return [[id, {id: idOfObject(object), attributes: object}] as const];
    }),
  );
  return resources.map((resource) => ({
    ...resource,
    ...moved.get(resource.id),
    dependsOn: resource.dependsOn.map((id) => moved.get(id)?.id ?? id),
  }));
}
