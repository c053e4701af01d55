import type {FieldPath} from '../../../../core/fields/field-path.ts';
import {isObject, type JsonObject} from '../../../../core/json.ts';
import type {FieldChange} from '../../../../core/plan/plan.ts';
import {secretReferencesIn} from '../../../../core/reference/secret-references-in.ts';
import type {FieldDifference} from '../../../../kubernetes/fields/compare.ts';
import {dropServerFields} from '../../../../kubernetes/fields/drop-server-fields.ts';
import {below, type FieldSet, fieldSet, hasPath} from '../../../../kubernetes/fields/field-set.ts';
import {decideConflict} from '../../../../kubernetes/plan/decide-conflict.ts';
import {
  type Evidence,
  explainDefaults,
  explainDifferences,
  foreignOwner,
} from '../../../../kubernetes/plan/explain-differences.ts';
import {ownEntry} from '../../../../kubernetes/plan/manager-entry.ts';
import {type Answered, defaultsOfNew, separateDefaults} from '../../../../kubernetes/plan/separate-defaults.ts';
import {at} from '../../../../kubernetes/plan/source-map.ts';
import {takeOverCause} from '../../../../kubernetes/plan/take-over-cause.ts';
import {secretField} from '../../../../kubernetes/secret/secret-fields.ts';
import {once} from '../../../../lib/once.ts';
import {unreachable} from '../../../../lib/unreachable.ts';

import type {Finding} from './finding.ts';
import {createdDifferences, isOwnershipField, localDifferences} from './local-result.ts';
import type {ObjectRequest} from './object-request.ts';
import {ownershipChanges} from './ownership-changes.ts';
import type {Sent} from './resolve-sent.ts';
import {sharedMark} from './shared-mark.ts';
import {takenDifferences, takenEntries} from './take-over.ts';
import {sourceOf, type Target} from './target.ts';

/** The field changes of one object, each with its cause. */
export type Explained = {
  readonly fields: readonly FieldChange[];
  /** The part of the object that an update changes. Absent if nothing changes. */
  readonly changes?: 'values' | 'owners' | undefined;
};

type Subject = Pick<ObjectRequest, 'state' | 'prior' | 'ownThen'> & Pick<Sent, 'target' | 'taking'>;

/** Returns the field changes that follow from what was found. */
export function explainObject(object: ObjectRequest, sent: Sent, finding: Finding): Explained {
  const {live, permissions} = object;
  const subject = {...object, ...sent};
  switch (finding.kind) {
    case 'done':
    case 'equal':
      return {fields: []};
    case 'co-owned':
      return {fields: sharedMark(finding.live)};
    case 'absent':
      return {fields: createdChanges(subject, finding.answer)};
    case 'ending':
      return {fields: createdChanges(subject, undefined)};
    case 'unasked':
    case 'refused': {
      if (live === undefined) return {fields: createdChanges(subject, undefined)};
      return {fields: localChanges(subject, live, permissions.forceConflicts.includes(sent.target.resource.id))};
    }
    case 'updated':
      return updatedChanges({...object, target: finding.target, taking: finding.taking}, sent.known, finding);
    default:
      return unreachable(finding);
  }
}

/** Returns the field changes of an update that the server answered. Equal fields that change their owner are shown only where nothing else changes. */
function updatedChanges(subject: Subject, known: boolean, finding: Finding & {readonly kind: 'updated'}): Explained {
  const {live, object: answer, target, taking, real, conflicts, contested} = finding;
  const separate = separateDefaults(real, answeredOf(target, answer));
  const differences = explainChanges(subject, {live, answer, differences: separate});
  if (differences.length > 0 || !known)
    return {fields: [...merge(differences, contested), ...conflicts], changes: 'values'};
  const owners = [...takenEntries(taking, live), ...ownershipChanges(live, answer, target)];
  if (owners.length === 0) return {fields: conflicts};
  return {fields: [...contested, ...owners, ...conflicts], changes: 'owners'};
}

/** Shows a contested field once, as the conflict that it is. */
function merge(differences: readonly FieldChange[], contested: readonly FieldChange[]): readonly FieldChange[] {
  const named = new Set(contested.map(({path}) => path));
  return [...contested, ...differences.filter(({path}) => !named.has(path))];
}

