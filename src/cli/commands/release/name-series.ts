import type {nameSeries} from '../../../app/release/name-series.ts';

/** Returns the release history that the global flags, the files and the backend's index select. */
export const nameLazily: typeof nameSeries = async (request, deps) =>
  (await import('../../../app/release/name-series.ts')).nameSeries(request, deps);
