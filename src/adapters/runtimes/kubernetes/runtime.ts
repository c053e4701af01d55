import type {OnEvent} from '../../../core/event.ts';
import {buildGraph} from '../../../core/graph/graph.ts';
import {isObject, type JsonObject, type JsonPath} from '../../../core/json.ts';
import type {KubernetesState} from '../../../core/release/kubernetes-state.ts';
import {kubernetesStates} from '../../../core/release/resource-state.ts';
import type {Secret} from '../../../core/secret/secret.ts';
import {annotationOf, isTakenOver} from '../../../kubernetes/plan/ownership.ts';
import {STACK_ANNOTATION} from '../../../kubernetes/resource/labels.ts';
import {untilAborted} from '../../../lib/until-aborted.ts';
import type {Clock} from '../../../ports/clock.ts';
import type {ClusterAccess} from '../../../ports/cluster-access.ts';
import type {PlannedChange, PlanRequest, Runtime, RuntimePlan} from '../../../ports/runtime.ts';
import type {OnRequest} from '../../../ports/telemetry.ts';
import {openAccess} from './access/open-access.ts';
import {type ClientOptions, type KubernetesClient, openClient} from './client/client.ts';
import {coOwn} from './execute/co-own.ts';
import {ensureNamespace} from './execute/ensure-namespace.ts';
import type {ExecuteSession} from './execute/execute-session.ts';
import {firstReports} from './execute/first-reports.ts';
import {limitDiagnoses} from './execute/limit-diagnoses.ts';
import {stateBefore} from './execute/object-state.ts';
import {readinessWith} from './execute/readiness-with.ts';
import {removeObject} from './execute/remove-object.ts';
import {replaceObject} from './execute/replace-object.ts';
import {seenObject, seenRemoval} from './execute/seen-object.ts';
import {openWatchHub, type WatchHub} from './execute/watch-hub.ts';
import {withTimeout} from './execute/with-timeout.ts';
import {confirmObject, writeObject} from './execute/write-object.ts';
import {openOtherTools} from './import/open-other-tools.ts';
import {openOperations} from './operate/open-operations.ts';
import {explainPlanned} from './plan/explain-planned.ts';
import {findDrift} from './plan/find-drift.ts';
import {knownSecrets} from './plan/known-secrets.ts';
import type {PlannedRemoval} from './plan/plan-removal.ts';
import {type PlannedResources, planResources} from './plan/plan-resources.ts';
import type {PlannedObject} from './plan/planned-object.ts';
import {blockedByLoss, recallSecrets} from './plan/recall-secrets.ts';
import {rotatedSecrets} from './plan/rotated-secrets.ts';
import {stackSecrets} from './plan/stack-secrets.ts';
import {preflight} from './preflight/preflight.ts';

export type KubernetesOptions = Pick<ClientOptions, 'openTransport'> & {
  readonly cacheDir: string;
  readonly clock: Clock;
  readonly onEvent: OnEvent;
  readonly onRequest?: OnRequest;
  /** Secrets that the run knows besides those of the stack. */
  readonly known?: () => readonly Secret[];
  readonly signal: AbortSignal;
};

