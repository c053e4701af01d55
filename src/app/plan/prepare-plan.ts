import {runsHere} from '../../core/hook/runs-here.ts';
import type {Plan} from '../../core/plan/plan.ts';
import {sealPlan} from '../../core/plan/summary.ts';
import {nextRevision} from '../../core/release/head.ts';
import {checkOrigin, type StackOrigin} from '../../core/release/origin.ts';
import type {Secret} from '../../core/secret/secret.ts';
import {type ClusterIdentity, NO_CLUSTER, shownIdentity} from '../../core/workspace/cluster-identity.ts';
import {planRuntimes} from '../../engine/plan-runtimes.ts';
import {hmacKey} from '../../engine/release/hmac-key.ts';
import {notePlanned} from '../../engine/release/note-release.ts';
import {openHistory} from '../../engine/release/release-history.ts';
import {newLineage} from '../../engine/release/settle-lineage.ts';
import type {Runtimes} from '../../engine/runtimes.ts';
import {defined} from '../../lib/defined.ts';
import type {Cluster} from '../../ports/cluster.ts';
import type {ClusterAccess} from '../../ports/cluster-access.ts';
import type {RuntimePlan} from '../../ports/runtime-plan.ts';
import type {Deps} from '../deps.ts';
import {chooseHooks} from '../hooks/choose-hooks.ts';
import type {ChosenHooks} from '../hooks/chosen-hooks.ts';
import {installedByHelm} from '../hooks/installed-by-helm.ts';
import {orderHooks} from '../hooks/order-hooks.ts';
import type {JudgedByPolicy, judgeByPolicy} from '../policy/judge-by-policy.ts';
import {findStackOrigin} from '../release/find-origin.ts';
import {refuseOtherUser} from '../release/refuse-other-user.ts';
import {idsToOrphan} from '../release/select-orphaned.ts';
import {unreadNotes} from '../release/unread-objects.ts';
import {usesOf} from '../release/uses-of.ts';
import {releasedHealth} from '../released-health.ts';
import {requireRuntime} from '../require-runtime.ts';
import type {ResolvedGenerated} from '../secret/generated-request.ts';
import {claimNotes} from '../shared/claim-notes.ts';
import {type EffectsOnUsers, effectsOnUsers} from '../shared/effects-on-users.ts';
import {claimRecords} from '../shared/planned-claims.ts';
import {refuseClaims} from '../shared/refuse-claims.ts';
import {refuseRegistered} from '../shared/refuse-registered.ts';
import {refuseUsed} from '../shared/refuse-used.ts';
import {verifyExternals} from '../shared/verify-externals.ts';
import {untrustedNotes, untrustedPart} from '../untrusted/untrusted-notes.ts';
import {explainKubeconfig} from '../workspace/explain-kubeconfig.ts';
import {chooseSource} from './choose-source.ts';
import {type ClusterConnection, clusterConnection, type OpenedCluster} from './cluster-connection.ts';
import {readHealth} from './health-rules.ts';
import {judgePlan} from './judge-plan.ts';
import {lookedUpNotes, lookedUpPart} from './looked-up.ts';
import {isInCluster, usesLiveObject} from './needs-cluster.ts';
import {contextOf, defaultNamespaceOf, placesOf} from './places-of.ts';
import type {PlanInput, PlannedHistory, PlanScope, PlanValues} from './plan-input.ts';
import {planReachable} from './plan-reachable.ts';
import {planRequest} from './plan-request.ts';
import type {PreparedPlan} from './prepared-plan.ts';
import {reachCluster} from './reach-cluster.ts';
import type {PreviewRequest} from './release-requests.ts';
import {resolveValues} from './resolve-values.ts';
import {selectAdopted} from './select-adopted.ts';
import {selectScope} from './select-scope.ts';
import {timedPhase} from './timed-phase.ts';
import {withoutIdleNotes} from './without-idle-notes.ts';

/**
 * Makes the plan for preview, apply and destroy: files → workspace → cluster → three-way plan. Takes no lock, and writes only the pin of a
 * cluster seen for the first time. Close the result: it holds the connection to the cluster.
 * @param use `look`: nothing is recorded afterwards. `explain`: the same, with the layers of all values
 * @throws GantryError for wrong input (all problems at once), a broken context, another cluster, refused objects.
 */
export async function preparePlan(
  request: PreviewRequest,
  deps: Deps,
  use: 'record' | 'look' | 'explain' = 'record',
): Promise<PreparedPlan> {
  const connection = clusterConnection(deps, request.sameRun?.clusterWaitSeconds);
  try {
    return await prepare({request, connection, use: use === 'record' ? use : 'look', traced: use === 'explain'}, deps);
  } catch (error) {
    await connection.close();
    throw error;
  }
}

