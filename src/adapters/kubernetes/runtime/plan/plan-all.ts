import type {Diagnostic} from '../../../../core/diagnostic/diagnostic.ts';
import type {JsonObject} from '../../../../core/json.ts';
import type {Change} from '../../../../core/plan/plan.ts';
import {objectKey} from '../../../../core/resource/id.ts';
import type {Secret} from '../../../../core/secret/secret.ts';
import {isContainer} from '../../../../kubernetes/plan/decide-removal.ts';
import {isEnding} from '../../../../kubernetes/plan/ending.ts';
import {annotationOf, isOurs} from '../../../../kubernetes/plan/ownership.ts';
import {CREATED_ANNOTATION} from '../../../../kubernetes/resource/labels.ts';
import {restartReason} from '../../../../kubernetes/restart/restart-reason.ts';
import type {PlanRequest} from '../../../../ports/plan-request.ts';
import type {KubernetesClient} from '../client/client.ts';
import {withAdditions} from './added-fields.ts';
import type {IsAutoscaled} from './autoscalers.ts';
import type {Candidate} from './candidate.ts';
import {type CheckElsewhere, checkedElsewhere} from './check-elsewhere.ts';
import {configOf, findPodDigests} from './find-pod-digests.ts';
import {hideValues} from './hide-values.ts';
import type {Ignoring} from './ignore-fields.ts';
import {inputProblems} from './input-problems.ts';
import type {LiveObjects} from './live-objects.ts';
import type {MissingNamespace} from './missing-namespace.ts';
import {type ObjectSecrets, type SecretValues, secretsOf} from './object-secrets.ts';
import type {OtherStacks} from './other-stacks.ts';
import type {PendingSubjects} from './pending-subjects.ts';
import {planObject} from './plan-object.ts';
import type {PlannedObject} from './planned-object.ts';
import {lateDigests, lateText, type PodDigests} from './pod-digests.ts';
import type {ReadConfig} from './read-config.ts';
import type {RecognizedPast} from './recognize-moved.ts';
import {type ResolvedObject, resolveAttributes, unknownFields} from './resolve-attributes.ts';
import type {HelmReleases} from './take-over-release.ts';
import {targetOf} from './target.ts';
import {NOT_READ, type UnreadField, unreadFields, withLiveValues} from './unread-secrets.ts';
import {whyAbsent} from './why-absent.ts';
import {withReferences} from './with-references.ts';

/** The data that planning the objects of a stack shares. */
export type Work = {
  readonly client: KubernetesClient;
  readonly request: PlanRequest;
  readonly candidates: readonly Candidate[];
  readonly past: RecognizedPast;
  readonly live: LiveObjects;
  readonly missingNamespace: MissingNamespace | undefined;
  /** The ids of objects that the server is not asked about. */
  readonly broken: ReadonlySet<string>;
  readonly checkElsewhere: CheckElsewhere;
  readonly ignoring: Ignoring;
  readonly releases: HelmReleases;
  readonly isAutoscaled: IsAutoscaled;
  readonly others: OtherStacks;
  readonly pending: PendingSubjects;
  readonly readConfig: ReadConfig;
  /** Registers secrets, which are from then on removed from the server's texts. */
  readonly onSecrets: (secrets: readonly Secret[]) => void;
};

