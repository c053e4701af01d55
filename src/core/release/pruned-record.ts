import {canonicalJson} from '../../lib/canonical-json.ts';
import type {Secret} from '../secret/secret.ts';
import {FORMAT_VERSION, parseDocument, requireFields} from './document.ts';
import type {ReleasePointer} from './head.ts';
import {parseReleaseKey, prunedKey} from './keys.ts';
import {isMac, type Mac, macOf} from './mac.ts';
import type {Previous} from './previous.ts';
import {untrusted} from './untrusted.ts';

/** A deleted release between releases that were kept. Its link keeps the chain of the history whole. */
export type PrunedRelease = ReleasePointer & {
  /** Absent if the release named no predecessor, or could not be read. */
  readonly previous?: Previous;
};

/** The record of the releases that were pruned. It distinguishes a pruned release from one that was deleted by somebody. */
export type PrunedRecord = {
  readonly formatVersion: 1;
  readonly lineage: string;
  /** All revisions up to this one may be gone. */
  readonly upTo: number;
  /** The deleted releases of later revisions. */
  readonly between: readonly PrunedRelease[];
  readonly mac?: Mac | undefined;
};

/** Returns the record of a prune: of the releases that it deletes, and of those that were deleted before. */
export function recordPruned(lineage: string, {before, going, oldestKept}: Pruning): Omit<PrunedRecord, 'mac'> {
  const upTo = Math.max(before?.upTo ?? 0, oldestKept - 1);
  const all = new Map([...(before?.between ?? []), ...going].map((one) => [one.key, one]));
  const between = [...all.values()].filter(({key}) => (parseReleaseKey(key)?.revision ?? 0) > upTo);
  return {formatVersion: FORMAT_VERSION, lineage, upTo, between};
}

type Pruning = {
  /** The record of earlier prunes. */
  readonly before: PrunedRecord | undefined;
  readonly going: readonly PrunedRelease[];
  /** The oldest revision that stays. */
  readonly oldestKept: number;
};

/** Returns the bytes of a record with its MAC. */
export function encodePruned(record: Omit<PrunedRecord, 'mac'>, key: Secret): Uint8Array {
  const mac = macOf(key, {kind: 'pruned', lineage: record.lineage}, record);
  return new TextEncoder().encode(`${canonicalJson({...record, mac})}\n`);
}

/** Parses a record. Its MAC is not checked yet. @throws GantryError release/damaged, release/untrusted */
export function decodePruned(lineage: string, value: Uint8Array): PrunedRecord {
  const key = prunedKey(lineage);
  const document = parseDocument(key, value);
  requireFields(key, document, {lineage: 'string', upTo: 'number', between: 'list'});
  if (!isMac(document['mac'])) throw untrusted(key, document['mac'] === undefined ? 'no-mac' : 'wrong-mac');
  return document as unknown as PrunedRecord;
}
