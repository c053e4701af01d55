import {mkdir, writeFile} from 'node:fs/promises';
import type {IncomingMessage} from 'node:http';
import {join} from 'node:path';
import {PutObjectCommand} from '@aws-sdk/client-s3';
import {describe, expect, it, onTestFinished} from 'vitest';
import type {SecretPlace} from '../../src/adapters/kubernetes/kubeconfig-place/fetch-secret.ts';
import type {SharedPlace} from '../../src/adapters/kubernetes/kubeconfig-place/fetch-shared.ts';
import {openRequests} from '../../src/adapters/kubernetes/runtime/client/request.ts';
import {systemClock} from '../../src/adapters/local/clock/system-clock.ts';
import type {Deps} from '../../src/app/deps.ts';
import type {Event} from '../../src/core/event.ts';
import {Secret} from '../../src/core/secret/secret.ts';
import {INHERITED} from '../../src/core/workspace/child-environment.ts';
import type {KubeconfigSource} from '../../src/core/workspace/kubeconfig-source.ts';
import {connectTo, flatKubeconfig, type KubeconfigDeps} from '../../src/main/kubeconfigs.ts';
import type {ClusterAccess} from '../../src/ports/cluster-access.ts';
import {issueLeaf} from '../controlplane/certificate.ts';
import {authority, httpsServer} from '../rig/https-server.ts';
import {remote} from '../rig/remote-place.ts';
import {openS3TestBackend, withService} from '../rig/s3.ts';
import {scratchDirectory} from '../rig/scratch.ts';

const DAY_MS = 86_400_000;
const leaf = issueLeaf(authority, {name: 'u', notAfter: new Date(Date.now() + 3 * DAY_MS)});
const base64 = (text: string): string => Buffer.from(text).toString('base64');

type Parts = {readonly server?: string; readonly user?: object};

const kubeconfig = ({server = 'https://h:6443', user}: Parts = {}): string =>
  JSON.stringify({
    'current-context': 'c',
    contexts: [{name: 'c', context: {cluster: 'k', user: 'u', namespace: 'shop'}}],
    clusters: [{name: 'k', cluster: {server, 'certificate-authority-data': base64(authority.cert)}}],
    users: [
      {
        name: 'u',
        user: user ?? {'client-certificate-data': base64(leaf.cert), 'client-key-data': base64(leaf.key)},
      },
    ],
  });

async function doorsOf(env: Deps['env'] = {}): Promise<KubeconfigDeps & {readonly events: Event[]}> {
  const events: Event[] = [];
  return {
    env,
    home: await scratchDirectory(),
    interactive: false,
    network: {clock: systemClock},
    signal: new AbortController().signal,
    onEvent: (event) => void events.push(event),
    logins: () => Promise.reject(new Error('nobody logs in here')),
    sandboxes: () => Promise.reject(new Error('this test has no sandbox')),
    events,
  };
}

const sourceOf = (from: KubeconfigSource['from'], workspace = 'prod'): KubeconfigSource => ({
  workspace,
  field: 'context.kubeconfig',
  from,
});

async function caFile(): Promise<string> {
  const file = join(await scratchDirectory(), 'ca.crt');
  await writeFile(file, authority.cert);
  return file;
}

/** A cluster of this process that has Secrets, and takes what `token` says. */
async function fakeCluster(
  answer: (path: string, request: IncomingMessage) => {readonly status: number; readonly body: object},
): Promise<string> {
  const {address} = await httpsServer((request, response) => {
    const {status, body} = answer(request.url?.split('?')[0] ?? '', request);
    response.writeHead(status, {'content-type': 'application/json'}).end(JSON.stringify(body));
  });
  return address;
}

const secretObject = (data: Readonly<Record<string, string>>) => ({
  apiVersion: 'v1',
  kind: 'Secret',
  metadata: {name: 's', namespace: 'n', uid: '1', resourceVersion: '1', creationTimestamp: '2026-01-01T00:00:00Z'},
  data: Object.fromEntries(Object.entries(data).map(([key, text]) => [key, base64(text)])),
});

type Source = {
  readonly name: string;
  readonly place: (text: string) => Promise<KubeconfigSource['from']>;
  /** What others wrote: it may do less. */
  readonly isFetched: boolean;
};

const atHttps = async (text: string): Promise<KubeconfigSource['from']> => {
  const server = await httpsServer((_, response) => void response.end(text));
  return remote({kind: 'url', url: `${server.address}/prod`, caFile: await caFile()});
};

const inSecret = async (
  text: string,
  management: (text: string) => Promise<KubeconfigSource['from']>,
  placeOf: (through: KubeconfigSource) => SecretPlace | SharedPlace = (through) => ({
    kind: 'secret',
    name: 's',
    namespace: 'n',
    through,
  }),
) => {
  const server = await fakeCluster((path) =>
    path === '/api/v1/namespaces/n/secrets/s'
      ? {status: 200, body: secretObject({value: text})}
      : {status: 404, body: {kind: 'Status', reason: 'NotFound'}},
  );
  const itself = JSON.stringify({
    'current-context': 'm',
    contexts: [{name: 'm', context: {cluster: 'm', user: 'm'}}],
    clusters: [{name: 'm', cluster: {server, 'certificate-authority-data': base64(authority.cert)}}],
    users: [{name: 'm', user: {token: 't'}}],
  });
  const through = sourceOf(await management(itself), 'management');
  return remote(placeOf(through));
};

