import {isObject, type JsonObject, type JsonPath} from '../../../core/json.ts';
import type {UserHealthOf} from '../../../core/readiness/user-health.ts';
import type {KubernetesState} from '../../../core/release/kubernetes-state.ts';
import {kubernetesStates} from '../../../core/release/resource-state.ts';
import type {Secret} from '../../../core/secret/secret.ts';
import {annotationOf, isTakenOver} from '../../../kubernetes/plan/ownership.ts';
import {STACK_ANNOTATION} from '../../../kubernetes/resource/labels.ts';
import {redactText, textLiterals} from '../../../kubernetes/secret/redact-text.ts';
import {untilAborted} from '../../../lib/until-aborted.ts';
import type {Clock} from '../../../ports/clock.ts';
import type {PlanRequest} from '../../../ports/plan-request.ts';
import type {PlannedChange} from '../../../ports/planned-change.ts';
import type {Runtime} from '../../../ports/runtime.ts';
import type {RuntimePlan} from '../../../ports/runtime-plan.ts';
import type {KubernetesClient} from './client/client.ts';
import {coOwn} from './execute/co-own.ts';
import {deleteNamespace} from './execute/delete-namespace.ts';
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
import {hookChanges} from './hooks/hook-changes.ts';
import {type PlannedHooks, planHooks} from './hooks/plan-hooks.ts';
import {explainPlanned} from './plan/explain-planned.ts';
import {findDrift} from './plan/find-drift.ts';
import {knownSecrets} from './plan/known-secrets.ts';
import type {PlannedRemoval} from './plan/plan-removal.ts';
import {type PlannedResources, planResources} from './plan/plan-resources.ts';
import type {PlannedObject} from './plan/planned-object.ts';
import {plannedValues} from './plan/planned-values.ts';
import {blockedByLoss, recallSecrets} from './plan/recall-secrets.ts';
import {rotatedSecrets} from './plan/rotated-secrets.ts';
import {stackSecrets} from './plan/stack-secrets.ts';
import {preflight} from './preflight/preflight.ts';

/** The parts of a connected cluster that the runtime shares with its other users. */
export type ConnectedCluster = {
  readonly client: KubernetesClient;
  readonly clock: Clock;
  /** The namespace of the kubeconfig's context, for objects that name none. */
  readonly defaultNamespace: string;
  /** Registers secrets of the stack, so that they are removed from the server's texts. */
  readonly learn: (secrets: readonly Secret[]) => void;
  /** Ends reads and waits. */
  readonly signal: AbortSignal;
};

/** Opens the runtime of Kubernetes objects. `close` ends its watches; the connection stays open. */
export function kubernetesRuntime(cluster: ConnectedCluster): Runtime {
  const {client, clock, defaultNamespace, learn, signal} = cluster;
  const hubs: WatchHub[] = [];
  const reader = {...client, list: client.listShared};
  return {
    type: 'Kubernetes',
    plan: async (request) => {
      const planning = planRecalled(reader, request, async (asked) => {
        learn(await stackSecrets({client: reader, ...asked}, statesNotWanted(asked)));
        learn(secretsWanted(asked));
        return planResources({client: reader, defaultNamespace, onSecrets: learn}, asked);
      });
      const [planned, hooks] = await untilAborted(
        Promise.all([planning, planHooks({client: reader, defaultNamespace}, request)]),
        signal,
      );
      const hub = openWatchHub({client, clock, lineage: request.lineage});
      hubs.push(hub);
      const {lineage, stackName, secrets, wanted} = request;
      const session: ExecuteSession = {
        client,
        hub,
        clock,
        lineage,
        stackName,
        digestKey: secrets.digestKey,
        awaitWebhooks: planned.objects.some(bringsWebhook) || planned.removals.some(takesWebhook),
        awaitGrants: planned.objects.some(bringsPermissions),
        after: wanted.order.after,
        ...judging(client, request.kubernetes?.health, clock),
      };
      return {
        ...changesOf(session, request, {...planned, hooks}),
        preflight: (run) => untilAborted(preflight(session, {...planned, hooks: hooks.hooks}, run), signal),
      };
    },
    drift: (request) => untilAborted(findDrift(reader, request), signal),
    close: async () => {
      for (const hub of hubs.splice(0)) hub.close();
    },
  };
}

/** Returns the rules for when an object of a run is ready, and for how long a first report of its controller is awaited. */
const judging = (client: KubernetesClient, health: UserHealthOf | undefined, clock: Clock) => ({
  firstReports: firstReports({client, clock}),
  mayDiagnose: limitDiagnoses(),
  ...readinessWith(health, clock),
});

/** Returns the states of objects that are not in the current files: error messages may contain the values of their Secrets. */
const statesNotWanted = ({
  prior: {state, leftOut = []},
  wanted: {resources},
}: PlanRequest): readonly KubernetesState[] => {
  const wanted = new Set(resources.map(({id}) => id));
  return kubernetesStates([...state, ...leftOut]).filter(({id}) => !wanted.has(id));
};

const secretsWanted = ({secrets, wanted}: PlanRequest): readonly Secret[] => [
  ...(secrets.values?.values() ?? []),
  ...knownSecrets(wanted.resources.map(({attributes}) => attributes)),
];

