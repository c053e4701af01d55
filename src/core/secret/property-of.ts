import {compareNaturally} from '../../lib/compare-naturally.ts';
import type {Json} from '../json.ts';
import {Secret} from './secret.ts';
import {secretProperty} from './secret-property.ts';

/** The syntax of a secret with properties. */
export type SecretSyntax = {
  /** The name for messages: `JSON or YAML`. */
  readonly name: string;
  /** Parses a text. Throws if it is not valid. */
  readonly parse: (text: string) => Json;
};

/** The syntax of most secrets with properties. */
export const JSON_SYNTAX: SecretSyntax = {name: 'JSON', parse: (text) => JSON.parse(text) as Json};

type Found = {readonly value: Secret} | {readonly because: string; readonly hint?: string | undefined};

/** Returns a property of a value that is a map. The parser's messages are not used, because they quote the value. */
export function propertyOf(value: Secret, property: string, {name, parse}: SecretSyntax = JSON_SYNTAX): Found {
  const parsed = value.isText ? parsedOf(value, parse) : undefined;
  if (parsed === undefined)
    return {
      because: `its value is not ${name}, so it has no property ${property}`,
      hint: 'Remove the property from the reference to use the whole value.',
    };
  const found = secretProperty(parsed.value, property);
  if ('because' in found) return {because: found.because};
  return found.text === '' ? {because: `its property ${property} is empty`} : {value: new Secret(found.text)};
}

/** Returns the value of a key, or a property of the value whose key the path begins with. */
export function fieldOf(fields: ReadonlyMap<string, Secret>, property: string): Found {
  const exact = fields.get(property);
  if (exact !== undefined) return exact.isEmpty ? {because: `its key ${property} is empty`} : {value: exact};
  for (let dot = property.lastIndexOf('.'); dot > 0; dot = property.lastIndexOf('.', dot - 1)) {
    const holder = fields.get(property.slice(0, dot));
    if (holder !== undefined) return propertyOf(holder, property.slice(dot + 1));
  }
  const keys = [...fields.keys()].toSorted(compareNaturally);
  return {
    because: `it has no key ${property}`,
    hint: keys.length === 0 ? 'Add the key: the secret has none.' : `Use one of: ${keys.join(', ')}`,
  };
}

/** Returns the whole of several values: the only value, or all of them as JSON. */
export function wholeOf(fields: ReadonlyMap<string, Secret>): Found {
  const [only, ...others] = fields.values();
  if (only === undefined) return {because: 'it is empty'};
  if (others.length === 0) return only.isEmpty ? {because: 'it is empty'} : {value: only};
  const binary = [...fields].find(([, value]) => !value.isText)?.[0];
  if (binary !== undefined)
    return {
      because: `its key ${binary} is not UTF-8 text, so the whole secret cannot be JSON`,
      hint: 'Add the name of a key to the reference.',
    };
  const texts = [...fields].map(([key, value]) => [key, value.reveal()] as const);
  return {value: new Secret(JSON.stringify(Object.fromEntries(texts)))};
}

function parsedOf(value: Secret, parse: SecretSyntax['parse']): {readonly value: Json} | undefined {
  try {
    return {value: parse(value.reveal())};
  } catch {
    return undefined;
  }
}
