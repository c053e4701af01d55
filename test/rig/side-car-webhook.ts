import {once} from 'node:events';
import type {IncomingMessage, ServerResponse} from 'node:http';
import {createServer} from 'node:https';
import type {AddressInfo} from 'node:net';
import {json} from 'node:stream/consumers';
import {onTestFinished} from 'vitest';
import type {JsonObject} from '../../src/core/json.ts';
import {createAuthority, issueLeaf} from '../controlplane/certificate.ts';

export type Webhook = {
  readonly url: string;
  /** base64 PEM, as a webhook configuration wants it. */
  readonly caBundle: string;
  /** Requests so far. */
  readonly calls: () => number;
};

/** An admission webhook on loopback that puts a side-car into pod templates, and ends with the test. */
export async function sideCarWebhook(): Promise<Webhook> {
  const authority = createAuthority();
  const {cert, key} = issueLeaf(authority, {name: 'webhook', server: {dns: ['localhost'], ips: ['127.0.0.1']}});
  let calls = 0;
  const server = createServer({cert, key}, (request, response) => {
    calls++;
    void respond(request, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const {port} = server.address() as AddressInfo;
  return {
    url: `https://127.0.0.1:${port}/inject`,
    caBundle: Buffer.from(authority.cert).toString('base64'),
    calls: () => calls,
  };
}

type Container = {readonly name: string};
type Review = {
  readonly request: {
    readonly uid: string;
    readonly object: {readonly spec: {readonly template: {readonly spec: {readonly containers: readonly Container[]}}}};
  };
};

const SIDE_CAR = {name: 'side-car', image: 'mesh:1', resources: {requests: {cpu: '0.01'}}};

async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const review = (await json(request)) as Review;
  response.setHeader('content-type', 'application/json').end(JSON.stringify(answer(review)));
}

function answer({request: {uid, object}}: Review): JsonObject {
  const {containers} = object.spec.template.spec;
  const operations = containers.some(({name}) => name === SIDE_CAR.name)
    ? []
    : [{op: 'add', path: '/spec/template/spec/containers/-', value: SIDE_CAR}];
  const patch = Buffer.from(JSON.stringify(operations)).toString('base64');
  return {
    apiVersion: 'admission.k8s.io/v1',
    kind: 'AdmissionReview',
    response: {uid, allowed: true, patchType: 'JSONPatch', patch},
  };
}
