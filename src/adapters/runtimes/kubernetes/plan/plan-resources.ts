import type {Diagnostic} from '../../../../core/diagnostic/diagnostic.ts';
import {GantryError} from '../../../../core/failure/failure.ts';
import type {JsonObject} from '../../../../core/json.ts';
import {isContainer} from '../../../../core/plan/decide-removal.ts';
import {isEnding} from '../../../../core/plan/ending.ts';
import {annotationOf, isOurs} from '../../../../core/plan/ownership.ts';
import {idOf, objectKey} from '../../../../core/resource/id.ts';
import {CREATED_ANNOTATION} from '../../../../core/resource/labels.ts';
import type {PlanRequest} from '../../../../ports/runtime.ts';
import type {KubernetesClient} from '../client/client.ts';
import {type BrokenObjects, findBroken, inFileOrder} from './broken-objects.ts';
import {type Candidate, candidateOf, inputProblems, isCandidate} from './candidate.ts';
import {type CheckElsewhere, checkedElsewhere, openCheckElsewhere, standInNamespaces} from './check-elsewhere.ts';
import {checkQuota} from './check-quota.ts';
import {containersInUse} from './containers-in-use.ts';
import {type Ignoring, openIgnoring} from './ignore-fields.ts';
import {type LiveObjects, readLiveObjects, type Wanted} from './live-objects.ts';
import {findMissingNamespace, type MissingNamespace} from './missing-namespace.ts';
import {orphans} from './orphans.ts';
import {type Past, readPast} from './past.ts';
import {planObject} from './plan-object.ts';
import {type PlannedRemoval, planRemoval} from './plan-removal.ts';
import {plannedKinds} from './planned-kinds.ts';
import type {PlannedObject} from './planned-object.ts';
import {resolveAttributes, unknownFields} from './resolve-attributes.ts';
import {openScheme, type Scheme} from './scheme.ts';
import {settleRefusals} from './settle-refusals.ts';
import {type HelmReleases, openHelmReleases} from './take-over-release.ts';
import {helmWarnings} from './take-over-warnings.ts';
import {targetOf} from './target.ts';

export type PlanSession = {
  readonly client: KubernetesClient;
  /** The namespace of the kubeconfig's context, else `default`. */
  readonly defaultNamespace: string;
};

export type PlannedResources = {
  readonly objects: readonly PlannedObject[];
  readonly removals: readonly PlannedRemoval[];
  /** The stack's namespace does not exist: it is made first, and never owned. */
  readonly missingNamespace?: MissingNamespace;
  readonly diagnostics: readonly Diagnostic[];
};

/**
 * Compares everything that is wanted, and everything that was released, with live. What is wrong comes all at once: the objects
 * that cannot be read by their kind's fields are left out, the others are dry-run all the same.
 */
