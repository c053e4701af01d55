import {decodeIndexEntry, encodeIndexEntry, signIndexEntry} from '../../core/release/index-entry.ts';
import {indexKey} from '../../core/release/keys.ts';
import type {SeriesNames} from '../../core/release/series-names.ts';
import type {Secret} from '../../core/secret/secret.ts';
import type {Backend} from '../../ports/backend.ts';
import {settledPut} from './settled-put.ts';

/** Gives the index of a release history a MAC that an earlier version did not write. Another run that does the same is as good. */
export async function signIndex(backend: Backend, names: SeriesNames, key: Secret): Promise<void> {
  const stored = await backend.get(indexKey(names));
  if (stored === undefined) return;
  const entry = decodeIndexEntry(names, stored.value);
  if (entry.mac !== undefined) return;
  await settledPut(backend, indexKey(names), encodeIndexEntry(signIndexEntry(entry, key)), stored.version);
}
