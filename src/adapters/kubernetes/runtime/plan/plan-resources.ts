import type {Diagnostic} from '../../../../core/diagnostic/diagnostic.ts';
import {GantryError} from '../../../../core/failure/failure.ts';
import type {JsonObject} from '../../../../core/json.ts';
import type {KubernetesState} from '../../../../core/release/kubernetes-state.ts';
import {kubernetesStates} from '../../../../core/release/resource-state.ts';
import {idOf, objectKey} from '../../../../core/resource/id.ts';
import type {Secret} from '../../../../core/secret/secret.ts';
import {isOurs} from '../../../../kubernetes/plan/ownership.ts';
import type {PlanRequest} from '../../../../ports/plan-request.ts';
import type {KubernetesClient} from '../client/client.ts';
import {unusedReverts} from './added-fields.ts';
import {openAutoscalers} from './autoscalers.ts';
import {type BrokenObjects, findBroken, inFileOrder} from './broken-objects.ts';
import {type Candidate, candidateOf, isCandidate} from './candidate.ts';
import {openCheckElsewhere, standInNamespaces} from './check-elsewhere.ts';
import {checkQuota} from './check-quota.ts';
import {containersInUse} from './containers-in-use.ts';
import {type CreatedNamespace, findCreatedNamespace} from './created-namespace.ts';
import {openIgnoring} from './ignore-fields.ts';
import {type LiveObjects, readLiveObjects, uidOf} from './live-objects.ts';
import {findMissingNamespace, type MissingNamespace} from './missing-namespace.ts';
import {objectsToRead} from './objects-to-read.ts';
import {type OtherStacks, readOtherStacks} from './other-stacks.ts';
import {readPast} from './past.ts';
import {pendingSubjects} from './pending-subjects.ts';
import {planAll, type Work} from './plan-all.ts';
import {type PlannedRemoval, planRemoval} from './plan-removal.ts';
import {plannedKinds} from './planned-kinds.ts';
import type {PlannedObject} from './planned-object.ts';
import {openReadConfig} from './read-config.ts';
import {type RecognizedPast, recognizeMoved} from './recognize-moved.ts';
import {refuseNewerObjects} from './refuse-newer-objects.ts';
import {remainingPvcs} from './remaining-pvcs.ts';
import {openScheme, type Scheme} from './scheme.ts';
import {settleContainers} from './settle-containers.ts';
import {settleRefusals} from './settle-refusals.ts';
import {openHelmReleases} from './take-over-release.ts';
import {helmWarnings} from './take-over-warnings.ts';
import {unrecordedObjects} from './unrecorded-objects.ts';
import {unrestartedPods} from './unrestarted-pods.ts';

/** The connection of a plan to its cluster. */
export type PlanSession = {
  readonly client: KubernetesClient;
  /** The namespace of the kubeconfig's context, else `default`. */
  readonly defaultNamespace: string;
  /** Registers secrets, which are from then on removed from the server's texts. */
  readonly onSecrets: (secrets: readonly Secret[]) => void;
};

/** The outcome of a plan for a Kubernetes cluster. */
export type PlannedResources = {
  readonly objects: readonly PlannedObject[];
  readonly removals: readonly PlannedRemoval[];
  /** The stack's namespace, if it does not exist: it is created first, and never owned. */
  readonly missingNamespace?: MissingNamespace | undefined;
  /** The stack's namespace, if the destroy deletes it: after all other objects. */
  readonly createdNamespace?: CreatedNamespace | undefined;
  /** Absent if nothing could be planned. */
  readonly others?: OtherStacks;
  readonly diagnostics: readonly Diagnostic[];
};

/**
 * Compares everything that is desired, and everything that was released, with the live objects. All problems are
 * reported at once: objects that cannot be read by the schema of their kind are left out, and the others are still
 * checked by dry runs.
 */
export async function planResources(session: PlanSession, request: PlanRequest): Promise<PlannedResources> {
  const {client, defaultNamespace} = session;
  const {wanted} = request;
  const pending = request.neighbours?.pending ?? [];
  const scheme = openScheme(client, plannedKinds([...pending, ...wanted.resources].map(({attributes}) => attributes)));
  const found = await Promise.all(
    wanted.resources.map((resource) =>
      candidateOf({client, scheme, resource, origin: wanted.origins.get(resource.id), defaultNamespace}),
    ),
  );
  const candidates = found.filter(isCandidate);
  const broken = findBroken({...wanted, found});
  try {
    return await planFound({session, request, scheme, candidates, broken});
  } catch (error) {
    // Certain problems of the files are more useful than the error of the cluster.
    if (broken.diagnostics.length === 0 || !(error instanceof GantryError) || request.signal.aborted) throw error;
    return {objects: [], removals: [], diagnostics: inFileOrder(broken.diagnostics)};
  }
}

type FoundWork = {
  readonly session: PlanSession;
  readonly request: PlanRequest;
  readonly scheme: Scheme;
  readonly candidates: readonly Candidate[];
  readonly broken: BrokenObjects;
};

