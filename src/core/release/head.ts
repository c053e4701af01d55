import {canonicalJson} from '../../lib/canonical-json.ts';
import type {JsonObject} from '../json.ts';
import type {Secret} from '../secret/secret.ts';
import type {ClusterIdentity} from '../workspace/cluster-identity.ts';
import {damaged, parseDocument, requireFields, requireText} from './document.ts';
import type {Holder} from './holder.ts';
import {headKey} from './keys.ts';
import {isMac, type Mac, type MacPlace, macOf} from './mac.ts';
import {untrusted} from './untrusted.ts';

/** The key and the digest of a stored release. */
export type ReleasePointer = {readonly key: string; readonly sha256: string};

/** A run that has begun and is not recorded: it is running, or it died. */
export type PendingRun = ReleasePointer & {
  readonly revision: number;
  readonly phase: 'applying' | 'destroying';
  readonly startedAt: string;
  readonly holder: Holder;
  /** Earlier runs that also died. No release since then covers the objects that they created. */
  readonly earlier?: readonly ReleasePointer[];
};

/** The head of a release history: its only mutable document, written by compare-and-set. */
export type Head = {
  readonly formatVersion: 1;
  readonly lineage: string;
  /** The git remote and the path of the stack's files, so that two projects never share a release history by accident. */
  readonly origin?: string;
  /** The directory of these files when the last run began. It is compared if one side has no git remote. */
  readonly directory?: string | undefined;
  /** The number of holders of the lock so far. Only writes of the holder with the highest epoch succeed. */
  readonly epoch: number;
  /** The token of the run with this epoch. Two runs may write the same epoch; the token shows whose write succeeded. */
  readonly token: string;
  /** The revision of the last recorded release; 0 before the first. */
  readonly revision: number;
  readonly release?: ReleasePointer;
  readonly pending?: PendingRun;
  readonly cluster?: ClusterIdentity;
  /** The time of the last restore of the backend from a backup. A head of a later restore may have lower numbers than were seen before. */
  readonly restored?: string;
  /** The MAC of all other fields. Absent in heads of earlier versions. */
  readonly mac?: Mac;
};

/** Returns canonical JSON, so that equal heads have equal bytes. */
export const encodeHead = (head: Head): Uint8Array => new TextEncoder().encode(`${canonicalJson(head)}\n`);

/** Returns the head with its MAC. */
export const signHead = ({mac: _, ...head}: Head, key: Secret): Head => ({
  ...head,
  mac: macOf(key, headPlace(head.lineage), head),
});

/** Returns what the MAC of a head is bound to. */
export const headPlace = (lineage: string): MacPlace => ({kind: 'head', lineage});

/** Parses a head. @throws GantryError 'release/damaged' if a field is missing or the lineage is different */
export function decodeHead(lineage: string, value: Uint8Array): Head {
  const key = headKey(lineage);
  const document = parseDocument(key, value);
  requireFields(key, document, {epoch: 'number', token: 'string', revision: 'number'});
  const found = requireText(key, document, 'lineage');
  if (found !== lineage) throw damaged(key, `it belongs to the lineage ${found}`);
  for (const name of ['release', 'pending']) {
    if (document[name] === undefined) continue;
    requireFields(key, document, {[name]: 'object'});
    requireFields(key, document[name] as JsonObject, {key: 'string', sha256: 'string'});
  }
  if (document['pending'] !== undefined) {
    requireFields(key, document['pending'] as JsonObject, {revision: 'number', phase: 'string', holder: 'object'});
  }
  if (document['restored'] !== undefined) requireFields(key, document, {restored: 'string'});
  if (document['mac'] !== undefined && !isMac(document['mac'])) throw untrusted(key, 'wrong-mac');
  return document as unknown as Head;
}

/** Returns the revision of the next run. A number is never used twice, even after a run that died. */
export const nextRevision = (head: Head | undefined): number =>
  Math.max(head?.revision ?? 0, head?.pending?.revision ?? 0) + 1;

/** Reports whether a plan that was made with the head `planned` can run with `held`: no other run has begun or recorded since. */
export const sameBase = (planned: Head | undefined, held: Head): boolean =>
  planned?.release?.sha256 === held.release?.sha256 && planned?.pending?.sha256 === held.pending?.sha256;
