import {isList, isObject, type Json, type JsonObject} from '../../../core/json.ts';
import {isSecretObject} from '../../../core/reference/secret-data-references.ts';
import {knowsValues} from '../../../core/secret/known-values.ts';
import {MASK, maskedValue} from '../../../core/workspace/mask.ts';
import {foldStringData} from '../../fields/drop-server-fields.ts';

/** Masks the secrets in the values that a user gave to a chart: by their name, or because a Secret of the release contains them. */
export function maskValues(values: JsonObject, objects: readonly JsonObject[]): JsonObject {
  const knows = knowsValues(objects.filter(isSecretObject).flatMap(plainValues));
  return maskKnown(maskedValue('', values), knows) as JsonObject;
}

function maskKnown(value: Json, knows: (text: string) => boolean): Json {
  if (typeof value === 'string' || typeof value === 'number') return knows(String(value)) ? MASK : value;
  if (isList(value)) return value.map((item) => maskKnown(item, knows));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, maskKnown(field, knows)]));
}

function plainValues(secret: JsonObject): readonly string[] {
  const {data} = foldStringData(secret);
  const encoded = isObject(data) ? Object.values(data) : [];
  return encoded.flatMap((value) => (typeof value === 'string' ? [Buffer.from(value, 'base64').toString('utf8')] : []));
}
