import type {HistoryNames} from '../../core/release/history-names.ts';
import {indexKey} from '../../core/release/keys.ts';
import type {Backend} from '../../ports/backend.ts';

/** Hides the index entry of the release history, because its stored data cannot be trusted. */
export const unseenHistory = (backend: Backend, names: HistoryNames): Backend => ({
  ...backend,
  get: async (key) => (key === indexKey(names) ? undefined : backend.get(key)),
});
