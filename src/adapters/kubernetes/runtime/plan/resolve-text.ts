import type {FieldPath} from '../../../../core/fields/field-path.ts';
import {isObject, type JsonObject, type JsonPath} from '../../../../core/json.ts';
import {eachString} from '../../../../core/reference/map-strings.ts';
import {partsWithin} from '../../../../core/reference/parts-within.ts';
import type {ReferenceProblem} from '../../../../core/reference/reference.ts';
import {type Lookup, resolveReferences} from '../../../../core/reference/resolve-references.ts';
import {isSecretObject} from '../../../../core/reference/secret-data-references.ts';
import type {KnownValues} from '../../../../core/reference/values.ts';
import {keyedDigest} from '../../../../core/secret/keyed-digest.ts';
import type {Secret} from '../../../../core/secret/secret.ts';
import {soleReference} from '../../../../core/secret/takes-bytes.ts';
import type {Schema} from '../../../../kubernetes/fields/schema.ts';
import {namesItem, secretField} from '../../../../kubernetes/secret/secret-fields.ts';
import type {SecretValues} from './object-secrets.ts';

/** A text after its references were replaced in an object. */
export type ResolvedText = {
  readonly object: JsonObject;
  /** The places of values that are known only after apply; they still contain the text as written. */
  readonly unknown: readonly JsonPath[];
  /** The fields that took a value of a secret store. */
  readonly secretFields: readonly FieldPath[];
  readonly problems: readonly ReferenceProblem[];
};

/** An object whose texts may contain references. */
export type TextRequest = {
  readonly written: JsonObject;
  readonly schema: Schema;
  readonly lookup: Lookup;
  readonly ids?: Iterable<string>;
  readonly secrets: SecretValues;
  /** The key for digests of values. */
  readonly digestKey: Secret;
  /** Reports whether a value of another resource is never shown. */
  readonly isSensitive?: KnownValues['isSensitive'] | undefined;
};

/** Replaces references in the user's text by values of other resources and of secret stores. */
export function resolveText(request: TextRequest): ResolvedText {
  const {written, schema, lookup, ids = [], secrets, digestKey} = request;
  const values = {
    secretOf: (uri: string) => secrets.get(uri)?.reveal('base64'),
    digestOf: (text: string) => keyedDigest(digestKey.reveal(), ['value', text]),
  };
  const {attributes, unknown, secrets: places, problems} = resolveReferences(written, lookup, ids, values);
  const sensitive = sensitivePlaces(request);
  const naming = places.filter((place) => namesItem(attributes, place, schema));
  return {
    object: encodeData(attributes, {places, written, secrets}),
    unknown,
    secretFields: [...places, ...sensitive.map(({at}) => at)].map((place) => secretField(attributes, place, schema)),
    problems: [...problems, ...naming.map(nameProblem), ...sensitive.flatMap((one) => shownProblem(written, one))],
  };
}

type SensitivePlace = {readonly at: JsonPath; readonly text: string};

/** Refuses a sensitive value in a field that is shown and recorded: only the values of a Secret are hidden. */
function shownProblem(written: JsonObject, {at, text}: SensitivePlace): readonly ReferenceProblem[] {
  if (isSecretObject(written) && (at[0] === 'data' || at[0] === 'stringData')) return [];
  const message = `takes the sensitive value ${text}: it would be shown and recorded here`;
  return [{code: 'reference/secret-value', at, message, hint: 'Use it under `stringData` of a Secret.'}];
}

/** Returns the places that take a hidden value of another resource. */
function sensitivePlaces({written, lookup, isSensitive}: TextRequest): readonly SensitivePlace[] {
  if (isSensitive === undefined) return [];
  const places: SensitivePlace[] = [];
  eachString(written, (text, at) => {
    if (!text.includes('$')) return;
    const parts = partsWithin(text, (id) => lookup(id) !== undefined);
    const hidden = parts.find(
      ({part, isDigested}) => !isDigested && part.kind === 'reference' && isSensitive(part.id, part.path),
    );
    if (hidden !== undefined) places.push({at, text: hidden.part.text});
  });
  return places;
}

const nameProblem = (at: JsonPath): ReferenceProblem => ({
  code: 'reference/secret-name',
  at,
  message: 'uses a secret as the name of a list item: names, and the items of a set, are shown and recorded',
  hint: 'Write the name itself, and use the secret store only for values that are not names.',
});

type Encoding = {
  readonly places: readonly JsonPath[];
  readonly written: JsonObject;
  readonly secrets: SecretValues;
};

/** Encodes values under `data` of a Secret: a secret store returns text or bytes, the server requires base64. */
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
