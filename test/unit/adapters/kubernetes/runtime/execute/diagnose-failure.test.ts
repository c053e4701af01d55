import {describe, expect, it} from 'vitest';
import type {ListReply, ListRequest} from '../../../../../../src/adapters/kubernetes/runtime/client/objects.ts';
import type {LogLines, LogRequest} from '../../../../../../src/adapters/kubernetes/runtime/client/pod-log.ts';
import {diagnoseFailure} from '../../../../../../src/adapters/kubernetes/runtime/execute/diagnose-failure.ts';
import {limitDiagnoses} from '../../../../../../src/adapters/kubernetes/runtime/execute/limit-diagnoses.ts';
import {type Failure, GantryError} from '../../../../../../src/core/failure/failure.ts';
import type {JsonObject} from '../../../../../../src/core/json.ts';

const NOT_READY: Failure = {code: 'object/not-ready', resource: 'web', detail: 'Available: 0/1', seconds: 5};

const workload = (selector: JsonObject, kind = 'Deployment', more: JsonObject = {}): JsonObject => ({
  apiVersion: 'apps/v1',
  kind,
  metadata: {name: 'web', namespace: 'shop', uid: 'w', annotations: {'deployment.kubernetes.io/revision': '2'}},
  spec: {selector},
  ...more,
});
const web = workload({matchLabels: {app: 'web'}});

const set = (revision: string): JsonObject => ({
  metadata: {
    name: `web-${revision}`,
    uid: `s${revision}`,
    annotations: {'deployment.kubernetes.io/revision': revision},
    ownerReferences: [{controller: true, uid: 'w'}],
  },
});

const pod = (name: string, owner: string, container: JsonObject, more: JsonObject = {}): JsonObject => ({
  metadata: {name, uid: `uid-${name}`, ownerReferences: [{controller: true, uid: owner}], ...more},
  status: {phase: 'Running', containerStatuses: [{name: 'app', ready: false, restartCount: 0, ...container}]},
});
const waits = (reason: string, more: JsonObject = {}): JsonObject => ({state: {waiting: {reason}}, ...more});
const ENDED = {terminated: {exitCode: 1, reason: 'Error'}};

const event = (uid: string, reason: string, message: string, lastTimestamp: string, count = 1): JsonObject => ({
  type: 'Warning',
  involvedObject: {kind: 'Pod', name: uid, uid},
  reason,
  message,
  lastTimestamp,
  count,
});

type Answers = {
  readonly pods?: readonly JsonObject[];
  readonly sets?: readonly JsonObject[];
  readonly events?: readonly JsonObject[];
  readonly log?: (request: LogRequest) => LogLines;
  readonly deny?: readonly string[];
  readonly broken?: boolean;
};

const REFUSED = {
  ok: false,
  status: 403,
  warnings: [],
  resent: false,
  refusal: {kind: 'forbidden', by: 'authorization', status: 403, reason: 'Forbidden', message: 'no', causes: []},
} as const;

function server({pods = [], sets = [set('1'), set('2')], events = [], log, deny = [], broken = false}: Answers) {
  const [asked, logs]: [ListRequest[], LogRequest[]] = [[], []];
  const all: Readonly<Record<string, readonly JsonObject[]>> = {pods, replicasets: sets, events};
  return {
    asked,
    logs,
    clean: (text: string) => text.replaceAll('hunter2', '***'),
    list: async (request: ListRequest): Promise<ListReply> => {
      asked.push(request);
      if (broken) throw new GantryError({code: 'cluster/unreachable', server: 'x', detail: 'gone'});
      const {resource} = request.resource;
      if (deny.includes(resource)) return REFUSED;
      const uid = request.fieldSelector?.split('=')[1];
      const items = (all[resource] ?? []).filter(
        ({involvedObject}) => uid === undefined || (involvedObject as JsonObject)['uid'] === uid,
      );
      return {ok: true, items, resourceVersion: '1'};
    },
    log: async (request: LogRequest): Promise<LogLines> => {
      logs.push(request);
      if (deny.includes('log')) return REFUSED;
      return log?.(request) ?? {ok: true, lines: []};
    },
  };
}

const told = async (client: ReturnType<typeof server>, failure: Failure = NOT_READY, last = web) =>
  diagnoseFailure(client, {failure, last, signal: new AbortController().signal});

