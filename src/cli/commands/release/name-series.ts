import type {nameSeries} from '../../../app/release/name-series.ts';

/** Which releases are meant, from the global flags, the files, and the backend's index. */
export const nameLazily: typeof nameSeries = async (request, deps) =>
  (await import('../../../app/release/name-series.ts')).nameSeries(request, deps);
