import {dirname, isAbsolute, resolve} from 'node:path';
import {isList, isObject, type Json, type JsonObject} from '../../../core/json.ts';
import type {Problem} from './problem.ts';

/** A named context, cluster or user of a kubeconfig, with the file that contains it. Reads typed fields and names them in errors. */
export type Entry = {
  /** For messages: `user "ci" in /home/me/.kube/config`. */
  readonly name: string;
  readonly text: (field: string) => string | undefined;
  readonly texts: (field: string) => readonly string[];
  readonly flag: (field: string) => boolean;
  readonly object: (field: string) => Entry | undefined;
  readonly objects: (field: string) => readonly Entry[];
  readonly fields: () => JsonObject;
  /** Returns a path field as an absolute path; relative ones start at the kubeconfig's directory. */
  readonly path: (field: string) => string | undefined;
  /** Returns the decoded text of a base64 field. */
  readonly data: (field: string) => string | undefined;
  /** Returns a base64 field undecoded, without white space. */
  readonly base64: (field: string) => string | undefined;
  readonly problem: (text: string) => Error;
};

/** The place of an entry for messages; relative paths of a kubeconfig are relative to `file`. */
export type Where = {readonly file: string | undefined; readonly problem: Problem};

/** Reads typed fields of a kubeconfig's entry; null counts as absent. @throws GantryError for a value of another type */
export function entryOf(name: string, value: JsonObject, where: Where): Entry {
  const problem = (text: string): Error => where.problem(`${name}: ${text}`);
  const read = <T>(field: string, kind: string, matches: (value: Json) => T | undefined): T | undefined => {
    const found = value[field] ?? undefined;
    if (found === undefined) return undefined;
    const result = matches(found);
    if (result === undefined) throw problem(`${field} must be ${kind}`);
    return result;
  };
  const text = (field: string): string | undefined =>
    // In Go an empty text means that the field is absent.
    read(field, 'a string (a number, or a word such as yes, needs quotes)', (found) =>
      typeof found === 'string' ? found : undefined,
    ) || undefined;
  const base64 = (field: string): string | undefined => {
    const found = text(field)?.replaceAll(/\s/g, '');
    if (found === undefined) return undefined;
    if (!/^[A-Za-z0-9+/]*={0,2}$/.test(found)) throw problem(`${field} is not base64`);
    return found;
  };
  const nested = (field: string, found: JsonObject): Entry => entryOf(`${name}, ${field}`, found, where);
  return {
    name,
    problem,
    text,
    texts: (field) => read(field, 'a list of strings', asTexts) ?? [],
    flag: (field) => read(field, 'true or false', (found) => (typeof found === 'boolean' ? found : undefined)) ?? false,
    object: (field) => {
      const found = read(field, 'a mapping', (found) => (isObject(found) ? found : undefined));
      return found && nested(field, found);
    },
    objects: (field) => (read(field, 'a list of mappings', asObjects) ?? []).map((found) => nested(field, found)),
    fields: () => value,
    path: (field) => {
      const found = text(field);
      if (found === undefined || isAbsolute(found)) return found;
      if (where.file === undefined)
        throw problem(`${field} is a relative path, which a kubeconfig without a file cannot have`);
      return resolve(dirname(where.file), found);
    },
    base64,
    data: (field) => {
      const found = base64(field);
      return found === undefined ? undefined : Buffer.from(found, 'base64').toString('utf8');
    },
  };
}

const asTexts = (found: Json): readonly string[] | undefined =>
  isList(found) && found.every((item) => typeof item === 'string') ? found : undefined;

const asObjects = (found: Json): readonly JsonObject[] | undefined =>
  isList(found) && found.every((item) => isObject(item)) ? found : undefined;
