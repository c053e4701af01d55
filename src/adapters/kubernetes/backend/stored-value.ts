import {GantryError} from '../../../core/failure/failure.ts';
import {isList, isObject, type Json} from '../../../core/json.ts';
import {damaged} from '../../../core/release/document.ts';
import {BACKEND_KEY_ANNOTATION} from '../../../kubernetes/resource/labels.ts';
import {defined} from '../../../lib/defined.ts';
import type {Stored} from '../../../ports/backend.ts';
import type {NewSecret, SecretObject, SecretObjects} from '../../../ports/secret-objects.ts';
import {labelsOf, PARTS_ANNOTATION, secretName} from './key-names.ts';
import {type PartRecord, readParts, type WrittenParts} from './parts.ts';
import {parseParts, partsText, versionText} from './version.ts';

/** The type of the Secrets that hold a value, or list its parts. */
export const VALUE_TYPE = 'gantry.dev/backend-value';

/** The number of attempts to read a value that is replaced during the read. */
const READS = 20;

/** Returns the Secret of a key, with the value or with the records of its parts. */
export function valueSecret(key: string, content: Uint8Array | WrittenParts): NewSecret {
  const small = content instanceof Uint8Array;
  return {
    name: secretName(key),
    type: VALUE_TYPE,
    labels: labelsOf(key),
    annotations: {
      [BACKEND_KEY_ANNOTATION]: key,
      ...defined({[PARTS_ANNOTATION]: small ? undefined : partsText(content)}),
    },
    data: small ? {value: content} : {parts: new TextEncoder().encode(JSON.stringify(content.records))},
  };
}

/**
 * Reads the value of a key at one moment. The parts of a large value are read after the Secret that lists them; if one
 * is missing because the value was replaced meanwhile, everything is read again.
 */
export async function readValue(secrets: SecretObjects, key: string): Promise<Stored | undefined> {
  let broken: {readonly version: string; readonly why: string} | undefined;
  for (let read = 0; read < READS; read++) {
    const secret = await secrets.get(secretName(key));
    if (secret === undefined) return undefined;
    const stored = await contentOf(secrets, key, secret);
    if ('value' in stored) return stored;
    if (broken?.version === stored.version) throw damaged(key, stored.why);
    broken = stored;
  }
  throw new GantryError({code: 'backend/io', detail: `${key} was replaced repeatedly while it was read`});
}

async function contentOf(
  secrets: SecretObjects,
  key: string,
  {name, uid, resourceVersion, annotations, data}: SecretObject,
): Promise<Stored | {readonly version: string; readonly why: string}> {
  if (annotations[BACKEND_KEY_ANNOTATION] !== key)
    throw damaged(
      key,
      annotations[BACKEND_KEY_ANNOTATION] === undefined
        ? `the Secret ${name} has no annotation ${BACKEND_KEY_ANNOTATION}`
        : `the annotation ${BACKEND_KEY_ANNOTATION} of the Secret ${name} names ${annotations[BACKEND_KEY_ANNOTATION]}`,
    );
  const {value} = data;
  if (value !== undefined) return {value, version: versionText({uid, resourceVersion})};
  const parts = parseParts(annotations[PARTS_ANNOTATION] ?? '');
  const records = recordsOf(data['parts']);
  // The version is returned as it is, so that the reader reports the damage, and a repair can overwrite the value.
  if (parts === undefined || records?.length !== parts.count)
    return {value: new Uint8Array(), version: versionText({uid, resourceVersion})};
  const version = versionText({uid, resourceVersion, parts});
  const read = await readParts(secrets, name, {generation: parts.generation, records});
  return 'broken' in read ? {version, why: read.broken} : {value: read, version};
}

function recordsOf(written: Uint8Array | undefined): readonly PartRecord[] | undefined {
  if (written === undefined) return undefined;
  try {
    const records = JSON.parse(new TextDecoder().decode(written)) as Json;
    return isList(records) ? records.filter(isObject).flatMap(recordOf) : undefined;
  } catch {
    return undefined;
  }
}

const recordOf = ({sha256, bytes}: Readonly<Record<string, Json>>): readonly PartRecord[] =>
  typeof sha256 === 'string' && typeof bytes === 'number' ? [{sha256, bytes}] : [];
