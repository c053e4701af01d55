import {elementKey, type FieldPath, formatFieldPath} from '../../core/fields/field-path.ts';
import {isList, isObject, type Json, type JsonObject} from '../../core/json.ts';
import type {Owner} from '../../core/plan/owner.ts';
import type {Cause, FieldChange} from '../../core/plan/plan.ts';
import {showHoles} from '../../core/secret/hole.ts';
import {deepEqual} from '../../lib/deep-equal.ts';
import {defined} from '../../lib/defined.ts';
import {once} from '../../lib/once.ts';
import {compareObjects, type FieldDifference} from '../fields/compare.ts';
import type {FieldSet} from '../fields/field-set.ts';
import {fieldSetOf} from '../fields/field-set-of.ts';
import {ownersOf} from '../fields/owners.ts';
import {project} from '../fields/project.ts';
import {asList, type Schema} from '../fields/schema.ts';
import {valueAt} from '../fields/value-at.ts';
import {FIELD_MANAGER} from '../resource/labels.ts';
import type {Shown} from '../secret/shown-value.ts';
import {fillCause} from './fill-cause.ts';
import {editsWithoutWorkspace, type OwnText} from './from-workspace.ts';
import {schemaAt} from './schema-at.ts';
import {touches} from './take-over-cause.ts';

/** The objects and field sets from which the cause of each difference is found. */
export type Evidence = {
  readonly schema: Schema;
  readonly live: JsonObject;
  /** The object as it would be: the server's answer, or what is sent where there is none. */
  readonly answer: JsonObject;
  /** What the user wants now and wanted at the last release, secret leaves sealed. No prior: never released. */
  readonly wanted: JsonObject;
  readonly prior: JsonObject | undefined;
  /** What the last release left of the fields that it wanted, sealed. Absent: it left nothing of this object. */
  readonly applied: JsonObject | undefined;
  /** What the stack's own files say, where the workspace has changed it. */
  readonly own?: OwnText | undefined;
  /** What is wanted now with its references resolved, sealed. */
  readonly resolved: JsonObject;
  readonly seal: (object: JsonObject) => JsonObject;
  /** The field set of what is wanted now. */
  readonly fields: FieldSet;
  /** The fields that our apply entry on the live object holds. */
  readonly held: FieldSet | undefined;
  /** The sides of a difference without the secrets in them. */
  readonly show: (difference: FieldDifference) => Shown;
  /** The path as text, without the secrets in it. */
  readonly pathText: (path: FieldPath) => string;
  /** Whether the user's text gives the field, or a part of it, a value of a secret store. */
  readonly takesSecret?: (path: FieldPath) => boolean;
  /** Where the user wrote the wanted value. */
  readonly at: (path: FieldPath) => Pick<FieldChange, 'at'>;
};

/** Each difference between live and what the server would answer, with its cause. */
export function explainDifferences(
  differences: readonly FieldDifference[],
  evidence: Evidence,
): readonly FieldChange[] {
  const history = historyOf(evidence);
  return differences.map((difference) => explain(difference, evidence, history));
}

/** Fields of a new object that nobody wrote: only who fills them in is to be told. */
export const explainFills = (
  filled: readonly FieldDifference[],
  {schema, answer, show, pathText}: Pick<Evidence, 'schema' | 'answer' | 'show' | 'pathText'>,
): readonly FieldChange[] =>
  filled.map((difference) => {
    const {cause, allotted} = fillCause({difference, schema, object: answer});
    return {
      path: pathText(difference.path),
      ...(allotted ? {unknown: true as const} : show(difference)),
      cause,
    };
  });

type Reason = {
  readonly cause: Cause;
  /** Somebody else has written it since: named, whatever the cause. */
  readonly owner?: Owner | undefined;
  readonly allotted?: boolean;
};

function explain(difference: FieldDifference, evidence: Evidence, history: History): FieldChange {
  const {path, after} = difference;
  const {cause, owner, allotted} = reasonOf(difference, evidence, history);
  return {
    path: evidence.pathText(path),
    ...(allotted === true ? unknownSide(difference, evidence) : evidence.show(difference)),
    cause,
    ...(owner === undefined ? {} : {manager: owner.manager, ...defined({time: owner.time})}),
    ...(after === undefined ? {} : evidence.at(path)),
  };
}

function unknownSide({path, before}: FieldDifference, {show}: Evidence): Shown & {readonly unknown: true} {
  return {...(before === undefined ? {} : show({path, before})), unknown: true};
}

/** What moved since the last release: the user's text, and the live object. */
type History = {
  readonly edited: (difference: FieldDifference) => boolean;
  /** Whose edit it is: the stack's own files say the same as before, so it is the workspace's. */
  readonly editor: (difference: FieldDifference) => 'spec' | 'workspace';
  readonly drifted: (difference: FieldDifference) => boolean;
};

