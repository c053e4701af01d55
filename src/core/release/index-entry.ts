import {canonicalJson} from '../../lib/canonical-json.ts';
import {damaged, parseDocument, requireText} from './document.ts';
import {indexKey} from './keys.ts';
import type {SeriesNames} from './series-names.ts';

/** Leads from what people call a series to its lineage. */
export type IndexEntry = SeriesNames & {
  readonly formatVersion: 1;
  readonly lineage: string;
  /** The backend that keeps the series since a migration, in one line: what lies here is a copy that nobody may go on with. */
  readonly movedTo?: string;
};

export const encodeIndexEntry = (entry: IndexEntry): Uint8Array =>
  new TextEncoder().encode(`${canonicalJson(entry)}\n`);

export function decodeIndexEntry(names: SeriesNames, value: Uint8Array): IndexEntry {
  const key = indexKey(names);
  const document = parseDocument(key, value);
  const lineage = requireText(key, document, 'lineage');
  // The lineage becomes a label of every object and a part of keys.
  if (!/^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/.test(lineage)) throw damaged(key, 'its lineage is none');
  return document as unknown as IndexEntry;
}
