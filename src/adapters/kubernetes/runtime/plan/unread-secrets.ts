import {type FieldPath, formatFieldPath} from '../../../../core/fields/field-path.ts';
import {isList, isObject, type Json, type JsonObject, type JsonPath} from '../../../../core/json.ts';
import {jsonAt} from '../../../../core/json-at.ts';
import {isSecretObject} from '../../../../core/reference/secret-data-references.ts';
import {secretReferencesIn} from '../../../../core/reference/secret-references-in.ts';
import type {Schema} from '../../../../kubernetes/fields/schema.ts';
import {valueAt} from '../../../../kubernetes/fields/value-at.ts';
import {secretField} from '../../../../kubernetes/secret/secret-fields.ts';

/** A field whose value is in a secret store that is not read. */
export type UnreadField = {
  readonly path: FieldPath;
  /** The place of the field in the user's text. */
  readonly place: JsonPath;
  /** The user's text: `ref://…`, or a value that contains such a text. */
  readonly text: Json;
};

/** The reason why such an object is not verified by the server. */
export const NOT_READ = 'it takes values of a secret store, which untrusted mode does not read';

/** Returns the fields of an object that contain references to secrets, each once. */
export function unreadFields(written: JsonObject, schema: Schema): readonly UnreadField[] {
  const found = secretReferencesIn(written).map(({at: reference}): UnreadField => {
    const path = secretField(written, reference, schema);
    const place = reference.slice(0, path.length);
    return {path, place, text: jsonAt(written, place) ?? null};
  });
  return [...new Map(found.map((field) => [formatFieldPath(field.path), field])).values()];
}

/**
 * Returns the object with the live values in these fields, so that they do not differ. Such an object is compared
 * locally, and never sent. A field that the live object lacks is left out.
 */
export function withLiveValues(
  object: JsonObject,
  fields: readonly UnreadField[],
  {live, schema}: {readonly live: JsonObject | undefined; readonly schema: Schema},
): JsonObject {
  const isSecret = isSecretObject(object);
  // From the end, so that an omitted item does not move the remaining ones.
  return fields.toReversed().reduce((made, {path, place}) => {
    const value = live === undefined ? undefined : valueAt(live, path, schema);
    const isFolded = isSecret && place[0] === 'stringData';
    const rest = isFolded ? (setAt(made, place, undefined) as JsonObject) : made;
    return setAt(rest, isFolded ? ['data', ...place.slice(1)] : place, value) as JsonObject;
  }, object);
}

/** Replaces a part of a value, or removes it. */
function setAt(value: Json | undefined, [step, ...rest]: JsonPath, part: Json | undefined): Json {
  if (typeof step === 'number' && isList(value)) {
    const inner = rest.length === 0 ? part : setAt(value[step], rest, part);
    return inner === undefined ? value.toSpliced(step, 1) : value.with(step, inner);
  }
  if (typeof step !== 'string') return value ?? null;
  const object = isObject(value) ? value : {};
  const inner = rest.length === 0 ? part : setAt(object[step], rest, part);
  const {[step]: _, ...others} = object;
  return inner === undefined ? others : {...object, [step]: inner};
}
