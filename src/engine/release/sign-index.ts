import type {HistoryNames} from '../../core/release/history-names.ts';
import {decodeIndexEntry, encodeIndexEntry, signIndexEntry} from '../../core/release/index-entry.ts';
import {indexKey} from '../../core/release/keys.ts';
import type {Secret} from '../../core/secret/secret.ts';
import type {Backend} from '../../ports/backend.ts';
import {settledPut} from './settled-put.ts';

/** Adds the MAC to an index entry that an earlier version wrote without one. A concurrent run that does the same is harmless. */
export async function signIndex(backend: Backend, names: HistoryNames, key: Secret): Promise<void> {
  const stored = await backend.get(indexKey(names));
  if (stored === undefined) return;
  const entry = decodeIndexEntry(names, stored.value);
  if (entry.mac !== undefined) return;
  await settledPut(backend, indexKey(names), encodeIndexEntry(signIndexEntry(entry, key)), stored.version);
}
