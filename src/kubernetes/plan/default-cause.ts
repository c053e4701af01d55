import {isObject, type Json, type JsonObject} from '../../core/json.ts';
import type {Cause} from '../../core/plan/plan.ts';
import {identityOf} from '../../core/resource/identity.ts';
import {deepEqual} from '../../lib/deep-equal.ts';
import type {FieldDifference} from '../fields/compare.ts';
import type {Schema} from '../fields/schema.ts';
import {valueAt} from '../fields/value-at.ts';
import {knownDefault} from './known-defaults.ts';
import {schemaAt} from './schema-at.ts';

/** A value that we did not send. */
export type DefaultedValue = {
  readonly difference: FieldDifference;
  readonly schema: Schema;
  /** The object that has the value. */
  readonly object: JsonObject;
};

/** The cause of a value that we did not send. */
export type DefaultCause = {
  readonly cause: Extract<Cause, 'default' | 'server' | 'webhook'>;
  /** True if the final value differs from that of the dry run. */
  readonly allocated: boolean;
};

/**
 * Returns who sets a field that we neither want nor own. Admission webhooks leave no trace under server-side apply
 * (measured: nobody owns what they inject, as with a default; what they rewrite stays in our entry), so a value that is
 * neither a default nor the server's own comes from a webhook.
 */
export function defaultCause({difference: {path, before, after}, schema, object}: DefaultedValue): DefaultCause {
  const value = after ?? before ?? null;
  if (isSchemaDefault(value, schemaAt(schema, path))) return {cause: 'default', allocated: false};
  const {group, kind} = identityOf(object);
  const {defaulter, allocated} = knownDefault({
    group,
    kind,
    names: path.map((step) => ('field' in step ? step.field : '[]')),
    value,
    holder: () => valueAt(object, path.slice(0, -1), schema),
  });
  // A removal is certain: nothing is allocated instead.
  if (defaulter !== 'other') return {cause: defaulter, allocated: allocated && after !== undefined};
  // A value that disappears without a request belonged to another setting; webhooks rarely remove fields.
  return {cause: after === undefined ? 'server' : 'webhook', allocated};
}

/** Reports whether a value is a default of the schema. A map is a default if each of its fields is. */
function isSchemaDefault(value: Json, schema: Schema | undefined): boolean {
  if (schema === undefined) return false;
  if (schema.default !== undefined && deepEqual(schema.default, value)) return true;
  if (!isObject(value)) return false;
  const fields = Object.entries(value);
  return (
    fields.length > 0 && fields.every(([name, field]) => isSchemaDefault(field, schemaAt(schema, [{field: name}])))
  );
}
