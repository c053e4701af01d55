import type {FieldPath} from '../../../../core/fields/field-path.ts';
import {isList, isObject, type Json, type JsonObject} from '../../../../core/json.ts';
import {secretReferencesIn} from '../../../../core/reference/secret-references-in.ts';
import type {KubernetesState} from '../../../../core/release/kubernetes-state.ts';
import {KNOWS_NONE, knowsValues} from '../../../../core/secret/known-values.ts';
import {Secret} from '../../../../core/secret/secret.ts';
import {EMPTY_FIELD_SET, type FieldSet, fieldSet, union} from '../../../../kubernetes/fields/field-set.ts';
import type {Schema} from '../../../../kubernetes/fields/schema.ts';
import {valueAt} from '../../../../kubernetes/fields/value-at.ts';
import {redactedFields, secretField} from '../../../../kubernetes/secret/secret-fields.ts';

/** The values of an object that come, or came, from secret stores. */
export type ObjectSecrets = {
  /** True if the user's text may contain references. */
  readonly expands: boolean;
  /** The value of each reference of the stack. */
  readonly values: SecretValues;
  /** The fields that take a value of a store now. */
  readonly fields: FieldSet;
  /** The fields in which the last release had secrets: the live object may still have the old values there. */
  readonly past: FieldSet;
  /** The live values of fields that are, or were, secret: the server may repeat them although no store has them any more. */
  readonly former: readonly Secret[];
  /** Reports whether a text contains a value of a store. */
  readonly knows: (text: string) => boolean;
  /** Reports the same, or whether it contains the live value of one of those fields. */
  readonly knowsSeen: (text: string) => boolean;
};

/** Values of secrets by their reference. */
export type SecretValues = ReadonlyMap<string, Secret>;

/** The secrets of an object without references, in a stack without secrets. */
export const NO_SECRETS: ObjectSecrets = {
  expands: false,
  values: new Map(),
  fields: EMPTY_FIELD_SET,
  past: EMPTY_FIELD_SET,
  former: [],
  knows: KNOWS_NONE,
  knowsSeen: KNOWS_NONE,
};

/** The request from which the secret fields of an object are determined. */
export type SecretsRequest = {
  readonly expands: boolean;
  readonly values: SecretValues;
  /** The fields that took a value of a store. */
  readonly secretFields: readonly FieldPath[];
  readonly schema: Schema;
  /** The desired object of the last release and what it left, sealed. */
  readonly prior: JsonObject | undefined;
  readonly state: KubernetesState | undefined;
  readonly live: JsonObject | undefined;
};

/** Finds the fields that hold secrets now or held them before, and the values to redact in the server's texts. */
export function secretsOf(request: SecretsRequest): ObjectSecrets {
  const {expands, values, secretFields} = request;
  const current = [...values.values()].map((secret) => secret.reveal('base64'));
  const past = pastFields(request);
  const former = formerSecrets(request, past);
  return {
    expands,
    values,
    fields: fieldSet(secretFields),
    past: fieldSet(past),
    former,
    knows: knowsValues(current),
    knowsSeen: knowsValues([...current, ...former.map((secret) => secret.reveal('base64'))]),
  };
}

function formerSecrets({live, secretFields, schema}: SecretsRequest, past: readonly FieldPath[]): readonly Secret[] {
  if (live === undefined) return [];
  return [...secretFields, ...past].flatMap((path) => textsIn(valueAt(live, path, schema))).map(asSecret);
}

const asSecret = (text: string): Secret => new Secret(text);

const pastFields = ({expands, prior, state, schema}: SecretsRequest): readonly FieldPath[] => [
  ...(expands && prior !== undefined ? referringFields(prior, schema) : []),
  ...(isObject(state?.applied) ? redactedFields(state.applied, schema) : []),
];

const referringFields = (written: JsonObject, schema: Schema): readonly FieldPath[] =>
  secretReferencesIn(written)
    .filter(({isDigested}) => isDigested !== true)
    .map(({at}) => secretField(written, at, schema));

/** Returns all fields that no output may show. */
export const hiddenFields = ({fields, past}: ObjectSecrets): FieldSet => union(fields, past);

function textsIn(value: Json | undefined): readonly string[] {
  if (typeof value === 'string') return value === '' ? [] : [value];
  if (isList(value)) return value.flatMap(textsIn);
  return isObject(value) ? Object.values(value).flatMap(textsIn) : [];
}
