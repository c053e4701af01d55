import {isObject, type Json, type JsonObject} from '../../../../core/json.ts';
import {isSecretObject} from '../../../../core/reference/secret-data-references.ts';
import {secretReferencesIn} from '../../../../core/reference/secret-references-in.ts';
import {Secret} from '../../../../core/secret/secret.ts';

/** The values of all Secrets among these objects: what no text of the server may show. */
export const knownSecrets = (objects: readonly JsonObject[]): readonly Secret[] =>
  objects
    .filter(isSecretObject)
    .flatMap(({data, stringData}) => [
      ...textsOf(stringData).map((text) => new Secret(text)),
      ...textsOf(data).flatMap((text) => [new Secret(text), new Secret(Buffer.from(text, 'base64').toString('utf8'))]),
    ]);

const textsOf = (values: Json | undefined): readonly string[] =>
  isObject(values)
    ? (Object.values(values).filter((value) => typeof value === 'string' && value !== '' && !refers(value)) as string[])
    : [];

/** A reference names a secret and is none; its value is known by itself. */
const refers = (text: string): boolean => secretReferencesIn({text}).length > 0;
