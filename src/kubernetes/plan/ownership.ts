import {isList, isObject, type JsonObject} from '../../core/json.ts';
import {ID_ANNOTATION, LINEAGE_LABEL} from '../resource/labels.ts';

/** A live object, and the stack that wants to own it. */
export type OwnershipCheck = {
  readonly live: JsonObject;
  /** The id of the live object by its own apiVersion, kind and metadata. */
  readonly ownId: string;
  readonly lineage: string;
};

/**
 * Reports whether a live object is ours: it has the label of the lineage and the annotation of its own id, and no
 * controller owns it. Controllers copy labels (Service → EndpointSlice, Deployment → ReplicaSet): a copy has the
 * annotation of another id, or an owner.
 */
export function isOurs({live, ownId, lineage}: OwnershipCheck): boolean {
  const metadata = isObject(live['metadata']) ? live['metadata'] : {};
  return (
    textAt(metadata['labels'], LINEAGE_LABEL) === lineage &&
    textAt(metadata['annotations'], ID_ANNOTATION) === ownId &&
    !isControlled(live)
  );
}

/**
 * Returns why an object that a release lists may not be ours, or undefined if both the release and the object say that
 * it is. Everybody who can write the backend can list any object with its uid, and everybody who can write the object
 * can put our labels on it.
 */
export function doubtOfOwnership({
  live,
  ownId,
  lineage,
  liveUid,
  recordedUid,
}: OwnershipCheck & {readonly liveUid: string | undefined; readonly recordedUid: string}): string | undefined {
  if (!isOurs({live, ownId, lineage})) {
    return `the release lists it, but the live object does not carry the ownership label and annotation of this stack (${LINEAGE_LABEL}, ${ID_ANNOTATION})`;
  }
  // Releases of a run that was interrupted have no uid.
  if (recordedUid === '' || liveUid === recordedUid) return undefined;
  return 'the live object carries the ownership label of this stack, but it is not the object that was applied: its uid is another';
}

/** Reports whether another stack has put its label on the object since: it then belongs to that stack, whatever our records say. */
export function isTakenOver(live: JsonObject, lineage: string): boolean {
  const other = lineageOf(live);
  return other !== undefined && other !== lineage;
}

/** Returns the lineage in the label of a live object, or undefined. */
export function lineageOf(live: JsonObject): string | undefined {
  const metadata = isObject(live['metadata']) ? live['metadata'] : {};
  return textAt(metadata['labels'], LINEAGE_LABEL);
}

/** Returns an annotation, or undefined if it is missing or not a text. */
export function annotationOf(live: JsonObject, name: string): string | undefined {
  const metadata = isObject(live['metadata']) ? live['metadata'] : {};
  return textAt(metadata['annotations'], name);
}

/** Reports whether a controller creates, changes and deletes the object. */
export function isControlled(live: JsonObject): boolean {
  const owners = isObject(live['metadata']) ? live['metadata']['ownerReferences'] : undefined;
  return isList(owners) && owners.some((owner) => isObject(owner) && owner['controller'] === true);
}

function textAt(map: JsonObject[string] | undefined, key: string): string | undefined {
  const value = isObject(map) ? map[key] : undefined;
  return typeof value === 'string' ? value : undefined;
}