/** Plans all objects in parallel. An object that takes a value from another one, or is in a namespace of this plan, waits for that one's plan. */
export async function planAll(work: Work): Promise<readonly PlannedObject[]> {
  const byId = new Map(work.candidates.map((candidate) => [candidate.resource.id, candidate]));
  const {wanted, values} = work.request;
  const {order} = wanted.order;
  const foreign = order.filter((id) => values?.lookup(id) !== undefined);
  const ids = new Set([...wanted.resources.map(({id}) => id), ...foreign]);
  const namespaces = new Map(
    work.candidates
      .filter(({identity}) => identity.kind === 'Namespace' && identity.group === '')
      .map(({identity, resource}) => [identity.name, resource.id]),
  );
  const plans = new Map<string, Promise<PlannedObject>>();
  const positions = new Map(order.map((id, i) => [id, i]));
  for (const [position, id] of order.entries()) {
    const candidate = byId.get(id);
    if (candidate === undefined) continue;
    const ownNamespace = namespaces.get(candidate.identity.namespace ?? '');
    const namespace = ownNamespace === undefined ? undefined : plans.get(ownNamespace);
    const earlier = (other: string) => ((positions.get(other) ?? position) < position ? plans.get(other) : undefined);
    plans.set(id, planOne({...work, candidate, namespace, plans, ids, earlier}));
  }
  return Promise.all(plans.values());
}

type One = Work & {
  readonly candidate: Candidate;
  readonly namespace: Promise<PlannedObject> | undefined;
  readonly plans: ReadonlyMap<string, Promise<PlannedObject>>;
  /** The ids of all desired objects. */
  readonly ids: ReadonlySet<string>;
  /** Returns the plan of an object that is before this one in the order, so that two objects never wait for each other. */
  readonly earlier: (id: string) => Promise<PlannedObject> | undefined;
};

type Read = {
  readonly resolved: ResolvedObject;
  /** The fields whose secrets were not read from a store. */
  readonly unread: readonly UnreadField[];
  readonly problems: readonly Diagnostic[];
};

/** Returns the object with the known values of its references. */
async function readOne({candidate, request, plans, ids, others, live}: One, values: SecretValues): Promise<Read> {
  const {resource, written, kind, ownId} = candidate;
  if (!request.wanted.expandable.has(resource.id)) {
    const resolved = {object: written, unknown: [], secretFields: [], diagnostics: []};
    return {resolved, unread: [], problems: []};
  }
  const unread = request.secrets.unread === true ? unreadFields(written, kind.schema) : [];
  const known = await resolveAttributes(candidate, plans, ids, {
    digestKey: request.secrets.digestKey,
    values,
    others,
    runtimes: request.values,
  });
  const resolved = withoutUnread(known, unread, {live: live.get(ownId), schema: kind.schema});
  return {resolved, unread, problems: problemsOf(candidate, resolved, values, unread.length > 0)};
}

async function planOne(one: One): Promise<PlannedObject> {
  const {client, request, candidate, past, live, missingNamespace, namespace, broken, pending} = one;
  const {resource, kind, identity, ownId} = candidate;
  const {id} = resource;
  const found = live.get(ownId);
  const values: SecretValues = request.secrets.values ?? new Map();
  const {resolved, unread, problems} = await readOne(one, values);
  const unreadable = broken.has(id) || problems.length > 0;
  const absentBecause = await whyAbsent(candidate, {namespace, missing: missingNamespace?.name, live: found, pending});
  const key = objectKey(identity);
  const [state, prior] = [past.released.get(key), past.wantedThen.get(key)];
  const sources = {...resolved, expands: request.wanted.expandable.has(id), values, prior, state, live: found};
  const secrets = secretsOf({...sources, schema: kind.schema});
  one.onSecrets(secrets.former);
  const {plain, target, digests} = await targetFor(one, {resolved, secrets, prior});
  const waits = resolved.unknown.length > 0 || unreadable || unread.length > 0 || (digests?.late.length ?? 0) > 0;
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
    waits,
    waitsBecause: waitsBecause({resolved, unread}, digests),
    releases: one.releases,
    isAutoscaled: one.isAutoscaled,
    signal: request.signal,
  });
  const late = [...unknownFields(candidate, resolved.unknown, {live: found, secrets}), ...lateDigests(digests)];
  const change = named({...planned.change, fields: [...planned.change.fields, ...late]}, past.formerIds.get(id));
  const described = withAdditions({
    ...planned,
    change: withRestart({...planned, change}),
    diagnostics: [...problems, ...(digests?.diagnostics ?? [])],
    config: configOf(plain, resolved),
  });
  if (unread.length > 0) return withReferences(described, unread, {prior, live: found});
  return absentBecause !== undefined && !kind.planned && !waits
    ? checkedElsewhere(described, one.checkElsewhere)
    : described;
}

