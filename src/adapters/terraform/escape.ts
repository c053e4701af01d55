import {isList, isObject, type Json, type JsonPath} from '../../core/json.ts';

/** Escapes a text, so that Terraform reads it as a literal. */
export const escapeLiteral = (text: string): string => text.replaceAll(/[$%]\{/g, (found) => `${found[0]}${found}`);

/** Escapes all texts of a value, keys included: Terraform reads both as templates. */
export function escapeValue(value: Json): Json {
  if (typeof value === 'string') return escapeLiteral(value);
  if (isList(value)) return value.map(escapeValue);
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [escapeLiteral(key), escapeValue(part)]));
}

/** Returns a path as the end of an expression: `.output["a b"][0]`. */
export const traversal = (path: JsonPath): string =>
  path
    .map((step) => {
      if (typeof step === 'number' || /^\d+$/.test(step)) return `[${step}]`;
      return /^[A-Za-z_][A-Za-z0-9_]*$/.test(step) ? `.${step}` : `[${JSON.stringify(escapeLiteral(step))}]`;
    })
    .join('');
