import {isList, isObject} from '../../core/json.ts';
import type {ImageChange} from '../../core/variation/image-change.ts';
import {parseImage, replaceImage} from '../../core/variation/image-ref.ts';
import {itemsOf, type Located, listOf, partOf, withField} from '../../core/variation/located.ts';
import {isContainerList} from './merge-keys.ts';

/** Returns all images of the containers of an object, in all its pod specs. */
export function imagesIn(node: Located): readonly string[] {
  const names: string[] = [];
  eachContainer(node, (container) => {
    const image = partOf(container, 'image')?.value;
    if (typeof image === 'string') names.push(parseImage(image).name);
    return container;
  });
  return names;
}

/** Replaces images in an object. Returns the same node if none of them is used. */
export const setImages = (node: Located, changes: ReadonlyMap<string, ImageChange>): Located =>
  eachContainer(node, (container) => {
    const image = partOf(container, 'image')?.value;
    if (typeof image !== 'string') return container;
    const written = parseImage(image);
    const change = changes.get(written.name);
    if (change === undefined) return container;
    const value = replaceImage(written, change.ref);
    return value === image ? container : withField(container, 'image', {value, place: change.place});
  });

type OnContainer = (container: Located) => Located;

function eachContainer(node: Located, onContainer: OnContainer): Located {
  if (isList(node.value)) return mapItems(node, (item) => eachContainer(item, onContainer));
  if (!isObject(node.value)) return node;
  let mapped = node;
  for (const [name, value] of Object.entries(node.value)) {
    if (typeof value !== 'object' || value === null) continue;
    const part = partOf(node, name) as Located;
    const changed =
      isContainerList(name) && isList(value)
        ? mapItems(part, (item) => (isObject(item.value) ? onContainer(item) : item))
        : eachContainer(part, onContainer);
    if (changed !== part) mapped = withField(mapped, name, changed);
  }
  return mapped;
}

function mapItems(node: Located, map: OnContainer): Located {
  const items = itemsOf(node);
  const mapped = items.map(map);
  return mapped.every((item, index) => item === items[index]) ? node : listOf(mapped, node.place);
}