type Preparation = {
  readonly request: PreviewRequest;
  readonly connection: ClusterConnection;
  readonly use: 'record' | 'look';
  readonly traced: boolean;
};

async function prepare({request, connection, use, traced}: Preparation, deps: Deps): Promise<PreparedPlan> {
  // Read the files (or a release), and the state of earlier runs.
  const input = await readInput(request, {connection, use, traced}, deps);
  // Resolve the context, and the values that come from secret stores and from other stacks.
  const digestKey = await hmacKey(input.records.backend, use);
  refuseClaims(input, digestKey);
  const hooks = chooseHooks(input, digestKey, await installedByHelm(input, placesOf(input, connection)));
  const values = await resolveValues(input, {connection, digestKey, hooks}, deps);
  // Connect, and check that this is the cluster of the workspace and of the last release.
  const needsCluster = isInCluster(input, hooks) || usesLiveObject(values);
  const reached = await (needsCluster ? reachPinned : reachNone)(input, connection, deps);
  await verifyExternals(values.others, input.source.names.workspace, reached.cluster.facts);
  const history = {...historyOf(input, digestKey), hooks};
  // Plan the three-way difference by the runtimes.
  const {scope, made} = await planReachable(input, (part) =>
    timedPhase(deps, {phase: 'plan'}, () => planHooked(reached.runtimes, part, {...history, ...values, deps})),
  );
  // Check it by the rules of the stack, its workspace and its guards.
  const byStack = judgePlan(made, {...input, ...input.source, ...input.records, ...scope, origin: reached.origin});
  // Check it by the policy of the workspace, if it has one.
  const defaultNamespace = defaultNamespaceOf(input, reached);
  const {judged, waivers} = await withPolicy(byStack, {...input, scope, hooks, defaultNamespace}, deps);
  const {lineage} = history;
  const {source, records, healthy} = input;
  const {names} = source;
  const changes = judged.changes.map(({change}) => change);
  const onUsers = await effectsOnUsers({names, resources: scope.loaded.resources, changes}, records.backend);
  const plan = summarize(judged, {input, scope, reached, lineage, generated: values.generated, hooks, onUsers});
  await refuseUsed({plan, destroyed: input.request.sameRun?.destroyed ?? new Set()}, records.backend);
  await refuseRegistered(plan, judged, records.backend);
  const {operation, revision} = request;
  deps.onEvent({type: 'plan-made', operation, revision: plan.revision, steps: stepsOf(judged)});
  const {cluster, identity, origin} = reached;
  const rules = {health: healthy.health, signal: deps.signal};
  return {
    ...judged,
    plan,
    source,
    scope,
    records,
    ...history,
    secrets: values.secrets,
    generated: values.generated,
    adopt: input.request.permissions.adopt,
    ...sharedRecords(input, {scope, values, reached, history}),
    waivers,
    cluster: identity,
    defaultNamespace,
    whoAmI: cluster.whoAmI,
    healthOf: releasedHealth({cluster, history: records.history, ...history, secrets: values.secrets, ...rules}),
    origin,
    from: source.from && revision !== 'current' ? {revision: source.from.revision} : undefined,
    [Symbol.asyncDispose]: connection.close,
  };
}

type Planned = {
  readonly scope: PlanInput['scope'];
  readonly values: PlanValues;
  readonly reached: Reached;
  readonly history: Pick<PlannedHistory, 'toOrphan' | 'digestKey'>;
};

/** Returns what the release records of shared resources: those that it uses, and those that it has made for other stacks. */
const sharedRecords = ({request, source, records}: PlanInput, {scope, values, reached, history}: Planned) => ({
  uses: usesOf({
    loaded: scope.loaded,
    others: values.others,
    leftOut: scope.leftOut,
    last: records.history.last,
    cluster: reached.use,
  }),
  claims: claimRecords({
    ...source,
    request: request.claims,
    claimed: source.loaded.claimed,
    orphaned: history.toOrphan,
    digestKey: history.digestKey,
  }),
});

type Reading = Pick<Preparation, 'connection' | 'use' | 'traced'>;

async function readInput(asked: PreviewRequest, access: Reading, deps: Deps): Promise<PlanInput> {
  // The desired resources: the files of the stack (built, varied and ordered), one of its releases, or nothing.
  const source = await timedPhase(deps, {phase: 'build'}, () => chooseSource(asked, deps, access));
  const backend = await deps.backend();
  const history = source.history ?? (await openHistory({backend, ...source.names}));
  refuseOtherUser({...source, history, backend}, deps);
  if (source.location !== undefined) await notePlanned(backend, source.names, {...history, ...source.loaded});
  const scope = selectScope(asked, source, history);
  requireRuntime([...scope.loaded.resources, ...scope.known.state, ...scope.known.unsure], deps.runtimes);
  const healthy = await readHealth({...source, ...scope.loaded}, deps);
  const adopt = selectAdopted(asked.permissions.adopt, source.loaded.resources);
  const request = {...asked, permissions: {...asked.permissions, adopt}};
  const here = runsHere(history, await access.connection.pin(source.chosen));
  return {request, source, records: {backend, history, here}, scope, healthy};
}