/** A Secret that a shared resource is, with the uid of its release. */
const ofShared = (through: KubeconfigSource): SharedPlace => ({
  waitSeconds: undefined,
  kind: 'shared',
  released: {apiVersion: 'v1', kind: 'Secret', namespace: 'n', name: 's', uid: '1'},
  path: 'data.value',
  use: {stack: 'shared/shared', id: 'v1:Secret:n:s', revision: 1, workspace: 'management', fields: []},
  through,
});

const content = async (text: string) => ({kind: 'content', content: new Secret(text)}) as const;

const SOURCES: readonly Source[] = [
  {name: 'a text', place: content, isFetched: false},
  {name: 'a text in base64', place: (text) => content(base64(text)), isFetched: false},
  {
    name: 'a file',
    place: async (text) => {
      const directory = await scratchDirectory();
      await mkdir(join(directory, 'kube'));
      await writeFile(join(directory, 'kube', 'config'), text);
      return {kind: 'files', paths: [join(directory, 'kube', 'config')], skipped: []};
    },
    isFetched: false,
  },
  {
    name: 'a secret of a store',
    place: async (text) => ({...(await content(text)), fetched: 'ref://k'}),
    isFetched: true,
  },
  {name: 'an address', place: atHttps, isFetched: true},
  {name: 'an address that gives base64', place: (text) => atHttps(base64(text)), isFetched: true},
  {name: 'a Secret of another cluster', place: (text) => inSecret(text, content), isFetched: true},
  {name: 'a shared resource', place: (text) => inSecret(text, content, ofShared), isFetched: true},
  {
    name: 'a Secret of a cluster whose kubeconfig is fetched itself',
    place: (text) => inSecret(text, atHttps),
    isFetched: true,
  },
];

// What was fetched may name no metadata address, which a file of the user may.
async function shown({credential, serverKey: _, besideMetadata: __, ...access}: ClusterAccess) {
  const {headers, certificate} = await credential();
  const {cert, key} = certificate ?? {};
  return {
    ...access,
    headers: headers.map(({name, value}) => [name, value.reveal()]),
    cert: cert?.reveal(),
    key: key?.reveal(),
  };
}

/** With a second context, which is not the current one. */
function twoContexts(): string {
  const {contexts, clusters, ...more} = JSON.parse(kubeconfig()) as {contexts: object[]; clusters: object[]};
  return JSON.stringify({
    ...more,
    contexts: [...contexts, {name: 'other', context: {cluster: 'other', user: 'u'}}],
    clusters: [...clusters, {name: 'other', cluster: {server: 'https://other:6443'}}],
  });
}

const DANGERS = [
  {
    danger: 'run a program',
    wants: /would run the program \/no\/such\/program/,
    text: async () =>
      kubeconfig({
        user: {
          exec: {
            apiVersion: 'client.authentication.k8s.io/v1',
            command: '/no/such/program',
            interactiveMode: 'Never',
          },
        },
      }),
  },
  {
    danger: 'read a file of this machine',
    wants: /tokenFile names the file/,
    text: async () => {
      const tokenFile = join(await scratchDirectory(), 'token');
      await writeFile(tokenFile, 't');
      return kubeconfig({user: {tokenFile}});
    },
  },
  {
    danger: 'leave its server unverified',
    wants: /leaves the server unverified/,
    text: async () => kubeconfig().replace(/"certificate-authority-data":"[^"]*"/, '"insecure-skip-tls-verify":true'),
  },
];

