import {escapeLiteral, literalOf} from '../../core/chart/replace-tokens.ts';
import {hasToken, type ReadTokens, textOfBase64} from '../../core/chart/token-text.ts';
import {isObject, type JsonObject} from '../../core/json.ts';
import {isSecretObject} from '../../core/reference/secret-data-references.ts';
import {defined} from '../../lib/defined.ts';

/**
 * Moves the values of a Secret that contain tokens from `data` to `stringData`, decoded: a reference in them is replaced by its value,
 * which is not base64.
 */
export function openSecretData(object: JsonObject, read: ReadTokens): JsonObject {
  const {data, stringData} = object;
  if (!isSecretObject(object) || !isObject(data)) return object;
  const opened = Object.entries(data).flatMap(([key, value]): [string, string][] => {
    const text = typeof value === 'string' ? textOfBase64(literalOf(value) ?? '') : undefined;
    return text !== undefined && hasToken(read(text)) ? [[key, escapeLiteral(text)]] : [];
  });
  if (opened.length === 0) return object;
  const names = new Set(opened.map(([key]) => key));
  const rest = Object.entries(data).filter(([key]) => !names.has(key));
  const texts = {...Object.fromEntries(opened), ...(isObject(stringData) ? stringData : {})};
  const {data: _, ...others} = object;
  return {...others, ...defined({data: rest.length === 0 ? undefined : Object.fromEntries(rest)}), stringData: texts};
}

/** Moves values that are one reference to a secret store back to `data`, where they may be bytes. */
export function closeSecretData(object: JsonObject): JsonObject {
  const {data, stringData} = object;
  if (!isSecretObject(object) || !isObject(stringData)) return object;
  const entries = Object.entries(stringData);
  const moved = entries.filter(isReference);
  if (moved.length === 0) return object;
  const rest = entries.filter((entry) => !isReference(entry));
  const {stringData: _, ...others} = object;
  return {
    ...others,
    data: {...(isObject(data) ? data : {}), ...Object.fromEntries(moved)},
    ...defined({stringData: rest.length === 0 ? undefined : Object.fromEntries(rest)}),
  };
}

const isReference = ([, value]: readonly [string, unknown]): boolean =>
  typeof value === 'string' && value.startsWith('ref://');
