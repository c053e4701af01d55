import {elementKey, type FieldPath, formatFieldPath} from '../../core/fields/field-path.ts';
import {isList, isObject, type Json, type JsonObject} from '../../core/json.ts';
import type {Owner} from '../../core/plan/owner.ts';
import type {Cause, FieldChange} from '../../core/plan/plan.ts';
import {showRedacted} from '../../core/secret/redacted-value.ts';
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
import {defaultCause} from './default-cause.ts';
import {editsWithoutWorkspace, type OwnText} from './from-workspace.ts';
import {schemaAt} from './schema-at.ts';
import {touches} from './take-over-cause.ts';

/** The objects and field sets from which the cause of each difference is found. */
export type Evidence = {
  readonly schema: Schema;
  readonly live: JsonObject;
  /** The object after the change: the server's answer, or what is sent if there is none. */
  readonly answer: JsonObject;
  /** The user's configuration now and at the last release, with secrets sealed. `prior` is absent if there was no release. */
  readonly wanted: JsonObject;
  readonly prior: JsonObject | undefined;
  /** The values of the wanted fields after the last release, sealed; absent if it recorded none for this object. */
  readonly applied: JsonObject | undefined;
  /** The stack's own files, where the workspace has changed them. */
  readonly own?: OwnText | undefined;
  /** The current configuration with its references resolved, sealed. */
  readonly resolved: JsonObject;
  readonly seal: (object: JsonObject) => JsonObject;
  /** The field set of the current configuration. */
  readonly fields: FieldSet;
  /** The fields that our apply entry on the live object owns. */
  readonly held: FieldSet | undefined;
  /** Returns the sides of a difference without the secrets in them. */
  readonly show: (difference: FieldDifference) => Shown;
  /** Returns the path as text without the secrets in it. */
  readonly pathText: (path: FieldPath) => string;
  /** Reports whether the user's text gives the field, or a part of it, a value of a secret store. */
  readonly takesSecret?: (path: FieldPath) => boolean;
  /** Returns the position where the user wrote the wanted value. */
  readonly at: (path: FieldPath) => Pick<FieldChange, 'at'>;
};

/** Returns each difference between the live object and the server's answer, with its cause. */
export function explainDifferences(
  differences: readonly FieldDifference[],
  evidence: Evidence,
): readonly FieldChange[] {
  const history = historyOf(evidence);
  return differences.map((difference) => explain(difference, evidence, history));
}

/** Explains the fields of a new object that the user did not write: the cause names who sets them. */
export const explainDefaults = (
  defaulted: readonly FieldDifference[],
  {schema, answer, show, pathText}: Pick<Evidence, 'schema' | 'answer' | 'show' | 'pathText'>,
): readonly FieldChange[] =>
  defaulted.map((difference) => {
    const {cause, allocated} = defaultCause({difference, schema, object: answer});
    return {path: pathText(difference.path), ...(allocated ? {unknown: true as const} : show(difference)), cause};
  });

type Reason = {
  readonly cause: Cause;
  /** Another manager that has written the field since; it is reported whatever the cause. */
  readonly owner?: Owner | undefined;
  readonly allocated?: boolean;
};

function explain(difference: FieldDifference, evidence: Evidence, history: History): FieldChange {
  const {path, after} = difference;
  const {cause, owner, allocated} = reasonOf(difference, evidence, history);
  return {
    path: evidence.pathText(path),
    ...(allocated === true ? unknownSide(difference, evidence) : evidence.show(difference)),
    cause,
    ...(owner === undefined ? {} : {manager: owner.manager, ...defined({time: owner.time})}),
    ...(after === undefined ? {} : evidence.at(path)),
  };
}

function unknownSide({path, before}: FieldDifference, {show}: Evidence): Shown & {readonly unknown: true} {
  return {...(before === undefined ? {} : show({path, before})), unknown: true};
}

/** The changes since the last release: of the user's text and of the live object. */
type History = {
  readonly edited: (difference: FieldDifference) => boolean;
  /** Returns who edited a field: `workspace` if the stack's own files are unchanged. */
  readonly editor: (difference: FieldDifference) => 'spec' | 'workspace';
  readonly drifted: (difference: FieldDifference) => boolean;
};

function historyOf({schema, wanted, prior, applied, live, seal, own}: Evidence): History {
  const ownEdits = once(() => own && editsWithoutWorkspace({own, wanted, prior, schema}));
  const edits = once(() => (prior === undefined ? [] : compareObjects(prior, wanted, schema)));
  const drifts = once(() => {
    if (applied === undefined) return [];
    // A redacted value is one value, although it is written as an object.
    const now = project(seal(live), fieldSetOf(showRedacted(applied), schema), schema);
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

/** Reports whether two differences are at the same field, or one is a part of the other. Another order of a list does not overlap with its items. */
function overlap(a: FieldDifference, b: FieldDifference, schema: Schema): boolean {
  const shared = Math.min(a.path.length, b.path.length);
  for (let i = 0; i < shared; i++) {
    const [left, right] = [a.path[i], b.path[i]];
    if (left === undefined || right === undefined || elementKey(left) !== elementKey(right)) return false;
  }
  if (a.path.length === b.path.length) return isOrder(a, schema) === isOrder(b, schema);
  return !isOrder(a.path.length < b.path.length ? a : b, schema);
}

/** Reports whether an item was added to a list or removed from it, which explains its other order. */
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
    return defaultCause({difference, schema, object: after === undefined ? live : answer});
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
  // It was wanted before and now, but it never came into effect: the last run stopped before it wrote this object.
  if (taken === undefined && isNewlySent({sent, left, after})) return {cause: 'spec'};
  // The same text and the same live value, but another answer: a secret store has a new value, or a webhook writes
  // another one.
  return {cause: taken ?? 'webhook'};
}

const isNewlySent = ({sent, left, after}: Pick<Taken, 'sent' | 'left'> & {readonly after: Json | undefined}): boolean =>
  left === undefined || (!deepEqual(sent, left) && deepEqual(sent, after));

type Taken = {readonly path: FieldPath; readonly sent: Json | undefined; readonly left: Json | undefined};

/** Returns the cause of a value that the text refers to, if it differs from the value of the last release. */
function takenFrom(
  {path, sent, left}: Taken,
  {wanted, schema, takesSecret}: Evidence,
): 'secret' | 'reference' | undefined {
  const refers = !deepEqual(valueAt(wanted, path, schema), sent);
  if (!refers || deepEqual(sent, left)) return undefined;
  return takesSecret?.(path) === true ? 'secret' : 'reference';
}

/** Returns the manager other than Gantry that wrote the field last. A removal leaves no owner. */
export function foreignOwner(live: JsonObject, path: FieldPath): Owner | undefined {
  const metadata = isObject(live['metadata']) ? live['metadata'] : {};
  return ownersOf(metadata['managedFields'], path)
    .filter(({manager, operation}) => manager !== FIELD_MANAGER || operation !== 'Apply')
    .toSorted((a, b) => (b.time ?? '').localeCompare(a.time ?? ''))[0];
}
