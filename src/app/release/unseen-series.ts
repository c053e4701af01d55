import {indexKey} from '../../core/release/keys.ts';
import type {SeriesNames} from '../../core/release/series-names.ts';
import type {Backend} from '../../ports/backend.ts';

/** Hides the index entry of the release history, because its stored data cannot be trusted. */
export const unseenSeries = (backend: Backend, names: SeriesNames): Backend => ({
  ...backend,
  get: async (key) => (key === indexKey(names) ? undefined : backend.get(key)),
});
