import {unusedReplace} from '../../core/plan/unused-flags.ts';
import type {Secret} from '../../core/secret/secret.ts';
import {planRuntimes} from '../../engine/plan-runtimes.ts';
import {hmacKey} from '../../engine/release/hmac-key.ts';
import {newLineage} from '../../engine/release/settle-lineage.ts';
import type {Runtimes} from '../../engine/runtimes.ts';
import type {RuntimePlan} from '../../ports/runtime-plan.ts';
import type {Deps} from '../deps.ts';
import {chooseHooks} from '../hooks/choose-hooks.ts';
import {installedByHelm} from '../hooks/installed-by-helm.ts';
import {orderHooks} from '../hooks/order-hooks.ts';
import type {JudgedByPolicy, judgeByPolicy} from '../policy/judge-by-policy.ts';
import {idsToOrphan} from '../release/select-orphaned.ts';
import {usesOf} from '../release/uses-of.ts';
import {releasedHealth} from '../released-health.ts';
import {effectsOnUsers} from '../shared/effects-on-users.ts';
import {claimRecords} from '../shared/planned-claims.ts';
import {refuseClaims} from '../shared/refuse-claims.ts';
import {refuseRegistered} from '../shared/refuse-registered.ts';
import {refuseUsed} from '../shared/refuse-used.ts';
import {verifyExternals} from '../shared/verify-externals.ts';
import {clusterConnection} from './cluster-connection.ts';
import {judgePlan} from './judge-plan.ts';
import {isInCluster, usesLiveObject} from './needs-cluster.ts';
import {defaultNamespaceOf, placesOf} from './places-of.ts';
import type {PlanInput, PlannedHistory, PlanValues} from './plan-input.ts';
import {planReachable} from './plan-reachable.ts';
import {planRequest} from './plan-request.ts';
import type {PreparedPlan} from './prepared-plan.ts';
import {type Reached, reachNone, reachPinned} from './reach-stack.ts';
import {type Reading, readInput} from './read-input.ts';
import type {PreviewRequest} from './release-requests.ts';
import {resolveValues} from './resolve-values.ts';
import {summarizePlan} from './summarize-plan.ts';
import {timedPhase} from './timed-phase.ts';

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

type Preparation = Reading & {readonly request: PreviewRequest};

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
  const plan = summarizePlan(judged, {input, scope, reached, lineage, generated: values.generated, hooks, onUsers});
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

type Planning = PlannedHistory & PlanValues & {readonly deps: Deps};

/** Plans the resources and the hooks, in one order. */
async function planHooked(runtimes: Runtimes, input: PlanInput, {deps, ...known}: Planning): Promise<RuntimePlan> {
  const planned = await planRuntimes(runtimes, planRequest(input, known, deps));
  const isReplaced = (asked: string): boolean =>
    planned.changes.some(({change: {id, action}}) => id === asked && action === 'replace');
  const unused = (input.request.replace ?? []).filter((asked) => !isReplaced(asked)).map(unusedReplace);
  return orderHooks({...planned, diagnostics: [...planned.diagnostics, ...unused]}, known.hooks, input);
}

type PolicyParts = Parameters<typeof judgeByPolicy>[1];

/** Checks a plan by the policy of its workspace. Without a policy, the code of policies is not loaded. */
async function withPolicy(judged: RuntimePlan, parts: PolicyParts, deps: Deps): Promise<JudgedByPolicy> {
  if ((parts.source.chosen.workspace.policy ?? []).length === 0) return {judged, waivers: []};
  const {judgeByPolicy: judge} = await import('../policy/judge-by-policy.ts');
  return judge(judged, parts, deps);
}

function historyOf({request, scope, records: {history}}: PlanInput, digestKey: Secret): Omit<PlannedHistory, 'hooks'> {
  const lineage = history.lineage ?? request.saved?.lineage ?? newLineage();
  return {lineage, digestKey, toOrphan: idsToOrphan(request, scope.known, history)};
}

const stepsOf = ({changes}: Pick<RuntimePlan, 'changes'>) =>
  changes.map(({change: {id, action}, after}) => ({id, action, after}));
