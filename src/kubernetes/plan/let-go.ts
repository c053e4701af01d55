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
 * The JSON patch by which an object ceases to be ours and stays as it is: our marks go, and so does our claim to its fields,
 * but no value. (An apply of nothing would take the values along: a definition without its spec.) The resourceVersion makes it
 * stale when the object moved.
 */
export function letGoPatch(live: JsonObject): readonly JsonObject[] {
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

/** The server takes an empty list for an oversight, and one empty entry for what is meant. */
const STRIPPED = [{}];

const isOurEntry = (entry: Json): boolean =>
  isObject(entry) && entry['manager'] === FIELD_MANAGER && entry['operation'] === 'Apply';

function removals(part: string, map: Json | undefined, names: readonly string[]): readonly JsonObject[] {
  if (!isObject(map)) return [];
  // That another stack has it too is still so.
  const ours = names.filter((name) => map[name] !== undefined && map[name] !== CREATED_SHARED);
  return ours.map((name) => ({op: 'remove', path: pointerOf(['metadata', part, name])}));
}