/** Plans a recalled release with its secrets read back from the live objects. */
async function planRecalled(
  client: KubernetesClient,
  request: PlanRequest,
  plan: (request: PlanRequest) => Promise<PlannedResources>,
): Promise<PlannedResources> {
  const {recalls, wanted, secrets, signal} = request;
  if (recalls === undefined) return plan(request);
  const {resources, lost} = await recallSecrets(client, {...wanted, ...secrets, ...recalls, signal});
  const planned = await plan({...request, wanted: {...wanted, resources}});
  const objects = planned.objects.map((one) => ({
    ...one,
    change: blockedByLoss(one.change, lost.get(one.target.resource.id), recalls),
  }));
  return {...planned, objects, diagnostics: [...planned.diagnostics, ...rotatedSecrets(planned.objects, recalls)]};
}

/** Reports whether a change brings a webhook: a webhook configuration, or a CRD with a conversion webhook. */
const bringsWebhook = ({target: {identity, desired}, change}: PlannedObject): boolean =>
  change.action !== 'unchanged' &&
  (identity.kind.endsWith('WebhookConfiguration') ||
    (identity.kind === 'CustomResourceDefinition' && isObject(desired['spec']) && 'conversion' in desired['spec']));

/** Reports whether a removal takes a webhook away. Until the server notices, it calls a webhook that may be gone. */
const takesWebhook = ({change, state}: PlannedRemoval): boolean =>
  change.action === 'delete' && state.kind.endsWith('WebhookConfiguration');

const bringsPermissions = ({target: {identity}, change}: PlannedObject): boolean =>
  change.action !== 'unchanged' && ['RoleBinding', 'ClusterRoleBinding'].includes(identity.kind);

type Planned = PlannedResources & {readonly hooks: PlannedHooks};

function changesOf(session: ExecuteSession, request: PlanRequest, planned: Planned): RuntimePlan {
  const {missingNamespace, createdNamespace, objects, removals, others, hooks, diagnostics} = planned;
  const first =
    missingNamespace === undefined
      ? []
      : [ensureNamespace(session, missingNamespace, request.kubernetes?.isNamespaceDeleted === true)];
  const byId = new Map(objects.map((object) => [object.target.resource.id, object]));
  const ordered = request.wanted.order.order.flatMap((id) => byId.get(id) ?? []);
  // An object that is left unchanged has no step, so its live values are used.
  const left: Left = (id, path = []) => {
    const other = others?.lookup(id, path);
    if (other !== undefined) return other === 'unknown' ? undefined : other;
    return byId.get(id)?.change.action === 'unchanged' ? byId.get(id)?.live : undefined;
  };
  const health = request.kubernetes?.health;
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
  const after = removals.map(({change}) => change.id);
  const last = createdNamespace === undefined ? [] : [deleteNamespace(session, createdNamespace, after)];
  return {
    changes: [
      ...first,
      ...hookChanges({session, ...hooks, namespace: first[0], left}),
      ...writes,
      ...deletions,
      ...last,
    ],
    diagnostics: [...diagnostics, ...hooks.diagnostics],
    sealHook: ({id, attributes, isExpandable}) =>
      redactText({key: session.digestKey.reveal(), resourceId: id, expands: isExpandable}, attributes),
    hookLiterals: ({id, attributes, isExpandable}) =>
      textLiterals({key: session.digestKey.reveal(), resourceId: id, expands: isExpandable}, attributes),
    values: (id) => {
      const found = byId.get(id);
      return found === undefined ? undefined : plannedValues(found);
    },
    explain: (id, path) => explainPlanned(planned, request.secrets.digestKey, id, path),
  };
}

type Write = {
  readonly session: ExecuteSession;
  readonly planned: PlannedObject;
  /** The creation of the stack's namespace, if it does not exist. */
  readonly namespace: PlannedChange | undefined;
  readonly left: Left;
};

/** Returns the live object of an unchanged resource, or one of another stack. */
type Left = (id: string, path?: JsonPath) => JsonObject | undefined;

function writeChange({session, planned, namespace, left}: Write): PlannedChange {
  const {change, target, denied} = planned;
  const {id} = target.resource;
  const within = namespace !== undefined && target.identity.namespace !== undefined ? [namespace.change.id] : [];
  const state = stateBefore(session, planned);
  return {
    change,
    after: [...within, ...(session.after.get(id) ?? [])],
    redacted: target.redacted,
    literals: target.literals,
    redactedOwn: target.own,
    state,
    denied,
    ...heldByOther(planned, session.lineage),
    seen: () => seenObject(session.digestKey, planned),
    execute: (run) => {
      if (change.action === 'unchanged') return confirmObject(session, planned, run);
      if (planned.coOwns) return coOwn(session, planned, run);
      if (change.action === 'replace') return replaceObject(session, planned, run);
      return writeObject(session, planned, {...run, live: (other, path) => run.live(other, path) ?? left(other, path)});
    },
  };
}

/** Returns the stack that owns the object now: two stacks would overwrite each other. */
const heldByOther = ({live, coOwns}: PlannedObject, lineage: string): Pick<PlannedChange, 'heldBy'> =>
  live !== undefined && coOwns !== true && isTakenOver(live, lineage)
    ? {heldBy: annotationOf(live, STACK_ANNOTATION) ?? 'unknown'}
    : {};

/** Returns the removals as changes; the engine orders them. */
const removalChanges = (session: ExecuteSession, removals: readonly PlannedRemoval[]): readonly PlannedChange[] =>
  removals.map((removal) => ({
    change: removal.change,
    after: [],
    state: removal.state,
    seen: () => seenRemoval(session.digestKey, removal),
    execute: (run) => removeObject(session, removal, run),
  }));