type Making = {
  readonly resolved: ResolvedObject;
  readonly secrets: ObjectSecrets;
  readonly prior: JsonObject | undefined;
};

/** Returns the object as it is sent, with the digests of its pods and the fields that are left to others. `plain` has neither. */
async function targetFor(one: One, {resolved, secrets, prior}: Making) {
  const {candidate, request, live, ignoring} = one;
  const found = live.get(candidate.ownId);
  const {digestKey} = request.secrets;
  const ownership = ownershipOf(candidate, found, request);
  const own = request.wanted.own?.get(candidate.resource.id);
  const made = {candidate, object: resolved.object, ownership, digestKey, own, secrets};
  const plain = targetOf(made);
  const digests = await findPodDigests({...one, target: plain, live: found, prior});
  return {
    plain,
    digests,
    target: ignoring.prepare(digests === undefined ? plain : targetOf({...made, podDigests: digests})),
  };
}

/** Returns why the object waits, if the reason is not a value that its own text takes. */
function waitsBecause({resolved, unread}: Pick<Read, 'resolved' | 'unread'>, digests: PodDigests | undefined) {
  if (unread.length > 0) return NOT_READ;
  return resolved.unknown.length > 0 ? undefined : digests && lateText(digests);
}

/** Adds the live values of fields whose secrets were not read. These fields are hidden, like all that take a secret. */
const withoutUnread = (
  resolved: ResolvedObject,
  unread: readonly UnreadField[],
  to: Parameters<typeof withLiveValues>[2],
): ResolvedObject =>
  unread.length === 0
    ? resolved
    : {...resolved, object: withLiveValues(resolved.object, unread, to), secretFields: unread.map(({path}) => path)};

const ownershipOf = (candidate: Candidate, found: JsonObject | undefined, {lineage, stackName}: PlanRequest) => ({
  lineage,
  stackName,
  created: isCreator(candidate, found === undefined || isEnding(found) ? undefined : found, lineage),
});

/** Adds which ConfigMaps and Secrets changed, if the pods restart for them. */
function withRestart({change, live, target}: PlannedObject): Change {
  const isUpdate = change.action === 'update' || change.action === 'adopt';
  const why = isUpdate && live !== undefined ? restartReason(live, target.desired) : undefined;
  if (why === undefined) return change;
  return {...change, reason: change.reason === undefined ? why : `${change.reason}; ${why}`};
}

/** Records an object under its new id, even if nothing else changes. */
function named(change: Change, former: string | undefined): Change {
  if (former === undefined || (change.action !== 'unchanged' && change.action !== 'update')) return change;
  const was = `it was called ${former}`;
  return {...change, action: 'update', reason: change.reason === undefined ? was : `${was}; ${change.reason}`};
}

const problemsOf = (
  candidate: Candidate,
  {object, unknown, diagnostics}: ResolvedObject,
  values: SecretValues,
  isPartial: boolean,
): readonly Diagnostic[] =>
  [...diagnostics, ...inputProblems(candidate, object, unknown.length === 0 && !isPartial)].map((problem) => ({
    ...problem,
    message: hideValues(problem.message, values),
  }));

/** Reports whether this stack creates, or created, the Namespace or CRD. */
function isCreator({identity, ownId}: Candidate, live: JsonObject | undefined, lineage: string): boolean {
  if (!isContainer(identity.group, identity.kind)) return false;
  return live === undefined || (isOurs({live, ownId, lineage}) && annotationOf(live, CREATED_ANNOTATION) === 'true');
}
