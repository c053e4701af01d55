import {canonicalJson} from '../../lib/canonical-json.ts';
import type {Secret} from '../secret/secret.ts';
import {damaged, parseDocument, requireText} from './document.ts';
import type {HistoryNames} from './history-names.ts';
import {indexKey} from './keys.ts';
import {isMac, type Mac, type MacPlace, macOf} from './mac.ts';
import {untrusted} from './untrusted.ts';

/** An index entry: maps the names of a release history to its lineage. */
export type IndexEntry = HistoryNames & {
  readonly formatVersion: 1;
  readonly lineage: string;
  /** The backend that stores the release history since a migration, in one line. The copy here must not be used. */
  readonly movedTo?: string;
  /** Absent in entries of earlier versions. */
  readonly mac?: Mac | undefined;
};

/** Returns canonical JSON with a line end. */
export const encodeIndexEntry = (entry: IndexEntry): Uint8Array =>
  new TextEncoder().encode(`${canonicalJson(entry)}\n`);

/** Returns the index entry with its MAC. */
export const signIndexEntry = ({mac: _, ...entry}: IndexEntry, key: Secret): IndexEntry => ({
  ...entry,
  mac: macOf(key, indexPlace(entry), entry),
});

/** Returns what the MAC of an index entry is bound to. */
export const indexPlace = ({project, stack, workspace}: HistoryNames): MacPlace => ({
  kind: 'index',
  project,
  stack,
  workspace,
});

/** Parses an index entry. @throws GantryError 'release/damaged' for a lineage that cannot be a label and a part of keys */
export function decodeIndexEntry(names: HistoryNames, value: Uint8Array): IndexEntry {
  const key = indexKey(names);
  const document = parseDocument(key, value);
  const lineage = requireText(key, document, 'lineage');
  // The lineage becomes a label of every object and a part of keys.
  if (!/^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/.test(lineage)) throw damaged(key, 'its lineage is not valid');
  if (document['mac'] !== undefined && !isMac(document['mac'])) throw untrusted(key, 'wrong-mac');
  return document as unknown as IndexEntry;
}
