import {once} from '../../lib/once.ts';
import {isList, isObject, type Json, type JsonObject, type JsonPath} from '../json.ts';
import {jsonAt} from '../json-at.ts';
import {type ChangedSettings, changedSettings} from './changed-settings.ts';

/** The objects of a use of a module with other settings, in their order. Undefined: the module rejects the settings. */
export type MakeObjects = (settings: JsonObject) => readonly JsonObject[] | undefined;

/** A use of a module. Its settings can be changed to compare the resulting objects. */
export type SettingUse = {
  readonly settings: JsonObject;
  readonly objects: readonly JsonObject[];
  readonly make: MakeObjects;
  /** Reports whether a key of the settings is the name of a field. */
  readonly isField: (path: JsonPath) => boolean;
};

/**
 * Finds the setting that a field of an object comes from: the first one that changes it, or for a mapping or a list the nearest setting that contains
 * those of its parts. Undefined: no setting changes the field, so the module decides it.
 * @param index the number of the object
 */
export type FindSetting = (index: number, path: JsonPath) => JsonPath | undefined;

/** The maximum number of parts of a field. A field with more parts does not come from a single setting. */
const MOST_PARTS = 24;

/** Returns the search for the settings of a use. The module does not run before the first search, and never twice with the same settings. */
export function settingFinder(use: SettingUse): FindSetting {
  const changes = once(() =>
    [...changedSettings(use.settings, use.isField)].map((change) => ({
      ...change,
      fields: once(() => new Set(changedFields(use, change))),
    })),
  );
  return (index, path) => find(index, path);

  function find(index: number, path: JsonPath): JsonPath | undefined {
    if (path.length === 0) return undefined;
    const field = jsonAt(use.objects[index] ?? {}, path);
    if (field === undefined) return find(index, path.slice(0, -1));
    const leaves = [...leavesIn(field, path)].map(({path: leaf}) => leaf);
    if (leaves.length > MOST_PARTS) return undefined;
    const found = leaves.flatMap((leaf) => {
      const setting = settingOf(index, leaf);
      return setting === undefined ? [] : [setting];
    });
    const common = found.reduce((shared, other) => shared.slice(0, sharedLength(shared, other)), found[0] ?? []);
    return common.length === 0 ? undefined : common;
  }

  function settingOf(index: number, path: JsonPath): JsonPath | undefined {
    const value = jsonAt(use.objects[index] ?? {}, path) ?? null;
    const wanted = keyOf(index, path);
    const ranked = changes().map((change) => ({change, rank: rankOf(change, String(path.at(-1)), value)}));
    return ranked.toSorted((a, b) => a.rank - b.rank).find(({change}) => change.fields().has(wanted))?.change.path;
  }
}

/** Returns changes in the order in which they are tried. Settings that are similar to the field are first. */
function rankOf({path, key, value: own}: ChangedSettings, name: string, value: Json): number {
  if (key !== undefined) return typeof value === 'string' && value.includes(key) ? 3 : 5;
  if (own === value) return path.at(-1) === name ? 0 : 1;
  return typeof value === 'string' && typeof own === 'string' && own.includes(value) ? 2 : 4;
}

const keyOf = (index: number, path: JsonPath): string => JSON.stringify([index, ...path]);

/** Returns the fields that have another value of the same type after a change. */
function* changedFields({objects, make}: SettingUse, {settings}: ChangedSettings): Generator<string> {
  const made = make(settings as JsonObject);
  if (made?.length !== objects.length) return;
  for (const [index, object] of objects.entries())
    for (const {path, value} of leavesIn(object, [])) {
      const other = jsonAt(made[index] ?? {}, path);
      if (typeof other === typeof value && other !== value && other !== null && !isEmpty(value))
        yield keyOf(index, path);
    }
}

const isEmpty = (value: Json): boolean => typeof value === 'object';

const sharedLength = (a: JsonPath, b: JsonPath): number => {
  const first = a.findIndex((step, index) => step !== b[index]);
  return first === -1 ? a.length : first;
};

function* leavesIn(value: Json, path: JsonPath): Generator<{readonly path: JsonPath; readonly value: Json}> {
  const steps = isList(value) ? [...value.keys()] : isObject(value) ? Object.keys(value) : [];
  if (steps.length === 0) yield {path, value};
  for (const step of steps)
    yield* leavesIn((value as Readonly<Record<string | number, Json>>)[step] ?? null, [...path, step]);
}
