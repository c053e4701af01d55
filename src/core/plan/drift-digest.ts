import {canonicalJson} from '../../lib/canonical-json.ts';
import {sha256} from '../../lib/sha256.ts';
import type {ObjectDrift} from './drift.ts';

/**
 * Returns a digest that identifies the drift of a stack, or undefined if nothing has drifted. Times and managers do not count: a controller
 * that writes the same value again changes nothing.
 */
export function driftDigest(objects: readonly ObjectDrift[]): string | undefined {
  const drifted = objects
    .filter(({drift}) => drift !== 'none')
    .map(({id, drift, fields}) => ({
      id,
      drift,
      fields: fields
        .filter((field) => field.yielded !== true)
        .map(({path, before}) => ({path, before: before ?? null})),
    }))
    .toSorted((a, b) => (a.id < b.id ? -1 : 1));
  if (drifted.length === 0) return undefined;
  return sha256(canonicalJson(drifted));
}