/** The runtime of Kubernetes objects: one client, one connection for requests and one for watches. */
export async function kubernetesRuntime(access: ClusterAccess, options: KubernetesOptions): Promise<Runtime> {
  // An interrupt ends waits and reads, never a write under way: signals are passed request by request.
  const {signal, known, ...clientOptions} = options;
  const {secrets, whenAsked, learn} = gathering(known);
  const client = await openClient(access, {...clientOptions, secrets: () => whenAsked});
  const hubs: WatchHub[] = [];
  return {
    identify: (fallback) => untilAborted(client.identify(fallback), signal),
    clockOffset: () => untilAborted(client.clockOffset(), signal),
    whoAmI: async () => (await untilAborted(client.whoAmI(), signal))?.username,
    access: openAccess(client, (asked) => untilAborted(asked, signal)),
    plan: async (request) => {
      const planning = planRecalled(client, request, async (asked) => {
        learn(await stackSecrets({client, ...asked}, statesNotWanted(asked)));
        learn([...(asked.secrets?.values() ?? []), ...knownSecrets(asked.resources.map(({attributes}) => attributes))]);
        return planResources({client, defaultNamespace: access.namespace ?? 'default', onSecrets: learn}, asked);
      });
      const planned = await untilAborted(planning, signal);
      const hub = openWatchHub({client, clock: options.clock, lineage: request.lineage});
      hubs.push(hub);
      const {lineage, stackName, sealKey, order} = request;
      const session: ExecuteSession = {
        client,
        hub,
        clock: options.clock,
        lineage,
        stackName,
        sealKey,
        awaitWebhooks: planned.objects.some(bringsWebhook) || planned.removals.some(takesWebhook),
        awaitGrants: planned.objects.some(bringsRights),
        after: order.after,
        ...judging(client, request, options.clock),
      };
      return {
        ...changesOf(session, request, planned),
        preflight: (run) => untilAborted(preflight(session, planned, run), signal),
      };
    },
    drift: (request) => untilAborted(findDrift(client, request), signal),
    survey: async (request) => {
      const {surveyCluster} = await import('./import/survey-cluster.ts');
      return untilAborted(surveyCluster(client, request), signal);
    },
    otherTools: openOtherTools(client, access.namespace),
    inventory: async (request) =>
      untilAborted((await import('./inventory/take-inventory.ts')).takeInventory(client, request), signal),
    operate: (stack) => {
      const {clock} = options;
      learn([...(stack.secrets?.values() ?? [])]);
      const hub = openWatchHub({client, clock, lineage: stack.lineage});
      hubs.push(hub);
      const session = {client, hub, clock, ...readinessWith(stack.health, clock), mayDiagnose: limitDiagnoses()};
      return openOperations({session, access, secrets, learn}, stack);
    },
    close: async () => {
      for (const hub of hubs) hub.close();
      await client.close();
    },
  };
}

/** When an object of a run is ready, and for how long a controller is expected to say so. */
const judging = (client: KubernetesClient, {health}: Pick<PlanRequest, 'health'>, clock: Clock) => ({
  firstReports: firstReports({client, clock}),
  mayDiagnose: limitDiagnoses(),
  ...readinessWith(health, clock),
});

/** Their Secrets are in no file, or in one that is not looked at now; what fails may show them all the same. */
const statesNotWanted = ({prior, leftOut = [], resources}: PlanRequest): readonly KubernetesState[] => {
  const wanted = new Set(resources.map(({id}) => id));
  return kubernetesStates([...prior, ...leftOut]).filter(({id}) => !wanted.has(id));
};

/** The secrets of the stack, as they become known, and those of the run. */
function gathering(known: KubernetesOptions['known']) {
  const own: Secret[] = [];
  const learn = (more: readonly Secret[]): void => void own.push(...more);
  const secrets = (): readonly Secret[] => [...own, ...(known?.() ?? [])];
  // Each request takes them along, and few look at them.
  const whenAsked: Iterable<Secret> = {[Symbol.iterator]: () => secrets()[Symbol.iterator]()};
  return {secrets, whenAsked, learn};
}

/** With the secrets of a release back from live, where that is what is planned. */
async function planRecalled(
  client: KubernetesClient,
  request: PlanRequest,
  plan: (request: PlanRequest) => Promise<PlannedResources>,
): Promise<PlannedResources> {
  const {recalls} = request;
  if (recalls === undefined) return plan(request);
  const {resources, lost} = await recallSecrets(client, request);
  const planned = await plan({...request, resources});
  const objects = planned.objects.map((one) => ({
    ...one,
    change: blockedByLoss(one.change, lost.get(one.target.resource.id), recalls),
  }));
  return {...planned, objects, diagnostics: [...planned.diagnostics, ...rotatedSecrets(planned.objects, recalls)]};
}

/** A webhook configuration, or a definition whose objects are converted by one. */
const bringsWebhook = ({target: {identity, desired}, change}: PlannedObject): boolean =>
  change.action !== 'unchanged' &&
  (identity.kind.endsWith('WebhookConfiguration') ||
    (identity.kind === 'CustomResourceDefinition' && isObject(desired['spec']) && 'conversion' in desired['spec']));

/** Until the server has forgotten its configuration, it calls a webhook that may be gone by then. */
const takesWebhook = ({change, state}: PlannedRemoval): boolean =>
  change.action === 'delete' && state.kind.endsWith('WebhookConfiguration');

