import type {JsonObject} from '../json.ts';

/** Converts a document from one format to the next. It is a pure function. */
export type Migration = (document: JsonObject) => JsonObject;

/**
 * The migrations of a kind of document: the first one converts format 1 to 2, and so on. Their number defines the newest format. Releases
 * have format 2, all other documents format 1.
 */
export type Migrations = readonly Migration[];

/** The migrations of documents whose format never changed. */
export const FIRST_FORMAT_ONLY: Migrations = [];

/** Returns the format in which documents of a kind are written. */
export const currentFormat = (migrations: Migrations): number => migrations.length + 1;

/** Converts a document of an earlier format to the newest one. */
export function migrate(document: JsonObject, found: number, migrations: Migrations): JsonObject {
  if (found === currentFormat(migrations)) return document;
  const today = migrations.slice(found - 1).reduce((older, next) => next(older), document);
  return {...today, formatVersion: currentFormat(migrations)};
}
