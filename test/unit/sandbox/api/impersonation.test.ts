import {afterAll, beforeAll, expect, it} from 'vitest';
import {jsonAt} from '../../../../src/core/json-at.ts';
import {type ServedCluster, servedCluster} from './served.ts';

let cluster: ServedCluster;
beforeAll(async () => {
  cluster = await servedCluster();
});
afterAll(async () => cluster[Symbol.asyncDispose]());

const JANE = {'impersonate-user': 'jane'};
const PODS = '/api/v1/namespaces/default/pods';

it('an impersonated user may neither list nor write', async () => {
  const body = JSON.stringify({metadata: {name: 'p'}, spec: {containers: [{name: 'c', image: 'x'}]}});
  const listed = await cluster.send(PODS, {headers: JANE});
  const made = await cluster.send(PODS, {method: 'POST', headers: JANE, body});
  expect([listed.status, made.status]).toEqual([403, 403]);
  expect(JSON.parse((await cluster.send(PODS)).body)).toMatchObject({items: []});
});

it('an impersonated user sees their own permissions and identity, with groups whose names contain a comma', async () => {
  const groups = 'X-A: b\r\nImpersonate-Group: a, b\r\nImpersonate-Group: c\r\n';
  const [rights, self] = await Promise.all([
    cluster.send('/apis/authorization.k8s.io/v1/selfsubjectaccessreviews', {
      method: 'POST',
      headers: JANE,
      body: JSON.stringify({spec: {resourceAttributes: {verb: 'create', resource: 'pods', namespace: 'default'}}}),
    }),
    byHand('POST', '/apis/authentication.k8s.io/v1/selfsubjectreviews', `Impersonate-User: jane\r\n${groups}`),
  ]);
  expect(jsonAt(JSON.parse(rights.body), ['status'])).toEqual({allowed: false});
  expect(self).toContain('{"username":"jane","groups":["a, b","c","system:authenticated"]}');
});

it('an impersonated group without a user is refused', async () => {
  const {status, body, headers} = await cluster.send('/api?a=<b>', {headers: {'impersonate-group': 'g'}});
  expect([status, headers['content-type'], body]).toEqual([
    500,
    'text/plain; charset=utf-8',
    'Internal Server Error: "/api?a=&lt;b&gt;": requested [{Group  g    }] without impersonating a user\n',
  ]);
});

it('an impersonated user without the token is refused', async () => {
  const headers = {'impersonate-user': 'sandbox', authorization: 'Bearer wrong'};
  expect(await cluster.send('/api', {headers})).toMatchObject({status: 401});
});

/** Sends header lines unchanged. Node's client joins lines with the same name. */
async function byHand(method: string, path: string, lines: string): Promise<string> {
  const socket = await cluster.dial();
  const chunks: Buffer[] = [];
  const ended = new Promise<void>(
    (resolve) => void socket.on('data', (chunk: Buffer) => chunks.push(chunk)).on('close', resolve),
  );
  const about = `Host: localhost\r\nAuthorization: Bearer ${cluster.token}\r\nConnection: close\r\n`;
  const body = '{"kind":"SelfSubjectReview","apiVersion":"authentication.k8s.io/v1"}';
  const type = `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n`;
  socket.write(`${method} ${path} HTTP/1.1\r\n${about}${type}${lines}\r\n${body}`);
  await ended;
  return Buffer.concat(chunks).toString();
}
