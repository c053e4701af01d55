import type {Diagnostic} from '../../../../core/diagnostic/diagnostic.ts';
import type {JsonObject} from '../../../../core/json.ts';
import type {Action, Change, FieldChange} from '../../../../core/plan/plan.ts';
import {unusedRevert} from '../../../../core/plan/unused-flags.ts';
import {foldStringData} from '../../../../kubernetes/fields/drop-server-fields.ts';
import {EMPTY_FIELD_SET, type FieldSet, union} from '../../../../kubernetes/fields/field-set.ts';
import {fieldSetOf} from '../../../../kubernetes/fields/field-set-of.ts';
import {isFieldsV1Of} from '../../../../kubernetes/fields/fields-v1.ts';
import {valueAt} from '../../../../kubernetes/fields/value-at.ts';
import {
  additionChange,
  controllerChange,
  isReverted,
  stayingChange,
} from '../../../../kubernetes/plan/addition-changes.ts';
import {type Addition, findAdditions} from '../../../../kubernetes/plan/additions.ts';
import {ownEntry, ownFieldsV1} from '../../../../kubernetes/plan/manager-entry.ts';
import {revertAdditions} from '../../../../kubernetes/plan/revert-additions.ts';
import {defined} from '../../../../lib/defined.ts';
import type {PlannedObject} from './planned-object.ts';
import {type TakingOver, withTaken} from './take-over.ts';
import type {Target} from './target.ts';

/** Returns the fields that others added to an object that a stack describes, except those that `ignore` rules leave to them. */
export function additionsTo(target: Target, live: JsonObject): readonly Addition[] {
  const {identity, kind, left} = target;
  const {schema} = kind;
  const ours = (): FieldSet => {
    const described = union(target.fields, fieldSetOf(foldStringData(target.written), schema));
    // The entry is parsed only where it differs: it rarely does, and this runs for each object that a controller has changed.
    const isSame = isFieldsV1Of(target.fields, ownFieldsV1(live, identity.apiVersion));
    return isSame ? described : union(described, ownEntry(live, identity.apiVersion) ?? EMPTY_FIELD_SET);
  };
  const all = findAdditions({live, schema, ours});
  return left === undefined ? all : all.filter(({path}) => !left(path));
}

/** The fields that others added to an object, and which of them the user wants removed. */
export type Reverting = {
  readonly target: Target;
  readonly live: JsonObject;
  /** The requested ids or paths, or `all`. */
  readonly asked: readonly string[];
  /** The fields that the same write takes over from older tools. */
  readonly taking: TakingOver | undefined;
  readonly adopting: boolean;
};

/** Returns the requested removal of additions, or undefined if there is nothing to remove. */
export function reverting({target, live, asked, taking, adopting}: Reverting): TakingOver | undefined {
  const ids = [target.resource.id, target.ownId];
  const {apiVersion} = target.identity;
  // Fields that are taken over from an older tool do not count as additions.
  const pathsIn = (object: JsonObject) =>
    additionsTo(target, withTaken(object, taking))
      .filter((one) => isReverted(one, ids, asked))
      .map(({path}) => path);
  if (asked.length === 0 || pathsIn(live).length === 0) return undefined;
  const withReverted = (from: TakingOver | undefined): TakingOver => ({
    of: (now) => revertAdditions({live: now, apiVersion, paths: pathsIn(now), takeOver: from?.of(now)}),
    adopting,
    note: from?.note,
    timid: from?.timid === undefined ? undefined : withReverted(from.timid),
  });
  return withReverted(taking);
}

// The actions that keep the live object.
const LISTED: ReadonlySet<Action> = new Set<Action>(['adopt', 'unchanged', 'update']);

/** Adds the additions of others to the plan of an object, and those of them that stay. */
export function withAdditions(planned: PlannedObject): PlannedObject {
  const {change, live, target, predicted, coOwns} = planned;
  if (live === undefined || coOwns === true || !LISTED.has(change.action)) return planned;
  const changed = change.fields.map(({path}) => path);
  const staying = additionsTo(target, withTaken(live, planned.takeOver)).filter(
    ({path}) => predicted === undefined || valueAt(predicted, path, target.kind.schema) !== undefined,
  );
  if (staying.length === 0) return planned;
  const listed = staying.map((one) => ({
    byController: one.byController,
    change: (one.byController ? controllerChange : stayingChange)(one, target.show),
  }));
  const differing = listed.filter((one) => !changed.some((path) => isAbout(path, one.change.path)));
  const added = differing.filter(({byController}) => !byController).map((one) => one.change);
  const byControllers = differing.filter(({byController}) => byController).map((one) => one.change);
  return {...planned, change: joined(change, added, byControllers)};
}

/**
 * Returns the additions that a replacement loses: the new object has the values of the files. Controllers add theirs
 * again. `answer` is the new object, as far as the server answered one.
 */
export function lostAdditions(
  {target, live, takeOver}: Pick<PlannedObject, 'target' | 'takeOver'> & {readonly live: JsonObject},
  answer: JsonObject | undefined,
): readonly FieldChange[] {
  return additionsTo(target, withTaken(live, takeOver))
    .filter(({byController}) => !byController)
    .filter(({path}) => answer === undefined || valueAt(answer, path, target.kind.schema) === undefined)
    .map((one) => additionChange(one, target.show));
}

/** Returns the changes, and the additions that they do not mention yet. */
export const withChanged = (changed: readonly FieldChange[], added: readonly FieldChange[]): readonly FieldChange[] => [
  ...changed,
  ...added.filter(({path}) => !changed.some((one) => isAbout(one.path, path))),
];

function joined(change: Change, added: readonly FieldChange[], byControllers: readonly FieldChange[]): Change {
  return {
    ...change,
    fields: [...change.fields, ...added],
    ...defined({addedByControllers: byControllers.length === 0 ? undefined : byControllers}),
  };
}

/** Reports whether a change already covers an addition: it changes the same field, a part of it, or a whole that it is part of. */
const isAbout = (changed: string, path: string): boolean => isPrefix(changed, path) || isPrefix(path, changed);

const isPrefix = (outer: string, path: string): boolean =>
  path.startsWith(outer) && (path.length === outer.length || path[outer.length] === '.' || path[outer.length] === '[');

/** Returns a warning for each requested id or path that matches no addition. */
export function unusedReverts(asked: readonly string[], planned: readonly PlannedObject[]): readonly Diagnostic[] {
  const isUsed = (one: string): boolean =>
    planned.some(
      ({target, live}) =>
        live !== undefined &&
        additionsTo(target, live).some((addition) => isReverted(addition, [target.resource.id, target.ownId], [one])),
    );
  return asked.filter((one) => one !== 'all' && !isUsed(one)).map(unusedRevert);
}
