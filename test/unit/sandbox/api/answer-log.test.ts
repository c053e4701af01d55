import {describe, expect, it} from 'vitest';
import type {JsonObject} from '../../../../src/core/json.ts';
import {answerLog} from '../../../../src/sandbox/api/answer-log.ts';
import {sandboxApi} from '../../../../src/sandbox/api/api.ts';
import type {ApiReply} from '../../../../src/sandbox/model/reply.ts';
import {OWNER} from '../../../../src/sandbox/model/user.ts';
import {memoryStore} from '../../../../src/sandbox/store/memory-store.ts';
import {recordedPack} from '../../../rig/recorded-pack.ts';
import {builtIn, refusal} from '../decode/resource.ts';

const pack = recordedPack();
/** Five seconds after the start of the containers. */
const NOW = Date.parse('2025-01-01T00:00:05Z');

const START = '2025-01-01T00:00:00Z';
const RUNS = {ready: true, state: {running: {startedAt: START}}};
const RUNNING = {
  phase: 'Running',
  initContainerStatuses: [{name: 'i', state: {terminated: {exitCode: 0, startedAt: START}}}],
  containerStatuses: ['a', 'b'].map((name) => ({name, ...RUNS})),
};

const pod = (spec: JsonObject, status: JsonObject = RUNNING): JsonObject => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: {name: 'p', namespace: 'n', uid: 'UID'},
  spec: {nodeName: 'node', ...spec},
  status,
});
const ONE = {containers: [{name: 'a'}]};
const MORE = {
  initContainers: [{name: 'i'}],
  containers: [{name: 'a'}, {name: 'b'}],
  ephemeralContainers: [{name: 'e'}],
};

function logOf(held: JsonObject, query = '', {method = 'GET', accept = '*/*'} = {}) {
  const store = memoryStore();
  store.put('pods', held);
  const {context} = sandboxApi({store, pack, now: () => NOW});
  const target = {resource: builtIn('pods'), namespace: 'n', name: 'p', subresource: 'log'};
  const request = {
    method,
    path: '/api/v1/namespaces/n/pods/p/log',
    query: new URLSearchParams(query),
    headers: {accept},
    body: Buffer.alloc(0),
    user: OWNER,
  };
  return {store, answer: (): ApiReply => answerLog(target, request, context)};
}

function textOf(reply: ApiReply): string {
  if (reply.kind !== 'bytes') throw new Error(`a log as ${reply.kind}`);
  expect([reply.status, reply.type]).toEqual([200, 'text/plain']);
  return reply.body.toString();
}

const [FIRST, SECOND, LAST] = ['starting\n', 'warning: this container is simulated\n', 'ready\n'];
const STAMPED = `2025-01-01T00:00:00.002000000Z ${LAST}`;

