import type {FieldPath} from '../../../../core/fields/field-path.ts';
import {isObject, type JsonObject, type JsonPath} from '../../../../core/json.ts';
import type {ReferenceProblem} from '../../../../core/reference/reference.ts';
import {type Lookup, resolveReferences} from '../../../../core/reference/resolve-references.ts';
import {isSecretObject} from '../../../../core/reference/secret-data-references.ts';
import {soleReference} from '../../../../core/secret/takes-bytes.ts';
import type {Schema} from '../../../../kubernetes/fields/schema.ts';
import {namesItem, secretField} from '../../../../kubernetes/secret/secret-fields.ts';
import type {SecretValues} from './object-secrets.ts';

export type ResolvedText = {
  readonly object: JsonObject;
  /** Places of values that are known only after apply; they still hold the text as written. */
  readonly unknown: readonly JsonPath[];
  /** Fields that took a value of a secret store. */
  readonly secretFields: readonly FieldPath[];
  readonly problems: readonly ReferenceProblem[];
};

export type TextRequest = {
  readonly written: JsonObject;
  readonly schema: Schema;
  readonly lookup: Lookup;
  readonly ids?: Iterable<string>;
  readonly secrets: SecretValues;
};

/** The user's text with the values of other resources and of secret stores in the place of references. */
export function resolveText({written, schema, lookup, ids = [], secrets}: TextRequest): ResolvedText {
  const valueOf = (uri: string): string | undefined => secrets.get(uri)?.reveal('base64');
  const {attributes, unknown, secrets: places, problems} = resolveReferences(written, lookup, ids, valueOf);
  const naming = places.filter((place) => namesItem(attributes, place, schema));
  return {
    object: encodeData(attributes, {places, written, secrets}),
    unknown,
    secretFields: places.map((place) => secretField(attributes, place, schema)),
    problems: [...problems, ...naming.map(nameProblem)],
  };
}

const nameProblem = (at: JsonPath): ReferenceProblem => ({
  code: 'reference/secret-name',
  at,
  message: 'names an item of a list by a secret: names, and the items of a set, are shown and recorded',
  hint: 'Write the item itself, and take a value that names nothing from the secret store.',
});

type Encoding = {
  readonly places: readonly JsonPath[];
  readonly written: JsonObject;
  readonly secrets: SecretValues;
};

/** A secret store gives text, or bytes; under `data` of a Secret the server wants base64. */
function encodeData(object: JsonObject, {places, written, secrets}: Encoding): JsonObject {
  const names = new Set(
    places.flatMap(([field, name]) => (field === 'data' && typeof name === 'string' ? [name] : [])),
  );
  const {data} = object;
  if (names.size === 0 || !isSecretObject(object) || !isObject(data)) return object;
  const encode = (name: string, text: string): string => {
    const sole = soleReference(written, name);
    const secret = sole === undefined ? undefined : secrets.get(sole);
    return secret?.base64() ?? Buffer.from(text, 'utf8').toString('base64');
  };
  const encoded = Object.entries(data).map(([name, value]) => [
    name,
    names.has(name) && typeof value === 'string' ? encode(name, value) : value,
  ]);
  return {...object, data: Object.fromEntries(encoded)};
}