function historyOf({schema, wanted, prior, applied, live, seal, own}: Evidence): History {
  const ownEdits = once(() => own && editsWithoutWorkspace({own, wanted, prior, schema}));
  const edits = once(() => (prior === undefined ? [] : compareObjects(prior, wanted, schema)));
  const drifts = once(() => {
    if (applied === undefined) return [];
    // A hole is one value, though it is written as an object.
    const now = project(seal(live), fieldSetOf(showHoles(applied), schema), schema);
    return compareObjects(applied, isObject(now) ? now : {}, schema);
  });
  const touches = (all: readonly FieldDifference[], one: FieldDifference): boolean =>
    all.some((other) => overlap(other, one, schema));
  const edited: History['edited'] = (one) => touches(edits(), one);
  return {
    edited,
    editor: (one) => {
      const own = ownEdits();
      if (own === undefined || !edited(one)) return 'spec';
      return touches(own, one) || (isOrder(one, schema) && gainsOrLoses(own, one.path)) ? 'spec' : 'workspace';
    },
    drifted: (one) => touches(drifts(), one),
  };
}

/** The same field, or one a part of the other; another order of a list says nothing of its items. */
function overlap(a: FieldDifference, b: FieldDifference, schema: Schema): boolean {
  const shared = Math.min(a.path.length, b.path.length);
  for (let i = 0; i < shared; i++) {
    const [left, right] = [a.path[i], b.path[i]];
    if (left === undefined || right === undefined || elementKey(left) !== elementKey(right)) return false;
  }
  if (a.path.length === b.path.length) return isOrder(a, schema) === isOrder(b, schema);
  return !isOrder(a.path.length < b.path.length ? a : b, schema);
}

/** An item that came to the list or left it: the order is another because of that. */
const gainsOrLoses = (all: readonly FieldDifference[], list: FieldPath): boolean =>
  all.some(
    ({path, before, after}) =>
      path.length === list.length + 1 &&
      (before === undefined || after === undefined) &&
      formatFieldPath(path.slice(0, -1)) === formatFieldPath(list),
  );

const isOrder = ({path, before, after}: FieldDifference, schema: Schema): boolean => {
  if (!isList(before) || !isList(after)) return false;
  const type = schemaAt(schema, path);
  const list = type && asList(type);
  return list !== undefined && list.listType !== 'atomic';
};

function reasonOf(difference: FieldDifference, evidence: Evidence, history: History): Reason {
  const {path, before, after} = difference;
  const {schema, prior, applied, resolved, fields, held, live, answer} = evidence;
  const writer = (): Owner | undefined =>
    before !== undefined && history.drifted(difference) ? foreignOwner(live, path) : undefined;
  if (!touches(fields, path)) {
    if (held !== undefined && touches(held, path)) return {cause: history.editor(difference), owner: writer()};
    return fillCause({difference, schema, object: after === undefined ? live : answer});
  }
  const sent = valueAt(resolved, path, schema);
  if (prior === undefined || applied === undefined) {
    const asSent = sent !== undefined && deepEqual(valueAt(evidence.seal(live), path, schema), sent);
    return asSent ? {cause: 'webhook'} : {cause: 'spec'};
  }
  if (history.edited(difference)) return {cause: history.editor(difference), owner: writer()};
  const left = valueAt(applied, path, schema);
  const taken = takenFrom({path, sent, left}, evidence);
  if (taken === 'reference') return {cause: 'reference', owner: writer()};
  if (history.drifted(difference)) return {cause: 'drift', owner: writer()};
  // Wanted then as now, and yet it never came to be.
  if (left === undefined) return {cause: 'spec'};
  // The same text, the same live value, and another answer: a store has a new value, or somebody on the way says it anew.
  return {cause: taken ?? 'webhook'};
}

type Taken = {readonly path: FieldPath; readonly sent: Json | undefined; readonly left: Json | undefined};

/** Where the value comes from, if the text refers to one, and it is another one than the last release left. */
function takenFrom(
  {path, sent, left}: Taken,
  {wanted, schema, takesSecret}: Evidence,
): 'secret' | 'reference' | undefined {
  const refers = !deepEqual(valueAt(wanted, path, schema), sent);
  if (!refers || deepEqual(sent, left)) return undefined;
  return takesSecret?.(path) === true ? 'secret' : 'reference';
}

/** The manager other than us that wrote the field last. A removal leaves no owner. */
export function foreignOwner(live: JsonObject, path: FieldPath): Owner | undefined {
  const metadata = isObject(live['metadata']) ? live['metadata'] : {};
  return ownersOf(metadata['managedFields'], path)
    .filter(({manager, operation}) => manager !== FIELD_MANAGER || operation !== 'Apply')
    .toSorted((a, b) => (b.time ?? '').localeCompare(a.time ?? ''))[0];
}
