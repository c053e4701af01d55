import {isObject, type Json, type JsonObject} from '../../core/json.ts';
import {escapeText} from '../../core/reference/escape-text.ts';
import {mapStrings} from '../../core/reference/map-strings.ts';
import {identityOf} from '../../core/resource/identity.ts';
import {knowsValues} from '../../core/secret/known-values.ts';
import {metadataOf} from '../plan/take-over-managers.ts';

/** A Secret whose values are to be read from a secret store: `ref://NAME/KEY` in the place of each. */
export function withSecretReferences(secret: JsonObject): JsonObject {
  const {name} = identityOf(secret);
  const {data, stringData: _, ...rest} = secret;
  const keys = isObject(data) ? Object.keys(data) : [];
  const values = Object.fromEntries(keys.map((key) => [key, `ref://${name}/${key}`]));
  // All texts of such a manifest may hold references: what looks like one, and is none, is escaped.
  const literal = mapStrings(withoutCopies(rest, isObject(data) ? data : {}), escapeText);
  return keys.length === 0 ? literal : {...literal, stringData: values};
}

/** Keys whose values are no text: secret stores hold text, and nothing else. */
export const binaryKeys = ({data}: JsonObject): readonly string[] =>
  isObject(data) ? Object.keys(data).filter((key) => !isText(data[key])) : [];

function isText(value: Json | undefined): boolean {
  const bytes = Buffer.from(typeof value === 'string' ? value : '', 'base64');
  return Buffer.from(bytes.toString('utf8'), 'utf8').equals(bytes);
}

/** Tools note in annotations what they have written. Left out, such a note stays as it is in the cluster, and is no change. */
function withoutCopies(secret: JsonObject, data: JsonObject): JsonObject {
  const {annotations, ...metadata} = metadataOf(secret);
  if (!isObject(annotations)) return secret;
  const encoded = Object.values(data).filter((value) => typeof value === 'string');
  const holdsValue = knowsValues(encoded.flatMap((value) => [value, Buffer.from(value, 'base64').toString('utf8')]));
  const kept = Object.entries(annotations).filter(([, value]) => typeof value !== 'string' || !holdsValue(value));
  const left = kept.length === 0 ? {} : {annotations: Object.fromEntries(kept)};
  return {...secret, metadata: {...metadata, ...left}};
}
