import {isList, isObject, type Json, type JsonObject} from '../../core/json.ts';
import {identityOf} from '../../core/resource/identity.ts';
import {deepEqual} from '../../lib/deep-equal.ts';
import {hasItsEmpties} from '../fields/empties.ts';
import {equalOn} from '../fields/equal-on.ts';
import type {FieldSet} from '../fields/field-set.ts';
import {isFieldsV1Of} from '../fields/fields-v1.ts';
import {isCustom, type Schema} from '../fields/schema.ts';
import {ownFieldsV1} from './manager-entry.ts';
import {isTakeOverPending} from './take-over-pending.ts';
import {takesFromOthers} from './takes-from-others.ts';

/** The desired and the live object, for the decision whether a dry run is needed. */
export type Comparison = {
  readonly desired: JsonObject;
  /** The field set of `desired` under the schema of its apiVersion. */
  readonly fields: FieldSet;
  readonly live: JsonObject;
  readonly schema: Schema;
  /** Returns the digest of the desired object. It is called only if it decides. */
  readonly digest: () => string;
  /** The record of the last release: the digest of what was sent, and the server's answer projected on our fields. */
  readonly recorded?: {readonly desiredDigest: string; readonly applied: Json} | undefined;
  /** Returns the live object projected on `fields`, sealed like the record. It is called only if it decides. */
  readonly redactedProjection: () => Json;
};

/**
 * Reports whether an apply may change something, so that a dry run is needed (engine rule 2). None is needed if the
 * apply entry exists and equals the field set of `desired`, no take-over is pending, the object is not being deleted,
 * and one of two conditions holds: every value and every order is the same; or `desired` was sent last, the live object
 * is what the server answered then, and no other manager would lose a field that the server stores in another form.
 */
export function needsRequest(comparison: Comparison): boolean {
  const {desired, fields, live, schema, digest, recorded, redactedProjection} = comparison;
  const {apiVersion} = identityOf(desired);
  const metadata = isObject(live['metadata']) ? live['metadata'] : {};
  if (metadata['deletionTimestamp'] !== undefined) return true;
  if (isTakeOverPending({live, desired, adopting: false})) return true;
  if (!isFieldsV1Of(fields, ownFieldsV1(live, apiVersion))) return true;
  if (equalOn(desired, live, schema)) return false;
  if (recorded?.desiredDigest !== digest()) return true;
  const [then, now] = isCustom(schema)
    ? [recorded.applied, redactedProjection()]
    : [withoutNulls(recorded.applied), withoutNulls(redactedProjection())];
  if (!deepEqual(then, now) || !hasItsEmpties(desired, live, schema)) return true;
  return takesFromOthers({desired, fields, live, schema});
}

/** Removes nulls: a server answers a write with `[]` where it later returns null; in built-in kinds no field depends on the difference. */
function withoutNulls(value: Json): Json {
  if (value === null) return [];
  if (!holdsNull(value)) return value;
  if (isList(value)) return value.map(withoutNulls);
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, withoutNulls(field)]));
}

/** Reports whether a value contains null. Most contain none, and need no copy. */
function holdsNull(value: Json): boolean {
  if (value === null) return true;
  if (isList(value)) return value.some(holdsNull);
  if (!isObject(value)) return false;
  for (const name in value) if (Object.hasOwn(value, name) && holdsNull(value[name] ?? null)) return true;
  return false;
}
