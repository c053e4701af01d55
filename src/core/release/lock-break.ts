import {canonicalJson} from '../../lib/canonical-json.ts';
import type {JsonObject} from '../json.ts';
import {parseDocument, requireFields} from './document.ts';
import type {HeldState} from './held-state.ts';

import type {Holder} from './holder.ts';

/** Why a lock was broken: its run is gone, it was not renewed for a whole lease, or someone wanted it all the same. */
export type BreakReason = 'dead' | 'expired' | 'forced';

/** Who broke whose lock: one `release unlock`. Kept for as long as the releases of its series. */
export type LockBreak = {
  readonly formatVersion: 1;
  /** By the clock of who broke it. */
  readonly at: string;
  readonly by: Holder;
  readonly because: BreakReason;
  /** The hold that ended. */
  readonly from: Pick<HeldState, 'token' | 'since' | 'holder'>;
};

/** Returns canonical JSON with a line end. */
export const encodeBreak = (broken: LockBreak): Uint8Array => new TextEncoder().encode(`${canonicalJson(broken)}\n`);

/** Reads the record of a broken lock. @throws GantryError 'release/damaged' */
export function decodeBreak(key: string, value: Uint8Array): LockBreak {
  const document = parseDocument(key, value);
  checkBreak(key, document);
  return document as unknown as LockBreak;
}

/** The same document inside of a lock that was broken. */
export function checkBreak(key: string, document: JsonObject): void {
  requireFields(key, document, {at: 'string', by: 'object', because: 'string', from: 'object'});
  const from = document['from'] as JsonObject;
  requireFields(key, from, {token: 'string', since: 'string', holder: 'object'});
  for (const holder of [document['by'], from['holder']])
    requireFields(key, holder as JsonObject, {user: 'string', host: 'string', pid: 'number'});
}
