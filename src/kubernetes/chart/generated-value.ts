import {isList, isObject, type Json, type JsonObject, type JsonPath} from '../../core/json.ts';
import {isSecretObject} from '../../core/reference/secret-data-references.ts';
import {Secret} from '../../core/secret/secret.ts';

/** Returns the value of a text in an object. Values in the data of a Secret are decoded. */
export const valueOfText = (object: JsonObject, path: JsonPath, text: string): Secret =>
  new Secret(isEncoded(object, path) ? Buffer.from(text, 'base64') : text);

/** Returns the text that a person reads at a path: the data of a Secret decoded, if it is text. */
export function readableText(object: JsonObject, path: JsonPath, text: string): string {
  if (!isEncoded(object, path)) return text;
  const bytes = Buffer.from(text, 'base64');
  const decoded = bytes.toString('utf8');
  return Buffer.from(decoded, 'utf8').equals(bytes) ? decoded : text;
}

/**
 * Returns the text that a live object has where a desired object has a text. Items of lists are found by their name, because others
 * may insert items. Undefined if there is none.
 */
export function liveText(live: JsonObject, desired: JsonObject, path: JsonPath): string | undefined {
  const found = isSecretObject(desired) && path[0] === 'stringData' ? inData(live, path) : textAt(live, desired, path);
  return found === '' ? undefined : found;
}

const isEncoded = (object: JsonObject, path: JsonPath): boolean => isSecretObject(object) && path[0] === 'data';

/** Returns a text of `stringData`, which the server moves to `data`. */
function inData({data}: JsonObject, [, ...path]: JsonPath): string | undefined {
  const encoded = isObject(data) ? data[String(path[0])] : undefined;
  return typeof encoded === 'string' ? Buffer.from(encoded, 'base64').toString('utf8') : undefined;
}

function textAt(live: Json | undefined, desired: Json | undefined, [step, ...rest]: JsonPath): string | undefined {
  if (step === undefined) return typeof live === 'string' ? live : undefined;
  if (typeof step === 'number') {
    const wanted = isList(desired) ? desired[step] : undefined;
    return textAt(isList(live) ? itemLike(live, wanted, step) : undefined, wanted, rest);
  }
  return isObject(live) && Object.hasOwn(live, step)
    ? textAt(live[step], isObject(desired) ? desired[step] : undefined, rest)
    : undefined;
}

function itemLike(items: readonly Json[], wanted: Json | undefined, index: number): Json | undefined {
  const name = isObject(wanted) ? wanted['name'] : undefined;
  const found = typeof name === 'string' ? items.find((item) => isObject(item) && item['name'] === name) : undefined;
  return found ?? (typeof name === 'string' ? undefined : items[index]);
}
