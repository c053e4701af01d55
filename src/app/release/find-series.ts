import {INDEX_PREFIX, parseIndexKey} from '../../core/release/keys.ts';
import type {SeriesNames} from '../../core/release/series-names.ts';
import type {Backend} from '../../ports/backend.ts';

/** The series of a backend that fit what is known of their names, sorted. */
export async function findSeries(backend: Backend, known: Partial<SeriesNames>): Promise<readonly SeriesNames[]> {
  const all = (await backend.list(INDEX_PREFIX)).flatMap((key) => parseIndexKey(key) ?? []);
  return all.filter((names) =>
    (['project', 'stack', 'workspace'] as const).every(
      (part) => known[part] === undefined || known[part] === names[part],
    ),
  );
}
