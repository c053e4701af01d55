import {isObject, type JsonObject} from '../json.ts';
import {escapeText} from '../reference/escape-text.ts';
import {mapStrings} from '../reference/map-strings.ts';
import {identityOf} from '../resource/identity.ts';

/** A Secret whose values are to be read from a secret store: `ref://NAME/KEY` in the place of each. */
export function withSecretReferences(secret: JsonObject): JsonObject {
  const {name} = identityOf(secret);
  const {data, stringData: _, ...rest} = secret;
  const keys = isObject(data) ? Object.keys(data) : [];
  const values = Object.fromEntries(keys.map((key) => [key, `ref://${name}/${key}`]));
  // All texts of such a manifest may hold references: what looks like one, and is none, is escaped.
  const literal = mapStrings(rest, escapeText);
  return keys.length === 0 ? literal : {...literal, stringData: values};
}