describe('the cause', () => {
  it('the cause comes from the newest failing pod that is not being deleted', async () => {
    const client = server({
      pods: [
        pod('web-b', 's2', waits('ImagePullBackOff'), {creationTimestamp: '2026-01-02T00:00:00Z'}),
        pod('web-a', 's2', waits('CrashLoopBackOff'), {creationTimestamp: '2026-01-01T00:00:00Z'}),
        pod('web-c', 's2', waits('Other'), {deletionTimestamp: '2026-01-03T00:00:01Z'}),
      ],
    });
    expect(await told(client)).toEqual({...NOT_READY, detail: 'Available: 0/1; pod web-b: ImagePullBackOff'});
    expect(client.asked[0]).toMatchObject({namespace: 'shop', labelSelector: 'app=web', retry: {attempts: 1}});
  });

  it('a pod of an older template is the cause only without a pod of the newest template', async () => {
    const pods = [pod('web-b', 's1', waits('Old')), pod('web-a', 's2', waits('New'))];
    expect(await told(server({pods}))).toMatchObject({detail: 'Available: 0/1; pod web-a: New'});
    expect(await told(server({pods: pods.slice(0, 1)}))).toMatchObject({detail: 'Available: 0/1; pod web-b: Old'});
  });

  it('the cause is looked for with the pod selector of the workload', async () => {
    const client = server({});
    const matchExpressions = [
      {key: 'tier', operator: 'In', values: ['a', 'b']},
      {key: 'old', operator: 'DoesNotExist'},
      {key: 'env', operator: 'NotIn', values: ['dev']},
      {key: 'x', operator: 'Exists'},
    ];
    await told(client, NOT_READY, workload({matchLabels: {app: 'web'}, matchExpressions}, 'StatefulSet'));
    expect(client.asked[0]?.labelSelector).toBe('app=web,tier in (a,b),!old,env notin (dev),x');
  });

  it('a cause that was found during the wait is not read again', async () => {
    const client = server({pods: [pod('web-b', 's2', waits('Other'))]});
    const problem = {cause: 'refused', detail: 'its pods are refused: no hunter2'} as const;
    const signal = new AbortController().signal;
    expect(await diagnoseFailure(client, {failure: NOT_READY, last: web, problem, signal})).toMatchObject({
      detail: 'Available: 0/1; its pods are refused: no ***',
    });
  });

  it('the cause is read for the first 20 failures of a run, and the rest say so without a request', async () => {
    const client = server({pods: [pod('web-b', 's2', waits('ImagePullBackOff'))]});
    const mayDiagnose = limitDiagnoses();
    const wait = {failure: NOT_READY, last: web, signal: new AbortController().signal, mayDiagnose};
    for (let i = 0; i < 20; i++)
      expect(await diagnoseFailure(client, wait)).toMatchObject({detail: expect.stringContaining('ImagePullBackOff')});
    const asked = client.asked.length;
    expect(asked).toBeGreaterThan(0);
    expect(await diagnoseFailure(client, wait)).toMatchObject({detail: expect.stringContaining('cause not read')});
    const problem = {cause: 'refused', detail: 'its pods are refused: no hunter2'} as const;
    expect(await diagnoseFailure(client, {...wait, problem})).toMatchObject({
      detail: 'Available: 0/1; its pods are refused: no ***',
    });
    expect(client.asked).toHaveLength(asked);
  });

  it.each([
    ['pods may not be listed', server({deny: ['pods', 'events', 'replicasets']})],
    ['the server is gone', server({broken: true})],
    ['there is no pod', server({})],
  ])('the failure stays as it is when %s', async (_when, client) => {
    expect(await told(client)).toEqual(NOT_READY);
  });

  it('the cause of other failures is not read', async () => {
    const client = server({});
    await told(client, {code: 'cancelled', signal: 'SIGINT'});
    expect(client.asked).toEqual([]);
  });
});

describe('warnings', () => {
  it('warnings of an object, its controllers and its pod come newest last, each reason once, without secrets', async () => {
    const events = [
      event('uid-web-a', 'BackOff', 'again', '2026-01-01T00:00:09Z', 4),
      event('uid-web-a', 'BackOff', 'first', '2026-01-01T00:00:01Z', 1),
      event('uid-web-a', 'Failed', 'the password hunter2', '2026-01-01T00:00:03Z'),
      event('elsewhere', 'Other', 'x', '2026-01-01T00:00:05Z'),
    ];
    const failure = await told(server({events, pods: [pod('web-a', 's2', waits('CrashLoopBackOff'))]}));
    expect(failure).toMatchObject({
      trouble: {
        events: [
          {reason: 'Failed', message: 'the password ***', count: 1},
          {reason: 'BackOff', message: 'again', count: 5, time: '2026-01-01T00:00:09Z'},
        ],
      },
    });
  });

  it('warnings of an object without pods are reported, too', async () => {
    const claim = {apiVersion: 'example.dev/v1', kind: 'Database', metadata: {name: 'd', namespace: 'shop', uid: 'd'}};
    const client = server({events: [event('d', 'NoDisk', 'there is none', '2026-01-01T00:00:01Z')]});
    expect(await told(client, NOT_READY, claim)).toMatchObject({trouble: {events: [{reason: 'NoDisk'}]}});
    expect(client.asked).toHaveLength(1);
  });
});

describe('logs', () => {
  const lines = ({previous}: LogRequest): LogLines => ({ok: true, lines: [previous === true ? 'before' : 'now']});

  it.each([
    ['a restarted container has the logs of both runs', {state: {running: {}}, lastState: ENDED}, ['before', 'now']],
    [
      'a container that waits for its restart has the logs of its last run',
      waits('CrashLoopBackOff', {lastState: ENDED}),
      ['now'],
    ],
    ['a running container that is not ready has the logs of its run', {state: {running: {}}}, ['now']],
    ['a container that has ended has the logs of its run', {state: ENDED}, ['now']],
    ['a container that never ran has no logs', waits('ImagePullBackOff'), []],
  ] as const)('%s', async (_title, container, want) => {
    const client = server({pods: [pod('web-a', 's2', container)], log: lines});
    const failure = await told(client);
    const trouble = failure.code === 'object/not-ready' ? failure.trouble : undefined;
    expect((trouble?.logs ?? []).flatMap((tail) => tail.lines)).toEqual(want);
    expect(client.logs.every(({tailLines, container: name}) => tailLines === 20 && name === 'app')).toBe(true);
  });

  it('logs are left out without permission to read them', async () => {
    const client = server({pods: [pod('web-a', 's2', {state: ENDED})], deny: ['log']});
    expect(await told(client)).toEqual({
      ...NOT_READY,
      detail: 'Available: 0/1; pod web-a: container app ended with 1, Error',
    });
  });
});