// The words are measured on kube-apiserver 1.34.4; what the containers have written is what those of its simulated node have.
describe('the log of a pod', () => {
  it.each([
    {query: '', text: FIRST + SECOND + LAST},
    {query: 'container=', text: FIRST + SECOND + LAST},
    {query: 'container=a', text: FIRST + SECOND + LAST},
    {query: 'previous=true', text: FIRST + SECOND + LAST},
    {query: 'tailLines=1', text: LAST},
    {query: 'tailLines=%2B1', text: LAST},
    {query: 'tailLines=1&tailLines=2', text: LAST},
    {query: 'tailLines=0', text: ''},
    {query: 'tailLines=9', text: FIRST + SECOND + LAST},
    {query: 'limitBytes=5', text: 'start'},
    {query: 'limitBytes=3&tailLines=1', text: 'rea'},
    {query: 'sinceSeconds=3600', text: FIRST + SECOND + LAST},
    {query: 'sinceSeconds=5', text: FIRST + SECOND + LAST},
    {query: 'sinceSeconds=4', text: ''},
    {query: 'sinceTime=2025-01-01T00:00:00Z', text: FIRST + SECOND + LAST},
    {query: 'sinceTime=2025-01-01T01:00:00%2B01:00', text: FIRST + SECOND + LAST},
    {query: 'sinceTime=2025-01-01T00:00:01Z', text: ''},
    {query: 'sinceTime=', text: FIRST + SECOND + LAST},
    {query: 'timestamps=true&tailLines=1', text: STAMPED},
    {query: 'timestamps=yes&tailLines=1', text: STAMPED},
    {query: 'timestamps&tailLines=1', text: STAMPED},
    {query: 'timestamps=FALSE&tailLines=1', text: LAST},
    {query: 'timestamps=0&tailLines=1', text: LAST},
    {query: 'follow=false&tailLines=1', text: LAST},
  ])('the query ?$query selects lines', ({query, text}) => expect(textOf(logOf(pod(ONE), query).answer())).toBe(text));

  it.each(['a', 'b', 'i'])('the container %s, which has started, has a log', (name) => {
    expect(textOf(logOf(pod(MORE), `container=${name}`).answer())).toBe(FIRST + SECOND + LAST);
  });

  it('a pod without a node has an empty log', () => {
    expect(logOf(pod({...ONE, nodeName: ''})).answer()).toMatchObject({kind: 'bytes', status: 204});
  });

  const CRASHED = {terminated: {exitCode: 1, startedAt: START}};
  const THAT_FAILS = `${FIRST}${SECOND}error: simulated failure with exit code 1\n`;
  it.each([
    {is: 'runs, and is not ready', a: {ready: false, state: {running: {startedAt: START}}}, says: FIRST + SECOND},
    {is: 'has failed', a: {state: CRASHED}, says: THAT_FAILS},
    {is: 'waits to fail again', a: {state: {waiting: {}}, lastState: CRASHED}, says: THAT_FAILS},
    {is: 'has recovered', a: {...RUNS, lastState: CRASHED}, says: FIRST + SECOND + LAST},
    {is: 'had failed before', a: {...RUNS, lastState: CRASHED}, query: 'previous=true', says: THAT_FAILS},
    {is: 'has succeeded', a: {state: {terminated: {exitCode: 0, startedAt: START}}}, says: FIRST + SECOND + LAST},
  ])('the log of a container that $is matches its state', ({a, says, query = ''}) => {
    const status = {phase: 'Running', containerStatuses: [{name: 'a', ...a}]};
    expect(textOf(logOf(pod(ONE, status), query).answer())).toBe(says);
  });

  // The kubelet's own words.
  it.each([
    {waits: 'ErrImagePull', says: "is waiting to start: image can't be pulled"},
    {waits: 'ImagePullBackOff', says: 'is waiting to start: trying and failing to pull image'},
    {waits: 'CreateContainerConfigError', says: 'is waiting to start: CreateContainerConfigError'},
  ])('a container that waits for $waits has no log', ({waits, says}) => {
    const status = {phase: 'Pending', containerStatuses: [{name: 'a', state: {waiting: {reason: waits}}}]};
    expect(refusal(logOf(pod(ONE, status)).answer)).toBe(`container "a" in pod "p" ${says}`);
  });

  it.each([
    {phase: 'Pending', says: 'container "a" in pod "p" is waiting to start: ContainerCreating'},
    {phase: 'Failed', says: 'container "a" in pod "p" is not available'},
  ])('a pod without started containers in the phase $phase has no log', ({phase, says}) => {
    expect(refusal(logOf(pod(ONE, {phase})).answer)).toBe(says);
  });

  const INVALID = 'PodLogOptions "p" is invalid: ';
  const SINCE = 'at most one of `sinceTime` or `sinceSeconds` may be specified';
  const ONLY =
    'only the following media types are accepted: application/json, application/yaml, application/vnd.kubernetes.protobuf';
  it.each([
    {query: 'container=x', says: 'container x is not valid for pod p'},
    {query: '', says: 'a container name must be specified for pod p, choose one of: [i a b e]'},
    {query: 'tailLines=x', says: 'strconv.ParseInt: parsing "x": invalid syntax'},
    {query: 'tailLines=1.5', says: 'strconv.ParseInt: parsing "1.5": invalid syntax'},
    {
      query: 'sinceSeconds=99999999999999999999',
      says: 'strconv.ParseInt: parsing "99999999999999999999": value out of range',
    },
    {query: 'tailLines=-1', says: `${INVALID}tailLines: Invalid value: -1: must be greater than or equal to 0`},
    {query: 'container=x&limitBytes=0', says: `${INVALID}limitBytes: Invalid value: 0: must be greater than 0`},
    {query: 'sinceSeconds=0', says: `${INVALID}sinceSeconds: Invalid value: 0: must be greater than 0`},
    {query: 'stream=Stdout', says: `${INVALID}stream: Forbidden: may not be specified`},
    {
      query: 'stream=&limitBytes=-3',
      says: `${INVALID}[limitBytes: Invalid value: -3: must be greater than 0, stream: Forbidden: may not be specified]`,
    },
    {query: 'sinceTime=2025-01-01T00:00:01Z&sinceSeconds=5', says: `${INVALID}[]: Forbidden: ${SINCE}`},
    {query: 'sinceTime=x', says: 'parsing time "x" as "2006-01-02T15:04:05Z07:00": cannot parse "x" as "2006"'},
    {
      query: 'sinceTime=2025-01-01',
      says: 'parsing time "2025-01-01" as "2006-01-02T15:04:05Z07:00": cannot parse "" as "T"',
    },
    {query: '', method: 'POST', says: 'the server does not allow this method on the requested resource'},
    {
      query: '',
      accept: 'text/html',
      says: '406: Not Acceptable\n\nAvailable representations: text/plain, application/json, application/yaml, application/vnd.kubernetes.protobuf',
    },
    {query: '', accept: 'text/plain', says: ONLY},
    {query: '', accept: 'application/json;as=Table;g=meta.k8s.io;v=v1', says: ONLY},
  ])('a log request $method ?$query with Accept $accept is refused: $says', ({query, says, ...asked}) => {
    expect(refusal(logOf(pod(MORE), query, asked).answer)).toBe(says);
  });
});