/** Returns the fields of a new object. With the server's answer these include the fields that others set or overwrite. */
function createdChanges(given: Subject, answer: JsonObject | undefined): readonly FieldChange[] {
  const subject = {...given, taking: undefined};
  const {target} = subject;
  const {desired, kind, show, pathText} = target;
  const own = explainChanges(subject, {live: {}, answer: desired, differences: createdDifferences(target)});
  if (answer === undefined) return own;
  const {defaulted, rewritten} = defaultsOfNew(answeredOf(target, answer));
  const byWebhook = rewritten.length === 0 ? [] : explainChanges(subject, {live: {}, answer, differences: rewritten});
  return [
    ...own,
    ...byWebhook.map((change) => ({...change, cause: 'webhook' as const})),
    ...explainDefaults(defaulted, {schema: kind.schema, answer, show, pathText}),
  ];
}

/** Returns the changes that can be known without the server. A value that only a webhook or another spelling changed is not one of them. */
function localChanges(subject: Subject, live: JsonObject, insists: boolean): readonly FieldChange[] {
  const {target, taking} = subject;
  const differences = [...localDifferences(live, target), ...takenDifferences(taking, live, target)];
  return explainChanges(subject, {live, answer: target.desired, differences})
    .map((change, i) => (insists ? change : leftToOwner(change, differences[i]?.path ?? [], live)))
    .filter(({cause}) => cause !== 'webhook');
}

/** Marks a change as left to its owner where an apply would leave it, whether or not the server could be asked. */
function leftToOwner(change: FieldChange, path: FieldPath, live: JsonObject): FieldChange {
  const owner = change.cause === 'ownership' ? undefined : foreignOwner(live, path);
  if (owner === undefined || decideConflict({owner, releasedByUs: true}) !== 'yield') return change;
  return {...change, cause: 'conflict', manager: owner.manager, yielded: true};
}

const answeredOf = ({desired, fields, kind}: Target, answer: JsonObject): Answered => ({
  answer: dropServerFields(answer),
  desired,
  fields,
  schema: kind.schema,
});

/** Two states of an object. `answer`: the server's, or the sent object where there is none. */
type Compared = {
  readonly live: JsonObject;
  readonly answer: JsonObject;
  readonly differences: readonly FieldDifference[];
};

/** Returns the differences of an object, each with its cause. */
export function explainChanges(
  {target, prior, ownThen, state, taking}: Subject,
  {live, answer, differences}: Compared,
): readonly FieldChange[] {
  const digested = once(() => digestedFields(target));
  const evidence: Evidence = {
    schema: target.kind.schema,
    live,
    answer,
    wanted: target.redacted(),
    prior,
    own: {now: target.own?.(), before: ownThen},
    applied: isObject(state?.applied) ? target.sealSeen(state.applied) : undefined,
    resolved: target.sealSeen(target.desired),
    seal: target.sealSeen,
    fields: target.fields,
    held: ownEntry(live, target.identity.apiVersion),
    show: target.show,
    pathText: target.pathText,
    takesSecret: (path) =>
      hasPath(target.secrets.fields, path) ||
      below(target.secrets.fields, path) !== undefined ||
      hasPath(digested(), path),
    at: (path) => at(sourceOf(target), path),
  };
  const takeOver = taking?.of(live);
  return explainDifferences(differences, evidence).map((change, i) => {
    const path = differences[i]?.path ?? [];
    if (isOwnershipField(path)) return {...change, cause: 'ownership' as const};
    if (taking === undefined || takeOver === undefined) return change;
    return takeOverCause(change, path, {takeOver, live, fields: target.fields, adopting: taking.adopting});
  });
}

/** Returns the fields that take a digest of a value of a secret store. The digest changes with the value, and is not secret. */
const digestedFields = ({secrets, written, kind: {schema}}: Subject['target']): FieldSet =>
  fieldSet(
    (secrets.expands ? secretReferencesIn(written) : [])
      .filter(({isDigested}) => isDigested === true)
      .map(({at: place}) => secretField(written, place, schema)),
  );
