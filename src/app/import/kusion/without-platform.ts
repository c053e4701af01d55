import {platformFields} from '../../../config/application/platform-fields.ts';
import {isObject, type Json, type JsonObject} from '../../../core/json.ts';
import type {WorkspaceValues} from '../../../core/variation/expand-context.ts';
import {deepEqual} from '../../../lib/deep-equal.ts';
import {defined} from '../../../lib/defined.ts';

/** Returns applications without the fields that a workspace sets to the same values. */
export function withoutPlatform(
  applications: JsonObject,
  project: string,
  workspace: WorkspaceValues | undefined,
): JsonObject {
  const shorten = (module: string, fields: Json): Json => {
    const platform = platformFields(workspace?.modules, module, project)?.whole.value;
    return isObject(platform) && isObject(fields) ? without(fields, platform) : fields;
  };
  const uses = (all: Json | undefined): JsonObject | undefined =>
    isObject(all)
      ? Object.fromEntries(Object.entries(all).map(([module, fields]) => [module, shorten(module, fields)]))
      : undefined;
  return Object.fromEntries(
    Object.entries(applications).map(([name, application]) => {
      const {workload, accessories} = application as JsonObject;
      return [name, defined({workload: uses(workload), accessories: uses(accessories)})];
    }),
  );
}

/** Returns fields without those that the platform has. Mappings such as labels are merged, so their fields are left out one by one. */
function without(fields: JsonObject, platform: JsonObject): JsonObject {
  const kept = Object.entries(fields).flatMap(([name, value]): readonly [string, Json][] => {
    const theirs = platform[name];
    if (theirs === undefined || deepEqual(value, theirs)) return theirs === undefined ? [[name, value]] : [];
    return [[name, isObject(value) && isObject(theirs) ? without(value, theirs) : value]];
  });
  return Object.fromEntries(kept);
}
