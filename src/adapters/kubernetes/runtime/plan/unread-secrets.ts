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
import {defined} from '../../../../lib/defined.ts';
import type {Candidate} from './candidate.ts';
import type {PlannedObject} from './planned-object.ts';

/** A field whose value stands in a secret store that is not asked. */
export type UnreadField = {
  readonly path: FieldPath;
  /** Where it stands in the user's text. */
  readonly place: JsonPath;
  /** The user's text: `ref://…`, or what such a text is a part of. */
  readonly text: Json;
};

/** Why such an object is not compared with the server's word. */
export const NOT_READ = 'it takes values of a secret store, which untrusted mode does not read';

/** The fields of an object that hold references to secrets, each once. */
export function unreadFields(written: JsonObject, schema: Schema): readonly UnreadField[] {
  const found = secretReferencesIn(written).map(({at: reference}): UnreadField => {
    const path = secretField(written, reference, schema);
    const place = reference.slice(0, path.length);
    return {path, place, text: jsonAt(written, place) ?? null};
  });
  return [...new Map(found.map((field) => [formatFieldPath(field.path), field])).values()];
}

/**
 * The object with the live values in these fields: nothing differs there by itself. Such an object is compared here, and never sent. A
 * field that live does not have is left out.
 */
export function withLiveValues(
  object: JsonObject,
  fields: readonly UnreadField[],
  {live, schema}: {readonly live: JsonObject | undefined; readonly schema: Schema},
): JsonObject {
  const isSecret = isSecretObject(object);
  // From the end, so that an item that is left out moves none that is still to come.
  return fields.toReversed().reduce((made, {path, place}) => {
    const value = live === undefined ? undefined : valueAt(live, path, schema);
    const isFolded = isSecret && place[0] === 'stringData';
    const rest = isFolded ? (setAt(made, place, undefined) as JsonObject) : made;
    return setAt(rest, isFolded ? ['data', ...place.slice(1)] : place, value) as JsonObject;
  }, object);
}

/** What differs by the references: their texts now, and those of the last release. */
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

/** The plan of an object with what is known of its secrets. Where nothing differs, it is still not verified. */
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
    change: {...change, verified: false, fields: all, ...defined({action: isSame ? 'unchanged' : undefined})},
  };
}

/** A whole reference names a secret and holds nothing of it. */
const isReference = (text: Json): text is string => typeof text === 'string' && /^ref:\/\/[^\s$]+$/.test(text);

const texts = (before: Json | undefined, after: Json) => ({...defined({before}), after});

/** A part of a value replaced, or left out. */
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
