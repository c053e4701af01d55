import {isObject, type Json, type JsonObject} from '../../core/json.ts';
import {escapeText} from '../../core/reference/escape-text.ts';
import {mapStrings} from '../../core/reference/map-strings.ts';
import {identityOf} from '../../core/resource/identity.ts';
import {knowsValues} from '../../core/secret/known-values.ts';
import {metadataOf} from '../plan/take-over-managers.ts';

/** Replaces the values of a Secret by references to a secret store: `ref://NAME/KEY`. */
export function withSecretReferences(secret: JsonObject): JsonObject {
  const {name} = identityOf(secret);
  const {data, stringData: _, ...rest} = secret;
  const keys = isObject(data) ? Object.keys(data) : [];
  const values = Object.fromEntries(keys.map((key) => [key, `ref://${name}/${key}`]));
  // All texts of such a manifest may contain references: text that only looks like one is escaped.
  const literal = mapStrings(withoutCopies(rest, isObject(data) ? data : {}), escapeText);
  return keys.length === 0 ? literal : {...literal, stringData: values};
}

/** Returns the keys whose values are not text: secret stores hold only text. */
export const binaryKeys = ({data}: JsonObject): readonly string[] =>
  isObject(data) ? Object.keys(data).filter((key) => !isText(data[key])) : [];

function isText(value: Json | undefined): boolean {
  const bytes = Buffer.from(typeof value === 'string' ? value : '', 'base64');
  return Buffer.from(bytes.toString('utf8'), 'utf8').equals(bytes);
}

/** Removes annotations in which tools copy what they have written. Such an annotation stays in the cluster and does not count as a change. */
function withoutCopies(secret: JsonObject, data: JsonObject): JsonObject {
  const {annotations, ...metadata} = metadataOf(secret);
  if (!isObject(annotations)) return secret;
  const encoded = Object.values(data).filter((value) => typeof value === 'string');
  const holdsValue = knowsValues(encoded.flatMap((value) => [value, Buffer.from(value, 'base64').toString('utf8')]));
  const kept = Object.entries(annotations).filter(([, value]) => typeof value !== 'string' || !holdsValue(value));
  const left = kept.length === 0 ? {} : {annotations: Object.fromEntries(kept)};
  return {...secret, metadata: {...metadata, ...left}};
}
