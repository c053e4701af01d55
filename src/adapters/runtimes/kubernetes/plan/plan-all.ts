import type {Diagnostic} from '../../../../core/diagnostic/diagnostic.ts';
import type {JsonObject} from '../../../../core/json.ts';
import {isContainer} from '../../../../core/plan/decide-removal.ts';
import {isEnding} from '../../../../core/plan/ending.ts';
import {annotationOf, isOurs} from '../../../../core/plan/ownership.ts';
import type {Change} from '../../../../core/plan/plan.ts';
import {objectKey} from '../../../../core/resource/id.ts';
import {CREATED_ANNOTATION} from '../../../../core/resource/labels.ts';
import type {Secret} from '../../../../core/secret/secret.ts';
import type {PlanRequest} from '../../../../ports/runtime.ts';
import type {KubernetesClient} from '../client/client.ts';
import {withAdditions} from './added-fields.ts';
import type {IsAutoscaled} from './autoscalers.ts';
import {type Candidate, inputProblems} from './candidate.ts';
import {type CheckElsewhere, checkedElsewhere} from './check-elsewhere.ts';
import type {ComingSubjects} from './coming-subjects.ts';
import {hideValues} from './hide-values.ts';
import {type Ignoring} from './ignore-fields.ts';
import {type LiveObjects} from './live-objects.ts';
import {type MissingNamespace} from './missing-namespace.ts';
import {formerSecrets, type SecretValues, secretsOf} from './object-secrets.ts';
import type {OtherStacks} from './other-stacks.ts';
import {planObject} from './plan-object.ts';
import type {PlannedObject} from './planned-object.ts';
import type {RecognizedPast} from './recognize-moved.ts';
import {type ResolvedObject, resolveAttributes, unknownFields} from './resolve-attributes.ts';
import {type HelmReleases} from './take-over-release.ts';
import {targetOf} from './target.ts';

export type Work = {
  readonly client: KubernetesClient;
  readonly request: PlanRequest;
  readonly candidates: readonly Candidate[];
  readonly past: RecognizedPast;
  readonly live: LiveObjects;
  readonly missingNamespace: MissingNamespace | undefined;
  /** Ids of objects that the server is not asked about. */
  readonly broken: ReadonlySet<string>;
  readonly checkElsewhere: CheckElsewhere;
  readonly ignoring: Ignoring;
  readonly releases: HelmReleases;
  readonly isAutoscaled: IsAutoscaled;
  readonly others: OtherStacks;
  readonly coming: ComingSubjects;
  /** Told what no text of the server may show from now on. */
  readonly onSecrets: (secrets: readonly Secret[]) => void;
};

/** All at once; what takes a value from another, or lies in a namespace of this plan, waits for that one's plan. */
export async function planAll(work: Work): Promise<readonly PlannedObject[]> {
  const byId = new Map(work.candidates.map((candidate) => [candidate.resource.id, candidate]));
  const ids = new Set(work.request.resources.map(({id}) => id));
  const namespaces = new Map(
    work.candidates
      .filter(({identity}) => identity.kind === 'Namespace' && identity.group === '')
      .map(({identity, resource}) => [identity.name, resource.id]),
  );
  const plans = new Map<string, Promise<PlannedObject>>();
  for (const id of work.request.order.order) {
    const candidate = byId.get(id);
    if (candidate === undefined) continue;
    const ownNamespace = namespaces.get(candidate.identity.namespace ?? '');
    const namespace = ownNamespace === undefined ? undefined : plans.get(ownNamespace);
    plans.set(id, planOne({...work, candidate, namespace, plans, ids}));
  }
  return Promise.all(plans.values());
}

type One = Work & {
  readonly candidate: Candidate;
  readonly namespace: Promise<PlannedObject> | undefined;
  readonly plans: ReadonlyMap<string, Promise<PlannedObject>>;
  /** Of all that is wanted. */
  readonly ids: ReadonlySet<string>;
};

