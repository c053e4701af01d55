import {canonicalJson} from '../../lib/canonical-json.ts';
import type {JsonObject} from '../json.ts';
import {damaged, parseDocument, requireFields} from './document.ts';
import type {HeldState} from './held-state.ts';
import {checkBreak, type LockBreak} from './lock-break.ts';

/**
 * The lock of a release history. The token is new for each holder and `renewal` counts, so that no two writes have equal bytes: the
 * version in a backend may be a digest of the bytes, and a lost response is resolved by comparing them.
 */
export type Lock = FreeState | HeldState;

/** A free lock. `broken`: a user broke the lock of its holder. The next holder records it. */
export type FreeState = {
  readonly formatVersion: 1;
  readonly state: 'free';
  readonly token: string;
  readonly broken?: LockBreak;
};

/** Returns canonical JSON with a line end. */
export const encodeLock = (lock: Lock): Uint8Array => new TextEncoder().encode(`${canonicalJson(lock)}\n`);

/** Reads a lock, free or held. @throws GantryError 'release/damaged' */
export function decodeLock(key: string, value: Uint8Array): Lock {
  const document = parseDocument(key, value);
  requireFields(key, document, {state: 'string', token: 'string'});
  if (document['state'] === 'free') {
    if (document['broken'] === undefined) return document as unknown as Lock;
    requireFields(key, document, {broken: 'object'});
    checkBreak(key, document['broken'] as JsonObject);
    return document as unknown as Lock;
  }
  if (document['state'] !== 'held') throw damaged(key, `its state is ${JSON.stringify(document['state'])}`);
  requireFields(key, document, {renewal: 'number', durationMs: 'number', holder: 'object', since: 'string'});
  requireFields(key, document['holder'] as JsonObject, {user: 'string', host: 'string', pid: 'number'});
  return document as unknown as Lock;
}
