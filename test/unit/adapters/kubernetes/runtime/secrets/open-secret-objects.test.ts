import {Readable} from 'node:stream';
import {expect, it} from 'vitest';
import type {Transport} from '../../../../../../src/adapters/kubernetes/runtime/client/connection/transport.ts';
import {TransportError} from '../../../../../../src/adapters/kubernetes/runtime/client/connection/transport-error.ts';
import type {WireRequest} from '../../../../../../src/adapters/kubernetes/runtime/client/connection/wire.ts';
import {openSecretObjects} from '../../../../../../src/adapters/kubernetes/runtime/secrets/open-secret-objects.ts';
import {type Failure, GantryError} from '../../../../../../src/core/failure/failure.ts';
import type {Json} from '../../../../../../src/core/json.ts';

type Answer = {readonly status: number; readonly body: Json} | 'broken';

/** A server that gives these answers, one after the other, and what it was asked. */
function server(...answers: readonly Answer[]) {
  const asked: WireRequest[] = [];
  const left = [...answers];
  const transport: Transport = {
    send: async (request) => {
      asked.push(request);
      const answer = left.shift() ?? 'broken';
      if (answer === 'broken') throw new TransportError('unanswered', new Error('reset'));
      const body = Readable.from([Buffer.from(JSON.stringify(answer.body))]);
      return {status: answer.status, headers: {}, warnings: [], body};
    },
    renew: () => {},
    close: () => {},
  };
  const access = {
    server: 'https://c',
    contextName: 'c',
    tls: {insecure: false},
    credential: async () => ({headers: []}),
  };
  const clock = {now: () => new Date(0), monotonic: () => 0, sleep: async () => {}};
  const secrets = openSecretObjects(access, 'state', {clock, onEvent: () => {}, openTransport: () => transport});
  return {secrets, asked};
}

const status = (code: number, reason: string, message = reason, details: Json = {}): Answer => ({
  status: code,
  body: {kind: 'Status', code, reason, message, details},
});
const page = (names: readonly string[], token = ''): Answer => ({
  status: 200,
  body: {metadata: {continue: token}, items: names.map((name) => ({metadata: {name, uid: `uid-${name}`}}))},
});
const secret = {name: 'a', type: 'x', labels: {}, annotations: {}, data: {value: new Uint8Array([1])}};
const seen = {uid: 'u', resourceVersion: '1'};

async function failureOf(work: Promise<unknown>): Promise<Failure> {
  const error: unknown = await work.then(
    (outcome) => outcome,
    (thrown: unknown) => thrown,
  );
  if (error instanceof GantryError) return error.failure;
  throw new Error(`no failure, but ${JSON.stringify(error)}`);
}

it('a list reads only metadata, page by page, and starts again when a page has expired', async () => {
  const {secrets, asked} = server(page(['a'], 'next'), status(410, 'Expired'), page(['a', 'b']));
  expect((await secrets.list('x')).map(({name}) => name)).toEqual(['a', 'b']);
  expect(asked.every(({headers}) => String(headers['accept']).includes('as=PartialObjectMetadataList'))).toBe(true);
  expect(asked.map(({path}) => path.split('?')[1])).toEqual([
    'limit=500&labelSelector=x',
    'limit=500&continue=next&labelSelector=x',
    'labelSelector=x',
  ]);
});

it.each([
  {name: 'a creation', send: 'create', conflict: status(409, 'AlreadyExists'), told: 'taken'},
  {name: 'a replacement', send: 'replace', conflict: status(409, 'Conflict'), told: 'moved'},
  {name: 'a replacement of a deleted Secret', send: 'replace', conflict: status(404, 'NotFound'), told: 'moved'},
  {name: 'a deletion', send: 'delete', conflict: status(409, 'Conflict'), told: 'moved'},
] as const)(
  '$name reports a conflict with another writer, and an unclear result if the conflict may be with itself',
  async ({send, conflict, told}) => {
    const act = ({secrets}: ReturnType<typeof server>): Promise<unknown> => {
      if (send === 'create') return secrets.create(secret);
      return send === 'replace' ? secrets.replace(secret, seen) : secrets.delete('a', seen);
    };
    expect(await act(server(conflict))).toBe(told);
    const unsure = await failureOf(act(server(status(504, 'Timeout'), conflict)));
    expect(unsure).toMatchObject({code: 'cluster/unreachable', maybeExecuted: true});
  },
);

it.each(['create', 'replace'] as const)(
  'a %s whose answer is lost is sent once and fails as possibly executed',
  async (send) => {
    const {secrets, asked} = server('broken', page([]));
    const failure = await failureOf(send === 'create' ? secrets.create(secret) : secrets.replace(secret, seen));
    expect(failure).toMatchObject({code: 'cluster/unreachable', maybeExecuted: true});
    expect(asked).toHaveLength(1);
  },
);

it('a read whose answer is lost is sent again', async () => {
  const {secrets, asked} = server('broken', status(404, 'NotFound'));
  expect(await secrets.get('a')).toBeUndefined();
  expect(asked).toHaveLength(2);
});

it('a denial names verb and namespace, and a refusal by a quota is not a denial', async () => {
  const denied = status(403, 'Forbidden', 'secrets "a" is forbidden: User "u" cannot update resource "secrets"');
  expect(await failureOf(server(denied).secrets.replace(secret, seen))).toMatchObject({
    code: 'permission/denied',
    action: 'update secrets in the namespace state',
  });
  const full = status(403, 'Forbidden', 'secrets "a" is forbidden: exceeded quota');
  expect(await failureOf(server(full).secrets.create(secret))).toMatchObject({code: 'cluster/unreachable'});
});

it('a missing namespace is reported with the command that creates it, unless the user may not read it', async () => {
  const missing = status(404, 'NotFound', 'namespaces "state" not found', {kind: 'namespaces', name: 'state'});
  const want = {code: 'input/usage', hint: 'Create it once: kubectl create namespace state'};
  expect(await failureOf(server(missing).secrets.create(secret))).toMatchObject(want);
  expect(await failureOf(server(missing).secrets.requireNamespace())).toMatchObject(want);
  await server(status(403, 'Forbidden', 'User "u" cannot get resource "namespaces"')).secrets.requireNamespace();
});
