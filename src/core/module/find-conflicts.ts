import {deepEqual} from '../../lib/deep-equal.ts';
import type {Json, JsonPath} from '../json.ts';
import {showPath} from '../reference/path.ts';

/** One field that a patch of a module sets or removes in an object. */
export type ModuleEdit = {
  /** The key of the accessory whose module made the patch. */
  readonly accessory: string;
  readonly module: string;
  /** The id of the object. */
  readonly id: string;
  readonly path: JsonPath;
  /** Undefined: the patch removes the field. */
  readonly value: Json | undefined;
};

/** Two edits of different accessories that set the same field differently. */
export type Conflict = {readonly first: ModuleEdit; readonly second: ModuleEdit};

/**
 * Returns the conflicts between patches: two accessories set a field of an object to different values, or one sets a field inside the value
 * that the other sets. Accessories that are both in `order` have none: the later one wins.
 */
export function findConflicts(edits: readonly ModuleEdit[], order: readonly string[] = []): readonly Conflict[] {
  const byObject = Map.groupBy(edits, ({id}) => id);
  return [...byObject.values()].flatMap((ofObject) =>
    ofObject.flatMap((second, index) =>
      ofObject
        .slice(0, index)
        .filter(
          (first) =>
            isConflict(first, second) && !(order.includes(first.accessory) && order.includes(second.accessory)),
        )
        .map((first) => ({first, second})),
    ),
  );
}

function isConflict(first: ModuleEdit, second: ModuleEdit): boolean {
  if (first.accessory === second.accessory) return false;
  const shared = Math.min(first.path.length, second.path.length);
  for (let at = 0; at < shared; at++) if (String(first.path[at]) !== String(second.path[at])) return false;
  return first.path.length !== second.path.length || !deepEqual(first.value ?? null, second.value ?? null);
}

/** Returns the text of a conflict. It names both modules. */
export const conflictText = ({first, second}: Conflict): string =>
  `${nameOf(first)} and ${nameOf(second)} both set \`${showPath(longer(first, second).path)}\` of ${first.id}`;

/** Returns the hint for a conflict: the order of the application decides. */
export const conflictHint = ({first, second}: Conflict): string =>
  `Remove one of them, or write \`order: [${first.accessory}, ${second.accessory}]\` in the application: the last one wins.`;

const longer = (first: ModuleEdit, second: ModuleEdit): ModuleEdit =>
  second.path.length > first.path.length ? second : first;

const nameOf = ({accessory, module}: ModuleEdit): string =>
  accessory === module ? `module ${module}` : `module ${module} (accessory ${accessory})`;