describe('the same kubeconfig', () => {
  it.each(SOURCES)('the same kubeconfig gives the same cluster and user, whole and flat: $name', async ({place}) => {
    const deps = await doorsOf();
    const source = sourceOf(await place(kubeconfig()));
    const known = sourceOf(await content(kubeconfig()));
    const access = await shown(await connectTo(source, deps));
    expect(access).toEqual(await shown(await connectTo(known, deps)));
    expect(access).toMatchObject({
      server: 'https://h:6443',
      contextName: 'c',
      clusterName: 'k',
      userName: 'u',
      namespace: 'shop',
      cert: leaf.cert,
      expires: {what: 'client certificate'},
    });
    const flat = await flatKubeconfig(deps)(source);
    expect(flat.text.reveal()).toBe((await flatKubeconfig(deps)(known)).text.reveal());
  });

  it.each(SOURCES)('`kube_context` selects the context, whole and flat: $name', async ({place}) => {
    const source = {...sourceOf(await place(twoContexts())), kubeContext: 'other'};
    expect(await connectTo(source, await doorsOf())).toMatchObject({
      contextName: 'other',
      server: 'https://other:6443',
    });
    const flat = await flatKubeconfig(await doorsOf())(source);
    expect(flat.text.reveal()).toContain('https://other:6443');
    expect(flat.text.reveal()).not.toContain('https://h:6443');
  });

  it.each(SOURCES)(
    'a kubeconfig without the context of `kube_context` is refused, and the error lists its contexts: $name',
    async ({place}) => {
      const source = {...sourceOf(await place(twoContexts())), kubeContext: 'othr'};
      await expect(connectTo(source, await doorsOf())).rejects.toMatchObject({
        failure: {code: 'context/kubeconfig', problem: expect.stringMatching(/kube_context names "othr".*other/)},
      });
    },
  );

  it.each(
    SOURCES.flatMap(({isFetched, ...one}) => DANGERS.map((danger) => ({...one, ...danger, isRefused: isFetched}))),
  )(
    '$name that would $danger is refused where others wrote it: $isRefused',
    async ({place, text, isRefused, wants}) => {
      const source = sourceOf(await place(await text()));
      const deps = await doorsOf();
      for (const open of [() => connectTo(source, deps), () => flatKubeconfig(deps)(source)]) {
        const failure: unknown = await open().then(
          () => undefined,
          (error: {failure: unknown}) => error.failure,
        );
        if (isRefused)
          expect(failure).toMatchObject({code: 'context/untrusted', wants: [expect.stringMatching(wants)]});
        else expect(failure).toBeUndefined();
      }
    },
  );

  it('a management cluster whose certificate expires soon causes a warning', async () => {
    const deps = await doorsOf();
    const server = await fakeCluster(() => ({status: 200, body: secretObject({value: kubeconfig()})}));
    const through = sourceOf(await content(kubeconfig({server})), 'management');
    await connectTo(sourceOf(remote({kind: 'secret', name: 's', namespace: 'n', through})), deps).catch(
      () => undefined,
    );
    expect(deps.events).toMatchObject([
      {
        type: 'diagnostic',
        diagnostic: {code: 'credential/expires-soon', message: expect.stringContaining('"management"')},
      },
    ]);
  });
});

await withService('moto', 'the same kubeconfig in a bucket', () => {
  it('the same kubeconfig in a bucket gives the same cluster and user', async () => {
    const {client, config, service} = await openS3TestBackend({service: 'moto'});
    await client.send(new PutObjectCommand({Bucket: config.bucket, Key: 'prod', Body: kubeconfig()}));
    const keys = {AWS_ACCESS_KEY_ID: service.accessKeyId, AWS_SECRET_ACCESS_KEY: service.secretAccessKey};
    const set = new Map(Object.entries(keys).map(([name, value]) => [name, new Secret(value)]));
    const {bucket, region} = config;
    const place = {kind: 's3', bucket, key: 'prod', endpoint: service.endpoint} as const;
    const inRegion = region === undefined ? place : {...place, region};
    const source = sourceOf(remote({...inRegion, environment: {...INHERITED, set}}));
    const deps = await doorsOf();
    const known = sourceOf(await content(kubeconfig()));
    expect(await shown(await connectTo(source, deps))).toEqual(await shown(await connectTo(known, deps)));
  });
});

describe('a credential that was rotated during a run', () => {
  /** A cluster that takes one token, and a server that gives a kubeconfig with one. */
  async function rotating(first: string, state: {accepted: string; given: string; server?: string}) {
    const server = await fakeCluster((_, {headers}) =>
      headers.authorization === `Bearer ${state.accepted}`
        ? {status: 200, body: {}}
        : {status: 401, body: {kind: 'Status', message: 'Unauthorized', reason: 'Unauthorized', code: 401}},
    );
    const source = await httpsServer((_, response) => {
      const token = source.received.length === 1 ? first : state.given;
      const where = source.received.length === 1 ? server : (state.server ?? server);
      response.end(kubeconfig({server: where, user: {token}}));
    });
    const place = remote({kind: 'url', url: source.address, caFile: await caFile()});
    const deps = await doorsOf();
    const access = await connectTo(sourceOf(place), deps);
    const requests = openRequests(access, {clock: systemClock, onEvent: () => {}});
    onTestFinished(requests.close);
    return {requests, source};
  }
  const get = {method: 'GET', path: '/version'} as const;

  it('a rotated credential is fetched again, once, and the run continues', async () => {
    const {requests, source} = await rotating('old', {accepted: 'new', given: 'new'});
    await expect(requests.send(get)).resolves.toMatchObject({ok: true});
    await expect(requests.send(get)).resolves.toMatchObject({ok: true});
    expect(source.received).toHaveLength(2);
  });

  it('a cluster that refuses the new credential, too, ends the run after one more fetch', async () => {
    const {requests, source} = await rotating('old', {accepted: 'another', given: 'new'});
    await expect(requests.send(get)).rejects.toMatchObject({failure: {code: 'credential/refused'}});
    expect(source.received).toHaveLength(2);
  });

  it('a new credential is not sent to another server than that of the first kubeconfig', async () => {
    const {requests} = await rotating('old', {accepted: 'new', given: 'new', server: 'https://elsewhere'});
    await expect(requests.send(get)).rejects.toMatchObject({
      failure: {code: 'context/kubeconfig', problem: expect.stringMatching(/now names the server https:\/\/elsewhere/)},
    });
  });
});
