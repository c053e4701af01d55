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

/** The wanted and the live object, for the decision whether a dry run is needed. */
export type Comparison = {
  readonly desired: JsonObject;
  /** The field set of `desired` under the schema of its apiVersion. */
  readonly fields: FieldSet;
  readonly live: JsonObject;
  readonly schema: Schema;
  /** Called only when it decides. */
  readonly digest: () => string;
  /** What the last release recorded: digest of what was sent, and the server's answer projected on our fields. */
  readonly recorded?: {readonly desiredDigest: string; readonly applied: Json} | undefined;
  /** Live projected on `fields`, secret leaves sealed as in the record. Called only when it decides. */
  readonly sealedProjection: () => Json;
};

/**
 * Engine rule 2: a server-side apply would change nothing, so none is sent. Holds iff the apply entry exists and *equals*
 * the field set of desired, no take-over is pending, nothing is being deleted, and either every leaf and every order is the
 * same, or desired is what was last sent, live is what the server answered then, and nobody would lose what the server keeps
 * in another form. Anything else costs a dry run.
 */
export function needsRequest(comparison: Comparison): boolean {
  const {desired, fields, live, schema, digest, recorded, sealedProjection} = comparison;
  const {apiVersion} = identityOf(desired);
  const metadata = isObject(live['metadata']) ? live['metadata'] : {};
  if (metadata['deletionTimestamp'] !== undefined) return true;
  if (isTakeOverPending({live, desired, adopting: false})) return true;
  if (!isFieldsV1Of(fields, ownFieldsV1(live, apiVersion))) return true;
  if (equalOn(desired, live, schema)) return false;
  if (recorded?.desiredDigest !== digest()) return true;
  const [then, now] = isCustom(schema)
    ? [recorded.applied, sealedProjection()]
    : [withoutNulls(recorded.applied), withoutNulls(sealedProjection())];
  if (!deepEqual(then, now) || !hasItsEmpties(desired, live, schema)) return true;
  return takesFromOthers({desired, fields, live, schema});
}

/** A server answers a write with `[]` where it later reads null: in its own kinds no field tells the two apart. */
function withoutNulls(value: Json): Json {
  if (value === null) return [];
  if (isList(value)) return value.map(withoutNulls);
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, withoutNulls(field)]));
}
