import {isList, isObject, type Json, type JsonObject} from '../../core/json.ts';
import {pointerOf} from '../../core/json-pointer.ts';
import {
  CREATED_ANNOTATION,
  CREATED_SHARED,
  FIELD_MANAGER,
  ID_ANNOTATION,
  LINEAGE_LABEL,
  STACK_ANNOTATION,
} from '../resource/labels.ts';

/**
 * Returns the JSON patch that orphans an object: it removes our ownership label and annotations and our field
 * ownership, but no value. (An apply of nothing would remove the values: a CRD would lose its spec.) The
 * resourceVersion makes the patch fail if the object has changed.
 */
export function orphanPatch(live: JsonObject): readonly JsonObject[] {
  const metadata = isObject(live['metadata']) ? live['metadata'] : {};
  const managers = isList(metadata['managedFields']) ? metadata['managedFields'] : [];
  const others = managers.filter((entry) => !isOurEntry(entry));
  return [
    {op: 'replace', path: '/metadata/resourceVersion', value: metadata['resourceVersion'] ?? ''},
    {op: 'replace', path: '/metadata/managedFields', value: others.length === 0 ? STRIPPED : others},
    ...removals('labels', metadata['labels'], [LINEAGE_LABEL]),
    ...removals('annotations', metadata['annotations'], [ID_ANNOTATION, STACK_ANNOTATION, CREATED_ANNOTATION]),
  ];
}

/** The managedFields value that removes all entries: the server ignores an empty list, but accepts one empty entry. */
const STRIPPED = [{}];

const isOurEntry = (entry: Json): boolean =>
  isObject(entry) && entry['manager'] === FIELD_MANAGER && entry['operation'] === 'Apply';

function removals(part: string, map: Json | undefined, names: readonly string[]): readonly JsonObject[] {
  if (!isObject(map)) return [];
  // The annotation that another stack shares the object is still true.
  const ours = names.filter((name) => map[name] !== undefined && map[name] !== CREATED_SHARED);
  return ours.map((name) => ({op: 'remove', path: pointerOf(['metadata', part, name])}));
}
