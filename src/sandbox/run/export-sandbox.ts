import type {JsonObject} from '../../core/json.ts';
import {inDirectory} from '../store/damaged-store.ts';
import {readObjects} from '../store/open-log.ts';

/** Returns all stored objects of a directory, sorted by kind, namespace and name. The sandbox may be running. */
export function exportSandbox(directory: string): readonly JsonObject[] {
  const kept = inDirectory(directory, () => readObjects(directory))?.kept ?? new Map();
  return [...kept].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, {object}]) => object);
}