type Planning = PlannedHistory & PlanValues & {readonly deps: Deps};

/** Plans the resources and the hooks, in one order. */
async function planHooked(runtimes: Runtimes, input: PlanInput, {deps, ...known}: Planning): Promise<RuntimePlan> {
  return orderHooks(await planRuntimes(runtimes, planRequest(input, known, deps)), known.hooks, input);
}

type PolicyParts = Parameters<typeof judgeByPolicy>[1];

/** Checks a plan by the policy of its workspace. Without a policy, the code of policies is not loaded. */
async function withPolicy(judged: RuntimePlan, parts: PolicyParts, deps: Deps): Promise<JudgedByPolicy> {
  if ((parts.source.chosen.workspace.policy ?? []).length === 0) return {judged, waivers: []};
  const {judgeByPolicy: judge} = await import('../policy/judge-by-policy.ts');
  return judge(judged, parts, deps);
}

type Reached = Pick<OpenedCluster, 'runtimes' | 'use'> & {
  readonly access: Pick<ClusterAccess, 'namespace'>;
  readonly cluster: Pick<Cluster, 'whoAmI' | 'operate'> & {readonly facts: Pick<Cluster['facts'], 'lookUp'>};
  readonly identity: ClusterIdentity;
  readonly origin: StackOrigin | undefined;
};

/** Opens a stack that has nothing in a cluster. */
async function reachNone(input: PlanInput, connection: ClusterConnection): Promise<Reached> {
  const {request, source, records} = input;
  const origin = source.location && (await findStackOrigin(source.location.stack.dir));
  if (request.takeOverProject !== true) checkOrigin(records.history.head, origin);
  return {
    runtimes: await connection.openWithout(contextOf(input)),
    use: undefined,
    access: {},
    cluster: {whoAmI: async () => undefined, operate: noCluster, facts: {lookUp: noCluster}},
    identity: NO_CLUSTER,
    origin,
  };
}

const noCluster = (): never => {
  throw new Error('a stack without Kubernetes resources has no cluster');
};

async function reachPinned(input: PlanInput, connection: ClusterConnection, deps: Deps): Promise<Reached> {
  const {request, source, records} = input;
  const opened = await connection.open(contextOf(input));
  const explained = (error: unknown): never => {
    throw explainKubeconfig(error, source.names.workspace, opened.use);
  };
  const [identity, origin] = await Promise.all([
    timedPhase(deps, {phase: 'read'}, () => reachCluster({...source, ...records, ...opened, deps})).catch(explained),
    source.location && findStackOrigin(source.location.stack.dir),
  ]);
  if (request.takeOverProject !== true) checkOrigin(records.history.head, origin);
  return {...opened, identity, origin};
}

function historyOf({request, scope, records: {history}}: PlanInput, digestKey: Secret): Omit<PlannedHistory, 'hooks'> {
  const lineage = history.lineage ?? request.saved?.lineage ?? newLineage();
  return {lineage, digestKey, toOrphan: idsToOrphan(request, scope.known, history)};
}

type Summarized = {
  readonly input: PlanInput;
  readonly scope: PlanScope;
  readonly reached: Reached;
  readonly lineage: string;
  readonly generated: ResolvedGenerated;
  readonly hooks: ChosenHooks;
  readonly onUsers: EffectsOnUsers;
};

const summarize = (
  judged: RuntimePlan,
  {input, scope, reached, lineage, generated, hooks, onUsers}: Summarized,
): Plan =>
  sealPlan({
    ...input.source.names,
    lineage,
    revision: nextRevision(input.records.history.head),
    cluster: shownIdentity(reached.identity),
    changes: judged.changes.map(({change}) => change),
    ...untrustedPart(judged.changes),
    ...lookedUpPart(input.source.answers),
    ...defined({dependants: onUsers.dependants.length === 0 ? undefined : onUsers.dependants}),
    diagnostics: withoutIdleNotes(judged, [
      ...generated.diagnostics,
      ...judged.diagnostics,
      ...hooks.diagnostics,
      ...onUsers.diagnostics,
      ...claimNotes(input.request.claims, input.source.names),
      ...unreadNotes(scope.unread),
      ...untrustedNotes(judged.changes),
      ...lookedUpNotes(input.source.answers),
    ]),
  });

const stepsOf = ({changes}: Pick<RuntimePlan, 'changes'>) =>
  changes.map(({change: {id, action}, after}) => ({id, action, after}));
