import type {HistoryNames} from '../../core/release/history-names.ts';
import {INDEX_PREFIX, parseIndexKey} from '../../core/release/keys.ts';
import type {Backend} from '../../ports/backend.ts';

/** Returns the release histories of a backend that match the known names, sorted. */
export async function findHistories(backend: Backend, known: Partial<HistoryNames>): Promise<readonly HistoryNames[]> {
  const all = (await backend.list(INDEX_PREFIX)).flatMap((key) => parseIndexKey(key) ?? []);
  return all.filter((names) =>
    (['project', 'stack', 'workspace'] as const).every(
      (part) => known[part] === undefined || known[part] === names[part],
    ),
  );
}
