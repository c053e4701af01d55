import type {HistoryNames} from '../../core/release/history-names.ts';
import {encodeIndexEntry, signIndexEntry} from '../../core/release/index-entry.ts';
import {indexKey} from '../../core/release/keys.ts';
import type {IndexedHistory} from '../../engine/backend/copy-keys.ts';
import {hmacKey} from '../../engine/release/hmac-key.ts';
import {readLineage} from '../../engine/release/read-head.ts';
import {settledPut} from '../../engine/release/settled-put.ts';
import type {Backend} from '../../ports/backend.ts';

/**
 * Writes an index entry with other names for a release history whose lock is held. `copied`: the new names now lead to this history, or did
 * so before. `changed`: the old names now lead to another history. `taken`: the new names lead to another history.
 */
export async function copyIndex(
  {names, entry}: IndexedHistory,
  next: HistoryNames,
  backend: Backend,
): Promise<'copied' | 'changed' | 'taken'> {
  // Under the lock and verified, so that only the existing entry is signed again.
  if ((await readLineage(backend, names)) !== entry.lineage) return 'changed';
  const signed = signIndexEntry({formatVersion: 1, ...next, lineage: entry.lineage}, await hmacKey(backend));
  // The releases seen by this machine under the old names count for the new ones.
  const seen = await backend.seen?.read(names);
  if (seen !== undefined) await backend.seen?.note(next, seen);
  if ((await settledPut(backend, indexKey(next), encodeIndexEntry(signed), undefined)) !== 'conflict') return 'copied';
  return (await readLineage(backend, next)) === entry.lineage ? 'copied' : 'taken';
}
