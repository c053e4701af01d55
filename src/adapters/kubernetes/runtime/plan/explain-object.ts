import type {FieldPath} from '../../../../core/fields/field-path.ts';
import {isObject, type JsonObject} from '../../../../core/json.ts';
import type {FieldChange} from '../../../../core/plan/plan.ts';
import type {KubernetesState} from '../../../../core/release/kubernetes-state.ts';
import type {FieldDifference} from '../../../../kubernetes/fields/compare.ts';
import {dropServerFields} from '../../../../kubernetes/fields/drop-server-fields.ts';
import {below, hasPath} from '../../../../kubernetes/fields/field-set.ts';
import {decideConflict} from '../../../../kubernetes/plan/decide-conflict.ts';
import {
  type Evidence,
  explainDifferences,
  explainFills,
  foreignOwner,
} from '../../../../kubernetes/plan/explain-differences.ts';
import {ownEntry} from '../../../../kubernetes/plan/manager-entry.ts';
import {type Answered, fillsOfNew, separateFills} from '../../../../kubernetes/plan/separate-fills.ts';
import {at, type Source} from '../../../../kubernetes/plan/source-map.ts';
import {takeOverCause} from '../../../../kubernetes/plan/take-over-cause.ts';
import {createdDifferences, isOwnMark, localDifferences} from './local-result.ts';
import {type TakingOver, takenDifferences} from './take-over.ts';
import type {Target} from './target.ts';

/** What the causes of field changes are found from. */
export type Explained = {
  readonly target: Target;
  readonly state: KubernetesState | undefined;
  /** What the last release wanted, sealed. */
  readonly prior: JsonObject | undefined;
  /** What the stack's own files said then, where the workspace had changed it. */
  readonly ownThen?: JsonObject | undefined;
  /** Fields of older tools that become ours. */
  readonly taking?: TakingOver | undefined;
};

/** What the user wrote of the object, and where. */
export const sourceOf = ({kind, origin, written}: Target): Source => ({written, schema: kind.schema, origin});

/** An update that the server has answered: what differs, and why. */
export function answeredChanges(
  request: Explained,
  live: JsonObject,
  answer: JsonObject,
  differences: readonly FieldDifference[],
): readonly FieldChange[] {
  return explainChanges(request, live, answer, separateFills(differences, answeredOf(request, answer)));
}

/** A new object; with the server's answer also what others fill in, and write in place of what is sent. */
export function createdChanges(request: Explained, answer: JsonObject | undefined): readonly FieldChange[] {
  const {target} = request;
  const own = explainChanges(request, {}, target.desired, createdDifferences(target));
  if (answer === undefined) return own;
  const {filled, rewritten} = fillsOfNew(answeredOf(request, answer));
  const byWebhook = rewritten.length === 0 ? [] : explainChanges(request, {}, answer, rewritten);
  return [
    ...own,
    ...byWebhook.map((change) => ({...change, cause: 'webhook' as const})),
    ...explainFills(filled, {schema: target.kind.schema, answer, show: target.show, pathText: target.pathText}),
  ];
}

/** Without the server's word. What only another spelling or a webhook made different since is no news. */
export function localChanges(request: Explained, live: JsonObject, insists: boolean): readonly FieldChange[] {
  const differences = [
    ...localDifferences(live, request.target),
    ...takenDifferences(request.taking, live, request.target),
  ];
  return explainChanges(request, live, request.target.desired, differences)
    .map((change, i) => (insists ? change : leftToOwner(change, differences[i]?.path ?? [], live)))
    .filter(({cause}) => cause !== 'webhook');
}

/** What an apply would leave to its owner is no change of ours, whether or not the server could be asked. */
function leftToOwner(change: FieldChange, path: FieldPath, live: JsonObject): FieldChange {
  const owner = change.cause === 'ownership' ? undefined : foreignOwner(live, path);
  if (owner === undefined || decideConflict({owner, releasedByUs: true}) !== 'yield') return change;
  return {...change, cause: 'conflict', manager: owner.manager, yielded: true};
}

const answeredOf = ({target: {desired, fields, kind}}: Explained, answer: JsonObject): Answered => ({
  answer: dropServerFields(answer),
  desired,
  fields,
  schema: kind.schema,
});

/** The cause of each difference between live and `answer`: the server's, or what is sent where there is none. */
export function explainChanges(
  {target, prior, ownThen, state, taking}: Explained,
  live: JsonObject,
  answer: JsonObject,
  differences: readonly FieldDifference[],
): readonly FieldChange[] {
  const evidence: Evidence = {
    schema: target.kind.schema,
    live,
    answer,
    wanted: target.sealed(),
    prior,
    own: {now: target.own?.(), before: ownThen},
    applied: isObject(state?.applied) ? target.sealSeen(state.applied) : undefined,
    resolved: target.sealSeen(target.desired),
    seal: target.sealSeen,
    fields: target.fields,
    held: ownEntry(live, target.identity.apiVersion),
    show: target.show,
    pathText: target.pathText,
    takesSecret: (path) => hasPath(target.secrets.fields, path) || below(target.secrets.fields, path) !== undefined,
    at: (path) => at(sourceOf(target), path),
  };
  const takeOver = taking?.of(live);
  return explainDifferences(differences, evidence).map((change, i) => {
    const path = differences[i]?.path ?? [];
    if (isOwnMark(path)) return {...change, cause: 'ownership' as const};
    if (taking === undefined || takeOver === undefined) return change;
    return takeOverCause(change, path, {takeOver, live, fields: target.fields, adopting: taking.adopting});
  });
}
