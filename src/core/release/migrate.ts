import type {JsonObject} from '../json.ts';

/** From one format of a document to the next. Pure; what it is given was written by a Gantry that knew no later format. */
export type Migration = (document: JsonObject) => JsonObject;

/**
 * The formats of one kind of document: the first migration leads from format 1 to 2, and so on, so that their number tells the format
 * of today. Releases are in format 2; all other documents are still in format 1.
 */
export type Migrations = readonly Migration[];

/** For documents whose format never changed. */
export const FIRST_FORMAT_ONLY: Migrations = [];

/** The format in which documents of such a kind are written. */
export const currentFormat = (migrations: Migrations): number => migrations.length + 1;

/** A document of an earlier format as today's. */
export function migrate(document: JsonObject, found: number, migrations: Migrations): JsonObject {
  if (found === currentFormat(migrations)) return document;
  const today = migrations.slice(found - 1).reduce((older, next) => next(older), document);
  return {...today, formatVersion: currentFormat(migrations)};
}
