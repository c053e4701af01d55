import {isList, isObject, type Json} from '../../core/json.ts';
import {isContainerList} from './merge-keys.ts';

/** A container of a pod spec, and its image. */
export type ContainerImage = {readonly container: string; readonly image: string};

/** Returns the containers of all pod specs of an object, in the order of its fields. Containers without a name or an image are left out. */
export function containerImages(object: Json): readonly ContainerImage[] {
  if (isList(object)) return object.flatMap(containerImages);
  if (!isObject(object)) return [];
  return Object.entries(object).flatMap(([field, value]) =>
    isContainerList(field) && isList(value) ? value.flatMap(imageOf) : containerImages(value),
  );
}

function imageOf(container: Json): readonly ContainerImage[] {
  if (!isObject(container)) return [];
  const {name, image} = container;
  return typeof name === 'string' && typeof image === 'string' ? [{container: name, image}] : [];
}
