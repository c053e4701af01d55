import type {JsonObject} from '../../../../core/json.ts';
import type {FieldChange} from '../../../../core/plan/plan.ts';
import {equalSets, isEmptySet, leaves, difference as minus} from '../../../../kubernetes/fields/field-set.ts';
import {valueAt} from '../../../../kubernetes/fields/value-at.ts';
import {ownEntry} from '../../../../kubernetes/plan/manager-entry.ts';
import type {Target} from './target.ts';

/** Returns the fields with equal values that the write makes ours, or no longer ours. */
export function ownershipChanges(live: JsonObject, answer: JsonObject, target: Target): readonly FieldChange[] {
  const {apiVersion} = target.identity;
  const [now, then] = [ownEntry(live, apiVersion), ownEntry(answer, apiVersion)];
  if (now === undefined || then === undefined)
    return now === then ? [] : [{path: 'metadata.managedFields', cause: 'ownership'}];
  if (equalSets(now, then)) return [];
  const moved = [...leaves(minus(then, now)), ...leaves(minus(now, then))];
  if (moved.length === 0 && isEmptySet(minus(then, now))) return [{path: 'metadata.managedFields', cause: 'ownership'}];
  return moved.map((path) => {
    const value = valueAt(live, path, target.kind.schema);
    const shown = value === undefined ? {} : target.show({path, before: value, after: value});
    return {path: target.pathText(path), ...shown, cause: 'ownership' as const};
  });
}
