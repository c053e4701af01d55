import {GantryError} from '../failure/failure.ts';
import {isObject, type Json, type JsonObject} from '../json.ts';
import {currentFormat, FIRST_FORMAT_ONLY, type Migrations, migrate} from './migrate.ts';

/** The format version of heads, locks and index entries. Releases have another one. */
export const FORMAT_VERSION = 1;

/**
 * Parses a JSON document that Gantry wrote, and migrates it to the newest format. A document of a later format names the first Gantry
 * that reads it (`needs`).
 */
export function parseDocument(
  key: string,
  value: Uint8Array | string,
  migrations: Migrations = FIRST_FORMAT_ONLY,
): JsonObject {
  if (value.length === 0) throw damaged(key, 'it is empty');
  const document = parseJson(key, value);
  if (!isObject(document)) throw damaged(key, 'it is not a JSON object');
  const found = document['formatVersion'];
  if (typeof found !== 'number') throw damaged(key, 'it has no formatVersion');
  if (found > currentFormat(migrations)) throw newerFormat(key, document);
  if (!Number.isSafeInteger(found) || found < 1) throw damaged(key, `formatVersion ${found} is not valid`);
  return migrate(document, found, migrations);
}

/** Returns the failure for a document of a newer format, with the needed version of Gantry if the document names it. */
export function newerFormat(key: string, {formatVersion, needs}: JsonObject): GantryError {
  const found = typeof formatVersion === 'number' ? formatVersion : Number.NaN;
  const named = typeof needs === 'string' && /^\d+\.\d+\.\d+[-.\w]{0,20}$/.test(needs) ? {needs} : {};
  return new GantryError({code: 'release/newer-format', key, found, ...named});
}

/** Returns the failure for a document in the backend that cannot be read. */
export const damaged = (key: string, detail: string): GantryError =>
  new GantryError({code: 'release/damaged', key, detail});

/** Returns a required string field. @throws GantryError 'release/damaged' */
export function requireText(key: string, document: JsonObject, name: string): string {
  const value = document[name];
  if (typeof value !== 'string') throw damaged(key, `its field ${name} is missing or not a string`);
  return value;
}

type Kind = 'string' | 'number' | 'object' | 'list';

/** Checks the presence and the type of fields. Nested fields are not checked: the checksum protects them. */
export function requireFields(key: string, document: JsonObject, fields: Readonly<Record<string, Kind>>): void {
  for (const [name, kind] of Object.entries(fields)) {
    if (kindOf(document[name]) !== kind) throw damaged(key, `its field ${name} is missing or not a ${kind}`);
  }
}

function kindOf(value: Json | undefined): Kind | undefined {
  if (Array.isArray(value)) return 'list';
  if (isObject(value)) return 'object';
  if (typeof value === 'number') return Number.isSafeInteger(value) && value >= 0 ? 'number' : undefined;
  return typeof value === 'string' ? 'string' : undefined;
}

function parseJson(key: string, value: Uint8Array | string): Json {
  try {
    return JSON.parse(
      typeof value === 'string' ? value : new TextDecoder('utf-8', {fatal: true}).decode(value),
    ) as Json;
  } catch {
    // The parser's own message quotes the text, which may contain secrets.
    throw damaged(key, 'it is not valid JSON: it was truncated, or not written by Gantry');
  }
}
