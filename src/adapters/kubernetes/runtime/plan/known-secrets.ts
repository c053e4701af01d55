import {isObject, type Json, type JsonObject} from '../../../../core/json.ts';
import {isSecretObject} from '../../../../core/reference/secret-data-references.ts';
import {secretReferencesIn} from '../../../../core/reference/secret-references-in.ts';
import {Secret} from '../../../../core/secret/secret.ts';

/** Returns the values of all Secrets among these objects, which must be removed from the server's texts. */
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

/** Reports whether a text is a reference: it names a secret, whose value is known separately. */
const refers = (text: string): boolean => secretReferencesIn({text}).length > 0;