async function workOf({session, request, scheme, candidates, broken}: FoundWork): Promise<Work> {
  const {client, defaultNamespace, onSecrets} = session;
  const wantedKeys = new Set(candidates.map(({identity}) => objectKey(identity)));
  const left = await readPast({scheme, versions: client.discovery.apiVersions}, request.prior, wantedKeys);
  const live = await readLiveObjects({...objectsToRead(request, {candidates, left}), client});
  const past = recognizeMoved(left, candidates, live);
  const missingNamespace = await findMissingNamespace(client, request);
  const checkElsewhere = openCheckElsewhere({
    client,
    namespaces: standInNamespaces({defaultNamespace, candidates, live, missing: missingNamespace?.name}),
    signal: request.signal,
  });
  return {
    client,
    request,
    candidates,
    past,
    live,
    missingNamespace,
    broken: broken.ids,
    checkElsewhere,
    ignoring: openIgnoring(request.ignore),
    releases: openHelmReleases(client, request.signal),
    isAutoscaled: openAutoscalers({
      client,
      wanted: candidates.map(({written}) => written),
      leaving: new Set(past.removed.map(({state}) => objectKey(state))),
      signal: request.signal,
    }),
    others: await readOtherStacks(client, request),
    pending: pendingSubjects(request.neighbours?.pending ?? []),
    readConfig: openReadConfig({client, request, candidates}),
    onSecrets,
  };
}

async function planFound(given: FoundWork): Promise<PlannedResources> {
  const {request, candidates, broken} = given;
  const work = await workOf(given);
  const {client, past, live, missingNamespace, ignoring, others, pending} = work;
  const planned = await planAll(work);
  refuseNewerObjects(planned, request);
  const settled = await settleRefusals(client, planned, {...request, ...request.prior, pending});
  const removed = removalsOf(request, {candidates, past, live});
  const {removals, diagnostics: losses} = await settleContainers(removed, {client, ...request});
  const {createdNamespace, diagnostics: ofNamespace} = await findCreatedNamespace(work, removals, request);
  const found = [
    ...broken.diagnostics,
    ...others.diagnostics,
    ...planned.flatMap(({diagnostics}) => diagnostics),
    ...settled.diagnostics,
  ];
  const remarks = await remarksOn({objects: settled.objects, removals}, {client, request, ignoring, losses});
  const lost = unrecordedObjects(live, knownIds(request, {candidates, past}), request.lineage);
  return {
    objects: settled.objects,
    removals,
    others,
    missingNamespace,
    createdNamespace,
    diagnostics: [...inFileOrder(found), ...remarks, ...ofNamespace, ...lost],
  };
}

type Remarking = Pick<Work, 'client' | 'request' | 'ignoring'> & {
  readonly losses: readonly Diagnostic[];
};

/** Returns warnings and notes about objects that can be planned. */
async function remarksOn(
  {objects, removals}: {readonly objects: readonly PlannedObject[]; readonly removals: readonly PlannedRemoval[]},
  {client, request, ignoring, losses}: Remarking,
): Promise<readonly Diagnostic[]> {
  const {permissions, signal} = request;
  const [quotaWarnings, claims] = await Promise.all([
    checkQuota({client, planned: objects, signal}),
    remainingPvcs({...request, client, objects, removals}),
  ]);
  return [
    ...ignoring.unused(objects),
    ...unusedReverts(permissions.revertAdded ?? [], objects),
    ...quotaWarnings,
    ...losses,
    ...claims,
    ...helmWarnings(objects),
    ...unrestartedPods(objects),
  ];
}

type Found = {readonly candidates: readonly Candidate[]; readonly past: RecognizedPast; readonly live: LiveObjects};

function removalsOf(request: PlanRequest, {candidates, past, live}: Found): readonly PlannedRemoval[] {
  const keep = containersInUse(candidates, request.kubernetes?.ensureNamespace);
  const {recreated, toOrphan} = request.prior;
  return past.removed.map(({state, wanted}) => {
    const found = live.get(idOf(state));
    return planRemoval({
      state: recreated?.has(state.id) === true ? asMadeAnew(state, found, request.lineage) : state,
      live: found,
      resource: wanted?.resource,
      lineage: request.lineage,
      permissions: request.permissions,
      isOrphaned: toOrphan?.has(state.id) === true,
      kept: keep(state),
    });
  });
}

/**
 * Returns the state of an object that an interrupted run may have recreated without a record: then only our ownership
 * label and annotation show that it is ours.
 */
function asMadeAnew(state: KubernetesState, live: JsonObject | undefined, lineage: string): KubernetesState {
  const uid = uidOf(live);
  return live === undefined || uid === undefined || !isOurs({live, ownId: idOf(state), lineage})
    ? state
    : {...state, uid};
}

/** Returns the ids that the stack or its last release contains; other objects with our label are orphans. */
const knownIds = ({prior: {leftOut = []}}: PlanRequest, {candidates, past}: Omit<Found, 'live'>): ReadonlySet<string> =>
  new Set([
    ...candidates.map(({ownId}) => ownId),
    ...past.removed.map(({state}) => idOf(state)),
    ...past.aliases,
    // The names in the server's answers.
    ...kubernetesStates(leftOut).map((state) => idOf(state)),
  ]);
