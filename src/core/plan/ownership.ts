import {isList, isObject, type JsonObject} from '../json.ts';
import {ID_ANNOTATION, LINEAGE_LABEL} from '../resource/labels.ts';

export type Claim = {
  readonly live: JsonObject;
  /** The id that the live object has by its own apiVersion, kind and metadata. */
  readonly ownId: string;
  readonly lineage: string;
};

/**
 * Whether a live object is ours: it carries the lineage's label, names its own id, and no controller owns it.
 * Controllers copy labels (Service → EndpointSlice, Deployment → ReplicaSet): a copy names another id or has an owner.
 */
export function isOurs({live, ownId, lineage}: Claim): boolean {
  const metadata = isObject(live['metadata']) ? live['metadata'] : {};
  return (
    textAt(metadata['labels'], LINEAGE_LABEL) === lineage &&
    textAt(metadata['annotations'], ID_ANNOTATION) === ownId &&
    !isControlled(live)
  );
}

/** Another stack has put its mark on the object since: whatever our records say, it is theirs. */
export function isTakenOver(live: JsonObject, lineage: string): boolean {
  const other = lineageOf(live);
  return other !== undefined && other !== lineage;
}

/** The lineage that a live object claims to belong to, if any. */
export function lineageOf(live: JsonObject): string | undefined {
  const metadata = isObject(live['metadata']) ? live['metadata'] : {};
  return textAt(metadata['labels'], LINEAGE_LABEL);
}

export function annotationOf(live: JsonObject, name: string): string | undefined {
  const metadata = isObject(live['metadata']) ? live['metadata'] : {};
  return textAt(metadata['annotations'], name);
}

/** A controller has it in its care: it makes, changes and deletes it. */
export function isControlled(live: JsonObject): boolean {
  const owners = isObject(live['metadata']) ? live['metadata']['ownerReferences'] : undefined;
  return isList(owners) && owners.some((owner) => isObject(owner) && owner['controller'] === true);
}

function textAt(map: JsonObject[string] | undefined, key: string): string | undefined {
  const value = isObject(map) ? map[key] : undefined;
  return typeof value === 'string' ? value : undefined;
}
