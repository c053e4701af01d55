import {GantryError} from '../../core/failure/failure.ts';
import {encodeIndexEntry, signIndexEntry} from '../../core/release/index-entry.ts';
import {indexKey} from '../../core/release/keys.ts';
import {type SeriesNames, seriesText} from '../../core/release/series-names.ts';
import type {Backend} from '../../ports/backend.ts';
import {hmacKey} from '../release/hmac-key.ts';
import {readIndex} from '../release/read-head.ts';
import {settledPut} from '../release/settled-put.ts';

/** From now on who still uses the old backend is told where the series is kept, and goes on with it there only. */
export async function markMoved(backend: Backend, names: SeriesNames, movedTo: string): Promise<void> {
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
    throw new GantryError({code: 'plan/stale', detail: `${seriesText(names)} was written while it was moved`});
}
