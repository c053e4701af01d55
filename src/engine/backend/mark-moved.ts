import {GantryError} from '../../core/failure/failure.ts';
import {type HistoryNames, historyText} from '../../core/release/history-names.ts';
import {encodeIndexEntry, signIndexEntry} from '../../core/release/index-entry.ts';
import {indexKey} from '../../core/release/keys.ts';
import type {Backend} from '../../ports/backend.ts';
import {hmacKey} from '../release/hmac-key.ts';
import {readIndex} from '../release/read-head.ts';
import {settledPut} from '../release/settled-put.ts';

/**
 * Records in the index of the old backend where a release history is now stored. A run that still uses the old backend gets an
 * error with the new location.
 */
export async function markMoved(backend: Backend, names: HistoryNames, movedTo: string): Promise<void> {
  const key = indexKey(names);
  const found = await readIndex(backend, names);
  if (found === undefined) return;
  const {entry, version} = found;
  if (entry.movedTo === movedTo) return;
  const outcome = await settledPut(
    backend,
    key,
    encodeIndexEntry(signIndexEntry({...entry, movedTo}, await hmacKey(backend))),
    version,
  );
  if (outcome === 'conflict')
    throw new GantryError({code: 'plan/stale', detail: `another run wrote ${historyText(names)} during the migration`});
}
