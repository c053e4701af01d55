import {type FieldPath, formatFieldPath} from '../../../../core/fields/field-path.ts';
import {isList, isObject, type Json, type JsonObject, type JsonPath} from '../../../../core/json.ts';
import {jsonAt} from '../../../../core/json-at.ts';
import type {FieldChange} from '../../../../core/plan/plan.ts';
import {isSecretObject} from '../../../../core/reference/secret-data-references.ts';
import {secretReferencesIn} from '../../../../core/reference/secret-references-in.ts';
import type {Schema} from '../../../../kubernetes/fields/schema.ts';
import {valueAt} from '../../../../kubernetes/fields/value-at.ts';
import {at} from '../../../../kubernetes/plan/source-map.ts';
import {secretField} from '../../../../kubernetes/secret/secret-fields.ts';
import {deepEqual} from '../../../../lib/deep-equal.ts';
import type {Candidate} from './candidate.ts';
import type {PlannedObject} from './planned-object.ts';

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

/** Returns the differences between the current references and those of the last release. */
function changedReferences(
  {written, kind: {schema}, origin}: Pick<Candidate, 'written' | 'kind' | 'origin'>,
  fields: readonly UnreadField[],
  {prior, live}: {readonly prior: JsonObject | undefined; readonly live: JsonObject | undefined},
): readonly FieldChange[] {
  const before = new Map(
    (prior === undefined ? [] : unreadFields(prior, schema)).map(({path, text}) => [formatFieldPath(path), text]),
  );
  return fields.flatMap(({path, text}): FieldChange[] => {
    const shown = formatFieldPath(path);
    const then = before.get(shown);
    const isThere = live !== undefined && valueAt(live, path, schema) !== undefined;
    if (isThere && then !== undefined && deepEqual(then, text)) return [];
    const sides =
      isReference(text) && (then === undefined || isReference(then)) ? texts(then, text) : {sensitive: true as const};
    return [{path: shown, ...sides, cause: 'secret', ...at({written, schema, origin}, path)}];
  });
}

/** Adds what is known of its secrets to the plan of an object. Even without a difference it stays unverified. */
export function withReferences(
  planned: PlannedObject,
  fields: readonly UnreadField[],
  past: {readonly prior: JsonObject | undefined; readonly live: JsonObject | undefined},
): PlannedObject {
  const {change, target} = planned;
  const hidden = new Set(fields.map(({path}) => formatFieldPath(path)));
  const others = change.fields.filter(({path}) => !hidden.has(path));
  const all = [...others, ...changedReferences(target, fields, past)];
  const isSame = change.action === 'update' && all.every(({yielded, cause}) => yielded === true || cause === 'added');
  return {
    ...planned,
    unread: true,
    change: {...change, verified: false, fields: all, ...(isSame ? {action: 'unchanged'} : {})},
  };
}

/** Reports whether a text is one whole reference, which names a secret and does not contain one. */
const isReference = (text: Json): text is string => typeof text === 'string' && /^ref:\/\/[^\s$]+$/.test(text);

const texts = (before: Json | undefined, after: Json) => ({...(before === undefined ? {} : {before}), after});

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
