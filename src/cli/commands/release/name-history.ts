import type {nameHistory} from '../../../app/release/name-history.ts';

/** Returns the release history that the global flags, the files and the backend's index select. */
export const nameLazily: typeof nameHistory = async (request, deps) =>
  (await import('../../../app/release/name-history.ts')).nameHistory(request, deps);