async function planOne({
  client,
  request,
  candidate,
  past,
  live,
  missingNamespace,
  namespace,
  plans,
  ids,
  broken,
  checkElsewhere,
  ignoring,
  releases,
  isAutoscaled,
  others,
  coming,
  onSecrets,
}: One): Promise<PlannedObject> {
  const {id} = candidate.resource;
  const found = live.get(candidate.ownId);
  const values: SecretValues = request.secrets ?? new Map();
  const resolved = request.expandable.has(id)
    ? await resolveAttributes(candidate, plans, ids, {values, others})
    : {object: candidate.written, unknown: [], secretFields: [], diagnostics: []};
  const problems = request.expandable.has(id) ? problemsOf(candidate, resolved, values) : [];
  const marks = marksOf(candidate, found, request);
  const unreadable = broken.has(id) || problems.length > 0;
  const absentBecause = await whyAbsent(candidate, {namespace, missing: missingNamespace?.name, live: found, coming});
  const key = objectKey(candidate.identity);
  const [state, prior] = [past.released.get(key), past.wantedThen.get(key)];
  const sources = {...resolved, expands: request.expandable.has(id), values, prior, state, live: found};
  onSecrets(formerSecrets({...sources, schema: candidate.kind.schema}));
  const secrets = secretsOf({...sources, schema: candidate.kind.schema});
  const {sealKey} = request;
  const target = ignoring.prepare(
    targetOf({candidate, object: resolved.object, marks, sealKey, own: request.own?.get(id), secrets}),
  );
  const planned = await planObject({
    client,
    target,
    live: found,
    state,
    prior,
    ownThen: past.ownThen.get(key),
    lineage: request.lineage,
    stackName: request.stackName,
    permissions: request.permissions,
    absentBecause,
    waits: resolved.unknown.length > 0 || unreadable,
    releases,
    isAutoscaled,
    signal: request.signal,
  });
  const fields = [...planned.change.fields, ...unknownFields(candidate, resolved.unknown)];
  const change = named({...planned.change, fields}, past.formerIds.get(id));
  const described = withAdditions({...planned, change, diagnostics: problems});
  const asks = absentBecause !== undefined && !candidate.kind.planned && !unreadable && resolved.unknown.length === 0;
  return asks ? checkedElsewhere(described, checkElsewhere) : described;
}

const marksOf = (candidate: Candidate, found: JsonObject | undefined, {lineage, stackName}: PlanRequest) => ({
  lineage,
  stackName,
  created: isCreator(candidate, found === undefined || isEnding(found) ? undefined : found, lineage),
});

/** An object that has another id is recorded under that, even where nothing else changes. */
function named(change: Change, former: string | undefined): Change {
  if (former === undefined || (change.action !== 'unchanged' && change.action !== 'update')) return change;
  const was = `it was called ${former}`;
  return {...change, action: 'update', reason: change.reason === undefined ? was : `${was}; ${change.reason}`};
}

const problemsOf = (
  candidate: Candidate,
  {object, unknown, diagnostics}: ResolvedObject,
  values: SecretValues,
): readonly Diagnostic[] =>
  [...diagnostics, ...inputProblems(candidate, object, unknown.length === 0)].map((problem) => ({
    ...problem,
    message: hideValues(problem.message, values),
  }));

type Absence = {
  readonly namespace: Promise<PlannedObject> | undefined;
  readonly missing: string | undefined;
  readonly live: JsonObject | undefined;
  readonly coming: ComingSubjects;
};

async function whyAbsent(
  {kind, identity}: Candidate,
  {namespace, missing, live, coming}: Absence,
): Promise<string | undefined> {
  if (kind.planned) return `its kind comes with ${coming.kindFrom(identity) ?? 'this plan'}`;
  if (identity.namespace !== undefined && identity.namespace === missing) return 'its namespace comes with this plan';
  if ((await namespace)?.change.action === 'create') return 'its namespace comes with this plan';
  const from = live === undefined ? coming.namespaceFrom(identity) : undefined;
  return from === undefined ? undefined : `its namespace comes with ${from}`;
}

/** This stack makes the namespace or CRD, or made it. */
function isCreator({identity, ownId}: Candidate, live: JsonObject | undefined, lineage: string): boolean {
  if (!isContainer(identity.group, identity.kind)) return false;
  return live === undefined || (isOurs({live, ownId, lineage}) && annotationOf(live, CREATED_ANNOTATION) === 'true');
}
