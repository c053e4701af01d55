import {isList, isObject, type Json, type JsonObject, type JsonPath} from '../../core/json.ts';
import {at, type PodTemplate} from '../graph/edges/pod-template.ts';

/** A container of a pod, and its place in the object. */
export type PlacedContainer = {
  readonly container: JsonObject;
  readonly path: JsonPath;
  /** True for an init container that ends before the containers start. */
  readonly isInit: boolean;
};

const LISTS = ['initContainers', 'containers'] as const;

/** Returns the items of a list that are objects, with their places. */
export function placedAt(
  value: Json | undefined,
  list: string,
  path: JsonPath,
): readonly (readonly [JsonObject, JsonPath])[] {
  const items = at(value, list);
  if (!isList(items)) return [];
  return items.flatMap((item, i) => (isObject(item) ? [[item, [...path, list, i]] as const] : []));
}

/** Returns the containers of a pod. */
export function placedContainers({spec, path}: PodTemplate): readonly PlacedContainer[] {
  return LISTS.flatMap((list) =>
    placedAt(spec, list, [...path, 'spec']).map(([container, place]) => ({
      container,
      path: place,
      isInit: list === 'initContainers' && container['restartPolicy'] !== 'Always',
    })),
  );
}
