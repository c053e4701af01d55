import {isObject, type Json, type JsonObject} from '../json.ts';
import {Secret} from '../secret/secret.ts';
import {isSecretReference, maskedValue} from './mask.ts';
import {namesFile, namesFileOrContent} from './provider-twins.ts';

/** Returns the credentials in plain text in a document. */
export const plaintextValues = (document: JsonObject): readonly Secret[] =>
  Object.entries(document).flatMap(([name, value]) => valuesIn(name, value ?? null));

function valuesIn(name: string, value: Json): readonly Secret[] {
  if (isObject(value)) return plaintextValues(value);
  if (typeof value !== 'string' || isSecretReference(value) || maskedValue(name, value) === value) return [];
  const password = /^[a-z][a-z0-9+.-]*:\/\/[^/\s@:]*:([^/\s@]+)@/i.exec(value)?.[1];
  return [new Secret(value), ...(password === undefined ? [] : [new Secret(password)])];
}

/** Names that look like those of secrets, but belong to locations and methods. */
const HARMLESS =
  /(?:SOCK|DIR|URL|URI|MODE|TYPE|METHOD|HELPER|PROVIDER|PROFILE|FILE|PATH|HOME|NAME|EMAIL|DATE|VERSION|REGION|AUTHOR|AUTHORITY|^PWD|^OLDPWD)$/i;
/** Reports whether a value is a path. Some keys also begin with a slash: those of AWS have 40 characters. */
const isPath = (value: string): boolean => /^(?:~|\.{1,2})?(?:\/[\w.@-]+)+\/?$/.test(value) && value.length !== 40;

/** Returns the credentials in the environment, which programs inherit and may repeat in their errors. */
export const environmentValues = (env: Readonly<Record<string, string | undefined>>): readonly Secret[] =>
  Object.entries(env).flatMap(([name, value = '']) =>
    HARMLESS.test(name) || isPath(value) || namesFile(name) || (namesFileOrContent(name) && !/^\s*\{/.test(value))
      ? []
      : valuesIn(name, value),
  );