const bringsRights = ({target: {identity}, change}: PlannedObject): boolean =>
  change.action !== 'unchanged' && ['RoleBinding', 'ClusterRoleBinding'].includes(identity.kind);

function changesOf(session: ExecuteSession, request: PlanRequest, planned: PlannedResources): RuntimePlan {
  const {missingNamespace, objects, removals, others, diagnostics} = planned;
  const first = missingNamespace === undefined ? [] : [ensureNamespace(session, missingNamespace)];
  const byId = new Map(objects.map((object) => [object.target.resource.id, object]));
  const ordered = request.order.order.flatMap((id) => byId.get(id) ?? []);
  // What is left as it is has no step that would answer it.
  const left: Left = (id, path = []) => {
    const other = others?.lookup(id, path);
    if (other !== undefined) return other === 'unknown' ? undefined : other;
    return byId.get(id)?.change.action === 'unchanged' ? byId.get(id)?.live : undefined;
  };
  const {health} = request;
  const writes = ordered.map((planned) =>
    withTimeout(
      health,
      {id: planned.target.resource.id, ...planned.target.identity},
      writeChange({session, planned, namespace: first[0], left}),
    ),
  );
  const deletions = removalChanges(session, removals).map((change) =>
    change.state?.type !== 'Kubernetes' ? change : withTimeout(health, change.state, change),
  );
  return {
    changes: [...first, ...writes, ...deletions],
    diagnostics,
    explain: (id, path) => explainPlanned(planned, request.sealKey, id, path),
  };
}

type Write = {
  readonly session: ExecuteSession;
  readonly planned: PlannedObject;
  /** The stack's namespace, where it is made first. */
  readonly namespace: PlannedChange | undefined;
  readonly left: Left;
};

/** The live object of an unchanged resource, or one of another stack. */
type Left = (id: string, path?: JsonPath) => JsonObject | undefined;

function writeChange({session, planned, namespace, left}: Write): PlannedChange {
  const {change, target, denied} = planned;
  const {id} = target.resource;
  const within = namespace !== undefined && target.identity.namespace !== undefined ? [namespace.change.id] : [];
  const state = stateBefore(session, planned);
  return {
    change,
    after: [...within, ...(session.after.get(id) ?? [])],
    sealed: target.sealed,
    ...(target.own === undefined ? {} : {sealedOwn: target.own}),
    ...(state === undefined ? {} : {state}),
    ...(denied === undefined ? {} : {denied}),
    ...heldByOther(planned, session.lineage),
    seen: () => seenObject(session.sealKey, planned),
    execute: (run) => {
      if (change.action === 'unchanged') return confirmObject(session, planned, run);
      if (planned.coOwns) return coOwn(session, planned, run);
      if (change.action === 'replace') return replaceObject(session, planned, run);
      return writeObject(session, planned, {...run, live: (other, path) => run.live(other) ?? left(other, path)});
    },
  };
}

/** Two stacks would write in turn: who has it now is told. */
const heldByOther = ({live, coOwns}: PlannedObject, lineage: string): Pick<PlannedChange, 'heldBy'> =>
  live !== undefined && coOwns !== true && isTakenOver(live, lineage)
    ? {heldBy: annotationOf(live, STACK_ANNOTATION) ?? 'it does not say which'}
    : {};

/** In reverse: what depended on another goes before it. */
function removalChanges(session: ExecuteSession, removals: readonly PlannedRemoval[]): readonly PlannedChange[] {
  const dependants = new Map<string, string[]>(removals.map(({state}) => [state.id, []]));
  for (const {state} of removals) for (const need of state.dependsOn) dependants.get(need)?.push(state.id);
  const graph = buildGraph(removals.map(({state}) => ({id: state.id, after: dependants.get(state.id) ?? []})));
  const byId = new Map(removals.map((removal) => [removal.state.id, removal]));
  const order = 'cycle' in graph ? [...byId.keys()] : graph.order;
  return order.flatMap((id) => {
    const removal = byId.get(id);
    if (removal === undefined) return [];
    return [
      {
        change: removal.change,
        after: dependants.get(id) ?? [],
        state: removal.state,
        seen: () => seenRemoval(session.sealKey, removal),
        execute: (run) => removeObject(session, removal, run),
      },
    ];
  });
}
