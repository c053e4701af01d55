import {canonicalJson} from '../../lib/canonical-json.ts';
import type {JsonObject} from '../json.ts';
import type {Secret} from '../secret/secret.ts';
import type {ClusterIdentity} from '../workspace/cluster-identity.ts';
import {damaged, parseDocument, requireFields, requireText} from './document.ts';
import type {Holder} from './holder.ts';
import {headKey} from './keys.ts';
import {isMac, type Mac, type MacPlace, macOf} from './mac.ts';
import {untrusted} from './untrusted.ts';

/** A stored release: where it lies and what its bytes must be. */
export type ReleasePointer = {readonly key: string; readonly sha256: string};

/** A run that has begun and is not recorded: it is at work, or it died. */
export type PendingRun = ReleasePointer & {
  readonly revision: number;
  readonly phase: 'applying' | 'destroying';
  readonly startedAt: string;
  readonly holder: Holder;
  /** Earlier runs that died as well: nothing recorded since then accounts for what they made. */
  readonly earlier?: readonly ReleasePointer[];
};

/** The one mutable document of a series, written by compare-and-set only. */
export type Head = {
  readonly formatVersion: 1;
  readonly lineage: string;
  /** Git remote and path of the stack's files: two checkouts of different projects never share a series by accident. */
  readonly origin?: string;
  /** Where these files were when the last run began: compared where one side has no git remote. */
  readonly directory?: string | undefined;
  /** Counts the holders of the lock. Who has the highest epoch is the only one whose writes still fit. */
  readonly epoch: number;
  /** The run of that epoch. Two takers write the same epoch; this tells whose write it was when an answer is lost. */
  readonly token: string;
  /** Of the last recorded release; 0 before the first. */
  readonly revision: number;
  readonly release?: ReleasePointer;
  readonly pending?: PendingRun;
  readonly cluster?: ClusterIdentity;
  /** Of all of it; absent in heads of earlier versions. */
  readonly mac?: Mac;
};

/** Returns canonical JSON, so that equal heads have equal bytes. */
export const encodeHead = (head: Head): Uint8Array => new TextEncoder().encode(`${canonicalJson(head)}\n`);

/** The same with the MAC that says that we wrote it. */
export const signHead = ({mac: _, ...head}: Head, key: Secret): Head => ({
  ...head,
  mac: macOf(key, headPlace(head.lineage), head),
});

/** Returns what the MAC of a head is bound to. */
export const headPlace = (lineage: string): MacPlace => ({kind: 'head', lineage});

/** Reads a head. @throws GantryError 'release/damaged' if a field lacks, or the lineage is another */
export function decodeHead(lineage: string, value: Uint8Array): Head {
  const key = headKey(lineage);
  const document = parseDocument(key, value);
  requireFields(key, document, {epoch: 'number', token: 'string', revision: 'number'});
  const found = requireText(key, document, 'lineage');
  if (found !== lineage) throw damaged(key, `it is of lineage ${found}`);
  for (const name of ['release', 'pending']) {
    if (document[name] === undefined) continue;
    requireFields(key, document, {[name]: 'object'});
    requireFields(key, document[name] as JsonObject, {key: 'string', sha256: 'string'});
  }
  if (document['pending'] !== undefined) {
    requireFields(key, document['pending'] as JsonObject, {revision: 'number', phase: 'string', holder: 'object'});
  }
  if (document['mac'] !== undefined && !isMac(document['mac'])) throw untrusted(key, 'wrong-mac');
  return document as unknown as Head;
}

/** The revision of the next run. A number is never used twice, not even after a run that died. */
export const nextRevision = (head: Head | undefined): number =>
  Math.max(head?.revision ?? 0, head?.pending?.revision ?? 0) + 1;

/** A plan was made on `planned`; may it run on `held`? True when no other run recorded, or began, anything since. */
export const sameBase = (planned: Head | undefined, held: Head): boolean =>
  planned?.release?.sha256 === held.release?.sha256 && planned?.pending?.sha256 === held.pending?.sha256;
