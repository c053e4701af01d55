import {deepEqual} from '../../lib/deep-equal.ts';
import {isObject, type Json, type JsonObject} from '../json.ts';
import {maskedValue} from './mask.ts';

/** A changed value of a workspace. A value that is or may be a secret is `***` on both sides. */
export type WorkspaceChange = {
  readonly path: readonly string[];
  readonly before?: Json | undefined;
  readonly after?: Json | undefined;
};

/** Returns the differences between two workspaces, down to single values of mappings. */
export function workspaceChanges(before: JsonObject, after: JsonObject): readonly WorkspaceChange[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return names.flatMap((name) => changesAt([name], present(before[name]), present(after[name])));
}

/** Returns a value; undefined for an empty field. */
const present = (value: Json | undefined): Json | undefined => value ?? undefined;

function changesAt(
  path: readonly string[],
  before: Json | undefined,
  after: Json | undefined,
): readonly WorkspaceChange[] {
  if (before === after || (before !== undefined && after !== undefined && deepEqual(before, after))) return [];
  const [was, will] = [before ?? {}, after ?? {}];
  if (isObject(was) && isObject(will) && (hasKeys(before) || hasKeys(after))) {
    const names = [...new Set([...Object.keys(was), ...Object.keys(will)])];
    return names.flatMap((name) => changesAt([...path, name], present(was[name]), present(will[name])));
  }
  const shown = (value: Json): Json => maskedValue(path.at(-1) ?? '', value);
  return [
    {
      path,
      before: before === undefined ? undefined : shown(before),
      after: after === undefined ? undefined : shown(after),
    },
  ];
}

const hasKeys = (value: Json | undefined): boolean =>
  value !== undefined && isObject(value) && Object.keys(value).length > 0;
