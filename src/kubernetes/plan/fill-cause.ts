import {isObject, type Json, type JsonObject} from '../../core/json.ts';
import type {Cause} from '../../core/plan/plan.ts';
import {identityOf} from '../../core/resource/identity.ts';
import {deepEqual} from '../../lib/deep-equal.ts';
import type {FieldDifference} from '../fields/compare.ts';
import type {Schema} from '../fields/schema.ts';
import {valueAt} from '../fields/value-at.ts';
import {knownFill} from './known-fills.ts';
import {schemaAt} from './schema-at.ts';

/** A value that we did not send. */
export type Filling = {
  readonly difference: FieldDifference;
  readonly schema: Schema;
  /** The object that has the value. */
  readonly object: JsonObject;
};

/** The cause of a value that we did not send. */
export type FillCause = {
  readonly cause: Extract<Cause, 'default' | 'server' | 'webhook'>;
  /** The value of a dry run is not the one that will be. */
  readonly allotted: boolean;
};

/**
 * Who fills in a field that we neither want nor hold. Measured: admission webhooks leave no trace under server-side apply (what
 * they inject is owned by nobody, like a default; what they rewrite stays in our entry), so what is neither a default nor the
 * server's own is theirs.
 */
export function fillCause({difference: {path, before, after}, schema, object}: Filling): FillCause {
  const value = after ?? before ?? null;
  if (isSchemaDefault(value, schemaAt(schema, path))) return {cause: 'default', allotted: false};
  const {group, kind} = identityOf(object);
  const {filler, allotted} = knownFill({
    group,
    kind,
    names: path.map((step) => ('field' in step ? step.field : '[]')),
    value,
    holder: () => valueAt(object, path.slice(0, -1), schema),
  });
  // What goes is known: nothing is allotted in its place.
  if (filler !== 'other') return {cause: filler, allotted: allotted && after !== undefined};
  // What goes although nobody asked for it went with a choice that it belongs to; webhooks hardly ever take away.
  return {cause: after === undefined ? 'server' : 'webhook', allotted};
}

/** A map is a default when each of its fields is. */
function isSchemaDefault(value: Json, schema: Schema | undefined): boolean {
  if (schema === undefined) return false;
  if (schema.default !== undefined && deepEqual(schema.default, value)) return true;
  if (!isObject(value)) return false;
  const fields = Object.entries(value);
  return (
    fields.length > 0 && fields.every(([name, field]) => isSchemaDefault(field, schemaAt(schema, [{field: name}])))
  );
}
