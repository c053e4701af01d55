import type {KubernetesClient} from '../../../../../../src/adapters/kubernetes/runtime/client/client.ts';
import type {
  ApplyRequest,
  DeleteRequest,
  ObjectReply,
  PatchRequest,
} from '../../../../../../src/adapters/kubernetes/runtime/client/objects.ts';
import {refusalOf} from '../../../../../../src/adapters/kubernetes/runtime/client/status.ts';
import type {ExecuteSession} from '../../../../../../src/adapters/kubernetes/runtime/execute/execute-session.ts';
import {openWatchHub} from '../../../../../../src/adapters/kubernetes/runtime/execute/watch-hub.ts';
import type {Candidate} from '../../../../../../src/adapters/kubernetes/runtime/plan/candidate.ts';
import type {PlannedObject} from '../../../../../../src/adapters/kubernetes/runtime/plan/planned-object.ts';
import {targetOf} from '../../../../../../src/adapters/kubernetes/runtime/plan/target.ts';
import type {JsonObject} from '../../../../../../src/core/json.ts';
import type {Action} from '../../../../../../src/core/plan/plan.ts';
import type {KubernetesState} from '../../../../../../src/core/release/kubernetes-state.ts';
import {Secret} from '../../../../../../src/core/secret/secret.ts';
import {toFieldsV1} from '../../../../../../src/kubernetes/fields/fields-v1.ts';
import {DEDUCED} from '../../../../../../src/kubernetes/fields/schema.ts';
import {engineReadiness} from '../../../../../../src/kubernetes/readiness/engine-readiness.ts';
import type {StepRun} from '../../../../../../src/ports/step-run.ts';
import {stoppedClock} from '../../../../../rig/stopped-clock.ts';
import {fakeServer} from './fake-watch.ts';

export const LINEAGE = 'abc';
export const ID = 'v1:ConfigMap:shop:settings';
export const CONFIG_MAPS = {apiVersion: 'v1', kind: 'ConfigMap', resource: 'configmaps', namespaced: true, verbs: []};

/** One scripted answer: asked for the lock as often as there are attempts, then it answers or throws. */
export type Answer = {readonly attempts?: number; readonly reply: () => ObjectReply};

const facts = (status: number, resent = false) => ({status, warnings: [], resent});

export const ok = (object: JsonObject, status = 200, resent = false): Answer => ({
  attempts: resent ? 2 : 1,
  reply: () => ({...facts(status, resent), ok: true, object}),
});

export const no = (
  status: number,
  reason: string,
  message = reason,
  resent = false,
  causes: readonly JsonObject[] = [],
): Answer => ({
  attempts: resent ? 2 : 1,
  reply: () => ({
    ...facts(status, resent),
    ok: false,
    refusal: refusalOf(status, {kind: 'Status', reason, message, details: {causes}}),
  }),
});

export const throws = (error: unknown, attempts = 1): Answer => ({
  attempts,
  reply: () => {
    throw error;
  },
});

/** A client whose every answer the test has written down; what was asked is kept. */
export function scripted(answers: readonly Answer[]) {
  const server = fakeServer();
  const [left, applied, deleted] = [[...answers], [] as ApplyRequest[], [] as DeleteRequest[]];
  const patched: PatchRequest[] = [];
  const next = async (beforeAttempt?: () => Promise<void>): Promise<ObjectReply> => {
    const answer = left.shift();
    if (answer === undefined) throw new Error('nothing is written down for this request');
    for (let attempt = 0; attempt < (answer.attempts ?? 1); attempt++) await beforeAttempt?.();
    return answer.reply();
  };
  const client = {
    ...server.client,
    server: 'https://c',
    apply: (request: ApplyRequest) => (applied.push(request), next(request.beforeAttempt)),
    patch: (request: PatchRequest) => (patched.push(request), next(request.beforeAttempt)),
    delete: (request: DeleteRequest) => (deleted.push(request), next(request.beforeAttempt)),
  } as unknown as KubernetesClient;
  const clock = stoppedClock();
  const session: ExecuteSession = {
    client,
    hub: openWatchHub({client, clock: {...clock, sleep: () => new Promise(() => {})}, lineage: LINEAGE}),
    clock,
    lineage: LINEAGE,
    stackName: 'p/s/w',
    digestKey: new Secret('key'),
    awaitWebhooks: false,
    readiness: (_, object) => engineReadiness(object, new Date(0)),
    after: new Map([[ID, ['v1:Namespace:shop']]]),
  };
  return {server, session, applied, patched, deleted, left};
}

const written: JsonObject = {
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: {name: 'settings', namespace: 'shop'},
  data: {a: '1'},
};

const candidate = (planned: boolean): Candidate => ({
  resource: {id: ID, type: 'Kubernetes', attributes: written, dependsOn: [], extensions: {}},
  origin: undefined,
  identity: {
    apiVersion: 'v1',
    group: '',
    version: 'v1',
    kind: 'ConfigMap',
    namespace: 'shop',
    name: 'settings',
  },
  ownId: ID,
  kind: {resource: CONFIG_MAPS, schema: DEDUCED, planned},
  written,
});

export function plannedObject(
  action: Action,
  {
    planned = false,
    ...more
  }: Partial<Omit<PlannedObject, 'target' | 'change'>> & {readonly planned?: boolean; readonly verified?: boolean} = {},
): PlannedObject {
  const {verified = true, ...rest} = more;
  const target = targetOf({
    candidate: candidate(planned),
    object: written,
    ownership: {lineage: LINEAGE, stackName: 'p/s/w', created: false},
    digestKey: new Secret('key'),
  });
  return {
    change: {id: ID, type: 'Kubernetes', action, verified, fields: []},
    target,
    live: undefined,
    predicted: undefined,
    force: false,
    surelyAbsent: false,
    state: undefined,
    waits: false,
    diagnostics: [],
    ...rest,
  };
}

/** The object as it is after our write. */
export function liveObject(
  resourceVersion: string,
  {data = {a: '1'}, uid = 'u1', more = {}}: {data?: JsonObject; uid?: string; more?: JsonObject} = {},
): JsonObject {
  const {desired, fields} = plannedObject('create').target;
  const metadata = desired['metadata'] as JsonObject;
  const managedFields = [{manager: 'gantry', operation: 'Apply', apiVersion: 'v1', fieldsV1: toFieldsV1(fields)}];
  return {...desired, metadata: {...metadata, uid, resourceVersion, managedFields, ...more}, data};
}

export const recorded: KubernetesState = {
  id: ID,
  type: 'Kubernetes',
  apiVersion: 'v1',
  kind: 'ConfigMap',
  namespace: 'shop',
  name: 'settings',
  uid: 'u1',
  desiredDigest: 'earlier',
  applied: {data: {a: '0'}},
  dependsOn: [],
};

export function stepRun(more: Partial<StepRun> = {}): StepRun & {readonly applied: () => number} {
  let count = 0;
  return {
    signal: new AbortController().signal,
    stop: new AbortController().signal,
    live: () => undefined,
    onWaiting: () => {},
    onApplied: () => count++,
    wait: true,
    timeoutMs: 1_000,
    beforeWrite: async () => {},
    writeTimeoutMs: 500,
    applied: () => count,
    ...more,
  };
}
