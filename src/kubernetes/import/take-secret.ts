import type {SecretHandling} from '../../core/import/secret-handling.ts';
import type {JsonObject} from '../../core/json.ts';
import {isSecretObject} from '../../core/reference/secret-data-references.ts';
import {foldStringData} from '../fields/drop-server-fields.ts';
import {binaryKeys, withSecretReferences} from './secret-references.ts';

/** An object as it is written to a file, or the reason why it is not written. */
export type TakenObject =
  | {readonly object: JsonObject; readonly hasReferences?: true; readonly holdsSecrets?: true}
  /** The object is not written, for this reason. */
  | {readonly because: string};

/** Prepares an object of another tool for a file: a Secret loses its values unless the user asked for them. */
export function takeSecret(object: JsonObject, handling: SecretHandling): TakenObject {
  if (!isSecretObject(object)) return {object};
  if (handling === 'skip') return {because: 'a Secret'};
  const folded = foldStringData(object);
  if (handling === 'plain') return {object: folded, holdsSecrets: true};
  const [binary] = binaryKeys(folded);
  if (binary !== undefined)
    return {because: `a Secret whose value ${binary} is not text: a secret store holds only text`};
  return {object: withSecretReferences(folded), hasReferences: true};
}
