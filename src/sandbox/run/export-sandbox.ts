import type {JsonObject} from '../../core/json.ts';
import {inDirectory} from '../store/damaged-store.ts';
import {readObjects} from '../store/open-log.ts';

/** Every object that a directory keeps, by kind, namespace and name; also while it is served. */
export function exportSandbox(directory: string): readonly JsonObject[] {
  const kept = inDirectory(directory, () => readObjects(directory))?.kept ?? new Map();
  return [...kept].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, {object}]) => object);
}
