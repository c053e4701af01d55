import type {FieldPath} from '../../../../core/fields/field-path.ts';
import {isList, isObject, type Json, type JsonObject} from '../../../../core/json.ts';
import {secretReferencesIn} from '../../../../core/reference/secret-references-in.ts';
import type {KubernetesState} from '../../../../core/release/kubernetes-state.ts';
import {KNOWS_NONE, knowsValues} from '../../../../core/secret/known-values.ts';
import {Secret} from '../../../../core/secret/secret.ts';
import {EMPTY_FIELD_SET, type FieldSet, fieldSet, union} from '../../../../kubernetes/fields/field-set.ts';
import type {Schema} from '../../../../kubernetes/fields/schema.ts';
import {valueAt} from '../../../../kubernetes/fields/value-at.ts';
import {sealedFields, secretField} from '../../../../kubernetes/secret/secret-fields.ts';

/** What of one object comes from secret stores, or did. */
export type ObjectSecrets = {
  /** The user's text may hold references. */
  readonly expands: boolean;
  /** The value of each reference of the stack. */
  readonly values: SecretValues;
  /** Fields that take a value of a store now. */
  readonly fields: FieldSet;
  /** Fields in which the last release had secrets: live may still hold the former ones there. */
  readonly past: FieldSet;
  /** Whether a text holds a value of a store. */
  readonly knows: (text: string) => boolean;
  /** The same, and whether it holds a value that stands in one of those fields of the live object. */
  readonly knowsSeen: (text: string) => boolean;
};

/** Values of secrets by their reference. */
export type SecretValues = ReadonlyMap<string, Secret>;

/** Of an object without references in a stack without secrets. */
export const NO_SECRETS: ObjectSecrets = {
  expands: false,
  values: new Map(),
  fields: EMPTY_FIELD_SET,
  past: EMPTY_FIELD_SET,
  knows: KNOWS_NONE,
  knowsSeen: KNOWS_NONE,
};

/** What the secret fields of an object are found from. */
export type SecretsRequest = {
  readonly expands: boolean;
  readonly values: SecretValues;
  /** Where a value of a store went in. */
  readonly secretFields: readonly FieldPath[];
  readonly schema: Schema;
  /** What the last release wanted and left, sealed. */
  readonly prior: JsonObject | undefined;
  readonly state: KubernetesState | undefined;
  readonly live: JsonObject | undefined;
};

/** Finds the fields that hold secrets now or held them before, and the values to redact in the server's texts. */
export function secretsOf(request: SecretsRequest): ObjectSecrets {
  const {expands, values, secretFields} = request;
  const current = [...values.values()].map((secret) => secret.reveal('base64'));
  const former = formerSecrets(request).map((secret) => secret.reveal('base64'));
  return {
    expands,
    values,
    fields: fieldSet(secretFields),
    past: fieldSet(pastFields(request)),
    knows: knowsValues(current),
    knowsSeen: knowsValues([...current, ...former]),
  };
}

/** Values that live holds where secrets are, or were: what the server may echo though no store has them any more. */
export function formerSecrets(request: SecretsRequest): readonly Secret[] {
  const {live, secretFields, schema} = request;
  if (live === undefined) return [];
  return [...secretFields, ...pastFields(request)]
    .flatMap((path) => textsIn(valueAt(live, path, schema)))
    .map(asSecret);
}

const asSecret = (text: string): Secret => new Secret(text);

const pastFields = ({expands, prior, state, schema}: SecretsRequest): readonly FieldPath[] => [
  ...(expands && prior !== undefined ? referringFields(prior, schema) : []),
  ...(isObject(state?.applied) ? sealedFields(state.applied, schema) : []),
];

const referringFields = (written: JsonObject, schema: Schema): readonly FieldPath[] =>
  secretReferencesIn(written).map(({at}) => secretField(written, at, schema));

/** All fields of which a view may show nothing. */
export const hiddenFields = ({fields, past}: ObjectSecrets): FieldSet => union(fields, past);

function textsIn(value: Json | undefined): readonly string[] {
  if (typeof value === 'string') return value === '' ? [] : [value];
  if (isList(value)) return value.flatMap(textsIn);
  return isObject(value) ? Object.values(value).flatMap(textsIn) : [];
}