export async function planResources(session: PlanSession, request: PlanRequest): Promise<PlannedResources> {
  const {client, defaultNamespace} = session;
  const scheme = openScheme(client, plannedKinds(request.resources.map(({attributes}) => attributes)));
  const found = await Promise.all(
    request.resources.map((resource) =>
      candidateOf({client, scheme, resource, origin: request.origins.get(resource.id), defaultNamespace}),
    ),
  );
  const candidates = found.filter(isCandidate);
  const broken = findBroken({...request, found});
  try {
    return await planFound({session, request, scheme, candidates, broken});
  } catch (error) {
    // What is surely wrong is worth more than that the rest could not be asked.
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

async function planFound({session, request, scheme, candidates, broken}: FoundWork): Promise<PlannedResources> {
  const {client, defaultNamespace} = session;
  const wantedKeys = new Set(candidates.map(({identity}) => objectKey(identity)));
  const past = await readPast({scheme, versions: client.discovery.apiVersions}, request, wantedKeys);
  const live = await readLiveObjects({
    client,
    lineage: request.lineage,
    firstRun: request.prior.length === 0 && request.interrupted.length === 0,
    wanted: [
      ...candidates.filter(({kind}) => !kind.planned).map((one) => wantedOf(one, past)),
      ...past.removed.map(({wanted}) => wanted).filter((one) => one !== undefined),
    ],
    signal: request.signal,
  });
  const missingNamespace = await findMissingNamespace(client, request);
  const checkElsewhere = openCheckElsewhere({
    client,
    namespaces: standInNamespaces({defaultNamespace, candidates, live, missing: missingNamespace?.name}),
    signal: request.signal,
  });
  const ignoring = openIgnoring(request.ignore);
  const planned = await planAll({
    session,
    request,
    candidates,
    past,
    live,
    missingNamespace,
    broken: broken.ids,
    checkElsewhere,
    ignoring,
    releases: openHelmReleases(client, request.signal),
  });
  const settled = await settleRefusals(client, planned, request);
  const keep = containersInUse(candidates, request.ensureNamespace);
  const removals = past.removed.map(({state, wanted}) =>
    planRemoval({
      state,
      live: live.get(idOf(state)),
      resource: wanted?.resource,
      lineage: request.lineage,
      operation: request.operation,
      permissions: request.permissions,
      kept: keep(state),
    }),
  );
  const quotaWarnings = await checkQuota({client, planned: settled.objects, signal: request.signal});
  const known = new Set([
    ...candidates.map(({ownId}) => ownId),
    ...past.removed.map(({state}) => idOf(state)),
    ...(request.leftOut ?? []),
  ]);
  return {
    objects: settled.objects,
    removals,
    ...(missingNamespace === undefined ? {} : {missingNamespace}),
    diagnostics: [
      ...inFileOrder([
        ...broken.diagnostics,
        ...planned.flatMap(({diagnostics}) => diagnostics),
        ...settled.diagnostics,
      ]),
      ...ignoring.unused(settled.objects),
      ...quotaWarnings,
      ...helmWarnings(settled.objects),
      ...orphans(live, known, request.lineage),
    ],
  };
}

/** Namespaces and CRDs are always asked for by name: whether they exist decides what may be deleted later. */
const wantedOf = ({ownId, kind, identity}: Candidate, past: Past): Wanted => ({
  ownId,
  resource: kind.resource,
  namespace: identity.namespace,
  name: identity.name,
  expected: past.known.has(objectKey(identity)) || isContainer(identity.group, identity.kind),
});

type Work = {
  readonly session: PlanSession;
  readonly request: PlanRequest;
  readonly candidates: readonly Candidate[];
  readonly past: Past;
  readonly live: LiveObjects;
  readonly missingNamespace: MissingNamespace | undefined;
  /** Ids of objects that the server is not asked about. */
  readonly broken: ReadonlySet<string>;
  readonly checkElsewhere: CheckElsewhere;
  readonly ignoring: Ignoring;
  readonly releases: HelmReleases;
};

/** All at once; what takes a value from another, or lies in a namespace of this plan, waits for that one's plan. */
async function planAll(work: Work): Promise<readonly PlannedObject[]> {
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
  session,
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
}: One): Promise<PlannedObject> {
  const {id} = candidate.resource;
  const found = live.get(candidate.ownId);
  const resolved = request.expandable.has(id)
    ? await resolveAttributes(candidate, plans, ids)
    : {object: candidate.written, unknown: [], diagnostics: []};
  const problems = request.expandable.has(id)
    ? [...resolved.diagnostics, ...inputProblems(candidate, resolved.object, resolved.unknown.length === 0)]
    : [];
  const marks = {
    lineage: request.lineage,
    stackName: request.stackName,
    created: isCreator(candidate, found === undefined || isEnding(found) ? undefined : found, request.lineage),
  };
  const unreadable = broken.has(id) || problems.length > 0;
  const absentBecause = await whyAbsent(candidate, namespace, missingNamespace?.name);
  const own = request.own?.get(id);
  const target = ignoring.prepare(targetOf({candidate, object: resolved.object, marks, sealKey: request.sealKey, own}));
  const planned = await planObject({
    client: session.client,
    target,
    live: found,
    state: past.released.get(objectKey(candidate.identity)),
    prior: past.wantedThen.get(objectKey(candidate.identity)),
    ownThen: past.ownThen.get(objectKey(candidate.identity)),
    lineage: request.lineage,
    permissions: request.permissions,
    absentBecause,
    waits: resolved.unknown.length > 0 || unreadable,
    releases,
    signal: request.signal,
  });
  const fields = [...planned.change.fields, ...unknownFields(candidate, resolved.unknown)];
  const described = {...planned, change: {...planned.change, fields}, diagnostics: problems};
  const asks = absentBecause !== undefined && !candidate.kind.planned && !unreadable && resolved.unknown.length === 0;
  return asks ? checkedElsewhere(described, checkElsewhere) : described;
}

async function whyAbsent(
  {kind, identity}: Candidate,
  namespace: Promise<PlannedObject> | undefined,
  missing: string | undefined,
): Promise<string | undefined> {
  if (kind.planned) return 'its kind comes with this plan';
  if (identity.namespace !== undefined && identity.namespace === missing) return 'its namespace comes with this plan';
  return (await namespace)?.change.action === 'create' ? 'its namespace comes with this plan' : undefined;
}

/** This stack makes the namespace or CRD, or made it. */
function isCreator({identity, ownId}: Candidate, live: JsonObject | undefined, lineage: string): boolean {
  if (!isContainer(identity.group, identity.kind)) return false;
  return live === undefined || (isOurs({live, ownId, lineage}) && annotationOf(live, CREATED_ANNOTATION) === 'true');
}
