import {isList, isObject, type Json, type JsonObject, type JsonPath} from '../../../core/json.ts';
import {escapeText} from '../../../core/reference/escape-text.ts';
import {Secret} from '../../../core/secret/secret.ts';
import {isSecretName} from '../../../core/workspace/mask.ts';
import {covers} from '../masks.ts';

/** The arguments of a resource for a file. */
export type FileArguments = {
  readonly attributes: JsonObject;
  /** The value of each reference `ref://NAME/KEY`, by key. */
  readonly secrets: ReadonlyMap<string, Secret>;
  /** The paths that Terraform will mark as sensitive, because their values become variables. */
  readonly marked: readonly JsonPath[];
};

/** Names of values that are secret. `hash_key` is not one, although a plan hides it. */
const SECRET = /secret|token|passw|passphrase|passcode|pwd|credential|(?:private|access|api|account|shared)_?key/i;

/**
 * Replaces secret arguments by references to a secret store, `ref://NAME/KEY`. Secret is what the schema or the state marks, and what has such
 * a name. All other texts are literals.
 */
export function fileArguments(name: string, values: JsonObject, mask: Json): FileArguments {
  const secrets = new Map<string, Secret>();
  const marked: JsonPath[] = [];
  const leaf = (value: string | number | boolean, path: JsonPath): Json => {
    const isNamed = path.some((step) => typeof step === 'string' && isSecretName(step)) && typeof value !== 'boolean';
    const isSecret = covers(mask, path) || (isNamed && path.some((step) => SECRET.test(String(step))));
    if ((isSecret || isNamed) && value !== '') marked.push(path);
    if (!isSecret || value === '') return typeof value === 'string' ? escapeText(value) : value;
    const key = path.map((step) => encodeURIComponent(step)).join('.');
    secrets.set(key, new Secret(String(value)));
    return `ref://${name}/${key}`;
  };
  const within = (value: Json, path: JsonPath): Json => {
    if (isList(value)) return value.map((item, i) => within(item, [...path, i]));
    if (isObject(value)) return objectWithin(value, path);
    return value === null ? null : leaf(value, path);
  };
  const objectWithin = (value: JsonObject, path: JsonPath): JsonObject =>
    Object.fromEntries(Object.entries(value).map(([key, part]) => [key, within(part, [...path, key])]));
  return {attributes: objectWithin(values, []), secrets, marked};
}