describe('a followed log', () => {
  /** Follows a log. Returns the received lines, with `END` at its end. */
  function followed(held: JsonObject, query = 'follow=true') {
    const {store, answer} = logOf(held, query);
    const reply = answer();
    if (reply.kind !== 'stream') throw new Error(`followed as ${reply.kind}`);
    expect(reply.type).toBe('text/plain');
    const heard: unknown[] = [];
    const over = reply.start(
      (text) => heard.push(text),
      () => heard.push('END'),
    );
    return {store, heard, over};
  }
  const ended = {
    phase: 'Running',
    containerStatuses: [{name: 'a', state: {terminated: {exitCode: 0, startedAt: START}}}],
  };

  it.each([
    {name: 'the pod goes away', change: (store: ReturnType<typeof memoryStore>) => void store.remove('pods', 'n', 'p')},
    {
      name: 'the container ends',
      change: (store: ReturnType<typeof memoryStore>) => void store.put('pods', pod(ONE, ended)),
    },
    {
      name: 'the pod fails',
      change: (store: ReturnType<typeof memoryStore>) => void store.put('pods', pod(ONE, {phase: 'Failed'})),
    },
  ])('a followed log contains all lines and ends when $name', ({change}) => {
    const {store, heard} = followed(pod(ONE));
    store.put('pods', pod(ONE, {...RUNNING, hostIP: '10.0.0.1'}));
    expect(heard).toEqual([FIRST + SECOND + LAST]);
    change(store);
    expect(heard).toEqual([FIRST + SECOND + LAST, 'END']);
  });

  it('a followed log of an ended container ends at once', () => {
    expect(followed(pod(ONE, ended), 'follow&tailLines=1').heard).toEqual([LAST, 'END']);
  });

  it('a disconnected follower receives nothing more', () => {
    const {store, heard, over} = followed(pod(ONE), 'follow=1&tailLines=0');
    over[Symbol.dispose]();
    store.remove('pods', 'n', 'p');
    expect(heard).toEqual([]);
  });
});
