import {once} from 'node:events';
import type {IncomingMessage, ServerResponse} from 'node:http';
import {createServer} from 'node:https';
import type {AddressInfo} from 'node:net';
import {json} from 'node:stream/consumers';
import {onTestFinished} from 'vitest';
import type {Json, JsonObject} from '../../src/core/json.ts';
import {createAuthority, issueLeaf} from '../controlplane/certificate.ts';
import type {Cluster} from './cluster.ts';
import {configMap} from './objects.ts';

export type Webhook = {
  readonly url: string;
  /** base64 PEM, as a webhook configuration wants it. */
  readonly caBundle: string;
  /** Requests so far. */
  readonly calls: () => number;
};

/** What a webhook does to an object: operations of a JSON patch. */
export type Mutation = (object: JsonObject) => readonly JsonObject[];

type Review = {readonly request: {readonly uid: string; readonly object: JsonObject}};

/** An admission webhook on loopback, that ends with the test. */
export async function mutatingWebhook(mutation: Mutation): Promise<Webhook> {
  const authority = createAuthority();
  const {cert, key} = issueLeaf(authority, {name: 'webhook', server: {dns: ['localhost'], ips: ['127.0.0.1']}});
  let calls = 0;
  const server = createServer({cert, key}, (request, response) => {
    calls++;
    void respond(mutation, request, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const {port} = server.address() as AddressInfo;
  return {
    url: `https://127.0.0.1:${port}/mutate`,
    caBundle: Buffer.from(authority.cert).toString('base64'),
    calls: () => calls,
  };
}

async function respond(mutation: Mutation, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const {
    request: {uid, object},
  } = (await json(request)) as Review;
  const patch = Buffer.from(JSON.stringify(mutation(object))).toString('base64');
  const review = {
    apiVersion: 'admission.k8s.io/v1',
    kind: 'AdmissionReview',
    response: {uid, allowed: true, patchType: 'JSONPatch', patch},
  };
  response.setHeader('content-type', 'application/json').end(JSON.stringify(review));
}

type Installed = {
  readonly cluster: Cluster;
  /** It sees the objects of this namespace only. */
  readonly namespace: string;
  readonly mutation: Mutation;
};

/** Registers the webhook for the Deployments of a namespace, and comes back when the server asks it. */
export async function installWebhook({cluster, namespace, mutation}: Installed): Promise<Webhook> {
  const webhook = await mutatingWebhook(mutation);
  const {url, caBundle, calls} = webhook;
  const ref = {apiVersion: 'admissionregistration.k8s.io/v1', kind: 'MutatingWebhookConfiguration', name: namespace};
  cluster.deleteAtEnd(ref);
  await cluster.create({
    apiVersion: ref.apiVersion,
    kind: ref.kind,
    metadata: {name: ref.name},
    webhooks: [
      {
        name: 'test.example.dev',
        admissionReviewVersions: ['v1'],
        sideEffects: 'None',
        clientConfig: {url, caBundle},
        namespaceSelector: {matchLabels: {'kubernetes.io/metadata.name': namespace}},
        rules: [
          {
            apiGroups: ['', 'apps'],
            apiVersions: ['v1'],
            operations: ['CREATE', 'UPDATE'],
            resources: ['deployments', 'configmaps'],
          },
        ],
      },
    ],
  });
  const probe = configMap('webhook-probe', {}, {namespace});
  for (let tries = 0; calls() === 0; tries++) {
    if (tries > 200) throw new Error('the server does not ask the webhook');
    await cluster.applyAs(`probe-${tries}`, {...probe, data: {tries: String(tries)}});
  }
  return webhook;
}

type Container = {readonly name: string; readonly image: string};

/** Puts `registry` before the image of every container that lacks it. */
export const rewriteImages =
  (registry: string): Mutation =>
  (object) =>
    containersOf(object).flatMap(({image}, index) =>
      image.startsWith(registry)
        ? []
        : [{op: 'replace', path: `/spec/template/spec/containers/${index}/image`, value: `${registry}${image}`}],
    );

/** Puts a container into pod templates that lack it. */
export const injectContainer =
  (container: JsonObject & {readonly name: string}): Mutation =>
  (object) => {
    const containers = containersOf(object);
    if (containers.length === 0 || containers.some(({name}) => name === container.name)) return [];
    return [{op: 'add', path: '/spec/template/spec/containers/-', value: container}];
  };

type Templated = {readonly spec?: {readonly template?: {readonly spec?: {readonly containers?: readonly Json[]}}}};

const containersOf = (object: JsonObject): readonly Container[] =>
  ((object as Templated).spec?.template?.spec?.containers ?? []) as readonly Container[];
