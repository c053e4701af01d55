import type {Diagnostic} from '../../../../core/diagnostic/diagnostic.ts';
import type {JsonObject} from '../../../../core/json.ts';
import type {Action, Change, FieldChange} from '../../../../core/plan/plan.ts';
import {unusedRevert} from '../../../../core/plan/unused-flags.ts';
import {foldStringData} from '../../../../kubernetes/fields/drop-server-fields.ts';
import {EMPTY_FIELD_SET, type FieldSet, union} from '../../../../kubernetes/fields/field-set.ts';
import {fieldSetOf} from '../../../../kubernetes/fields/field-set-of.ts';
import {valueAt} from '../../../../kubernetes/fields/value-at.ts';
import {
  additionChange,
  controllerChange,
  isReverted,
  stayingChange,
} from '../../../../kubernetes/plan/addition-changes.ts';
import {type Addition, findAdditions} from '../../../../kubernetes/plan/additions.ts';
import {ownEntry} from '../../../../kubernetes/plan/manager-entry.ts';
import {revertAdditions} from '../../../../kubernetes/plan/revert-additions.ts';
import {defined} from '../../../../lib/defined.ts';
import type {PlannedObject} from './planned-object.ts';
import {type TakingOver, withTaken} from './take-over.ts';
import type {Target} from './target.ts';

/** What others have added to an object that a stack describes, but for what `ignore` rules leave to them. */
export function additionsTo(target: Target, live: JsonObject): readonly Addition[] {
  const {identity, kind, left} = target;
  const {schema} = kind;
  const ours = (): FieldSet =>
    [fieldSetOf(foldStringData(target.written), schema), ownEntry(live, identity.apiVersion) ?? EMPTY_FIELD_SET].reduce(
      union,
      target.fields,
    );
  const all = findAdditions({live, schema, ours});
  return left === undefined ? all : all.filter(({path}) => !left(path));
}

/** Fields that others added to an object, and which of them the user wants removed. */
export type Reverting = {
  readonly target: Target;
  readonly live: JsonObject;
  /** Ids, paths, or `all`. */
  readonly asked: readonly string[];
  /** What is taken over from older tools by the same write. */
  readonly taking: TakingOver | undefined;
  readonly adopting: boolean;
};

/** The removal of what others have added, as far as it is asked for; undefined where there is no such thing. */
export function reverting({target, live, asked, taking, adopting}: Reverting): TakingOver | undefined {
  const ids = [target.resource.id, target.ownId];
  const {apiVersion} = target.identity;
  // What becomes ours from an older tool is no addition.
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

// Of these the live object stays.
const LISTED: ReadonlySet<Action> = new Set<Action>(['adopt', 'unchanged', 'update']);

/** The plan of an object with what others have added to it and what stays of that. */
export function withAdditions(planned: PlannedObject): PlannedObject {
  const {change, live, target, predicted, coOwns} = planned;
  if (live === undefined || coOwns === true || !LISTED.has(change.action)) return planned;
  const told = change.fields.map(({path}) => path);
  const staying = additionsTo(target, withTaken(live, planned.takeOver)).filter(
    ({path}) => predicted === undefined || valueAt(predicted, path, target.kind.schema) !== undefined,
  );
  if (staying.length === 0) return planned;
  const listed = staying.map((one) => ({
    byController: one.byController,
    change: (one.byController ? controllerChange : stayingChange)(one, target.show),
  }));
  const news = listed.filter((one) => !told.some((path) => isAbout(path, one.change.path)));
  const added = news.filter(({byController}) => !byController).map((one) => one.change);
  const byControllers = news.filter(({byController}) => byController).map((one) => one.change);
  return {...planned, change: joined(change, added, byControllers)};
}

/**
 * What a replacement loses of that: the new object has what the files say. What controllers have added they add again.
 * @param answer the new object, as far as the server answered one.
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

/** Changes and what is added to them of which they do not tell yet. */
export const withNews = (told: readonly FieldChange[], added: readonly FieldChange[]): readonly FieldChange[] => [
  ...told,
  ...added.filter(({path}) => !told.some((one) => isAbout(one.path, path))),
];

function joined(change: Change, added: readonly FieldChange[], byControllers: readonly FieldChange[]): Change {
  return {
    ...change,
    fields: [...change.fields, ...added],
    ...defined({addedByControllers: byControllers.length === 0 ? undefined : byControllers}),
  };
}

/** A plan's own change of a field, of a part of it, or of a whole that it is part of, says more. */
const isAbout = (told: string, path: string): boolean => isPrefix(told, path) || isPrefix(path, told);

const isPrefix = (outer: string, path: string): boolean =>
  path.startsWith(outer) && (path.length === outer.length || path[outer.length] === '.' || path[outer.length] === '[');

/** A warning for each id or path that no addition is found by. */
export function unusedReverts(asked: readonly string[], planned: readonly PlannedObject[]): readonly Diagnostic[] {
  const isUsed = (one: string): boolean =>
    planned.some(
      ({target, live}) =>
        live !== undefined &&
        additionsTo(target, live).some((addition) => isReverted(addition, [target.resource.id, target.ownId], [one])),
    );
  return asked.filter((one) => one !== 'all' && !isUsed(one)).map(unusedRevert);
}
