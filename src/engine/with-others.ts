import type {JsonObject} from '../core/json.ts';
import {type KnownValues, knownValues} from '../core/reference/values.ts';
import {recordedValues} from '../core/release/resource-state.ts';
import type {OtherResource} from '../core/stacks/other-stack.ts';

/** Adds the values that are taken from other stacks, by the keys of references. */
export function withOthers(known: KnownValues, others: ReadonlyMap<string, OtherResource> = new Map()): KnownValues {
  const read = knownValues((key) => others.get(key)?.values);
  return {
    lookup: (id, path) => {
      const other = others.get(id);
      if (other === undefined) return known.lookup(id, path);
      if (other.state === undefined || (path !== undefined && other.awaits(path))) return 'unknown';
      return other.values?.object ?? (recordedValues(other.state) as JsonObject);
    },
    isSensitive: (id, path) => (others.has(id) ? read : known).isSensitive(id, path),
  };
}
