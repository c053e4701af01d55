import {canonicalJson} from '../../lib/canonical-json.ts';
import type {JsonObject} from '../json.ts';
import {parseDocument, requireFields} from './document.ts';
import type {HeldState} from './held-state.ts';

import type {Holder} from './holder.ts';

/** The reason why a lock was broken: its run is gone, its lease expired, or a user forced it. */
export type BreakReason = 'dead' | 'expired' | 'forced';

/** The record of a broken lock (`release unlock`). It is kept as long as the releases of its history. */
export type LockBreak = {
  readonly formatVersion: 1;
  /** The time, by the clock of the user who broke it. */
  readonly at: string;
  readonly by: Holder;
  readonly because: BreakReason;
  /** The former holder. */
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

/** Checks such a record inside a lock that was broken. @throws GantryError 'release/damaged' */
export function checkBreak(key: string, document: JsonObject): void {
  requireFields(key, document, {at: 'string', by: 'object', because: 'string', from: 'object'});
  const from = document['from'] as JsonObject;
  requireFields(key, from, {token: 'string', since: 'string', holder: 'object'});
  for (const holder of [document['by'], from['holder']])
    requireFields(key, holder as JsonObject, {user: 'string', host: 'string', pid: 'number'});
}
