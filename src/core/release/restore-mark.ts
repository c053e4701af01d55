import {canonicalJson} from '../../lib/canonical-json.ts';
import {isObject, type Json} from '../json.ts';

/**
 * The content of `keys/hmac` while a backend is restored. No run can read documents without that key, so none uses a backend that
 * is restored in part, and a run of any version says so.
 */
export type RestoreMark = {
  /** The time of the restore. */
  readonly at: string;
  /** The digest of the backup. Only the same backup continues the restore. */
  readonly sha256: string;
};

/** The format of `keys/hmac` during a restore. */
export const RESTORING_FORMAT = 3;

/** Returns the bytes of the mark. */
export const encodeRestoreMark = (restoring: RestoreMark): Uint8Array =>
  new TextEncoder().encode(`${canonicalJson({formatVersion: RESTORING_FORMAT, restoring})}\n`);

/** Returns the mark in a parsed `keys/hmac`; undefined if it has none. */
export function restoreMarkOf(document: Json): RestoreMark | undefined {
  const mark = isObject(document) ? document['restoring'] : undefined;
  if (!isObject(mark) || typeof mark['at'] !== 'string' || typeof mark['sha256'] !== 'string') return undefined;
  return {at: mark['at'], sha256: mark['sha256']};
}

/** Returns the mark in the bytes of `keys/hmac`; undefined for any other content. */
export function restoreMarkIn(value: Uint8Array): RestoreMark | undefined {
  try {
    return restoreMarkOf(JSON.parse(new TextDecoder().decode(value)) as Json);
  } catch {
    return undefined;
  }
}
