import {writeFile} from 'node:fs/promises';
import {createServer, type IncomingMessage, type ServerResponse} from 'node:http';
import {Agent, request as send} from 'node:https';
import type {AddressInfo} from 'node:net';
import {join} from 'node:path';
import {setTimeout as sleep} from 'node:timers/promises';
import {onTestFinished} from 'vitest';
import {accessBy} from './kubernetes-backends.ts';
import {scratchDirectory} from './scratch.ts';

/** A door to the API server for one run only, which counts what comes through, and is in no hurry. */
export type FrontDoor = {
  readonly kubeconfigPath: string;
  /** What would change an object (no dry run), in the order in which it came: `PATCH configmaps/part-1`. */
  readonly writes: readonly string[];
  /** Resolves when so many have come. */
  readonly reached: (count: number) => Promise<void>;
  /** From now on nothing is slowed down. */
  readonly hurry: () => void;
};

export type FrontDoorOptions = {
  readonly kubeconfigPath: string;
  /** What is counted, as a part of the path: releases that are kept in the cluster come through the door as well. */
  readonly of: string;
  /** How long each of these takes. */
  readonly delayMs: number;
  /** What others do before a request comes through: `PATCH /apis/…?dryRun=All`. */
  readonly before?: (request: string) => Promise<unknown>;
};

export async function frontDoor({kubeconfigPath, of, ...options}: FrontDoorOptions): Promise<FrontDoor> {
  let {delayMs} = options;
  const access = await accessBy(kubeconfigPath);
  const {certificate, headers} = await access.credential();
  const identity = Object.fromEntries(headers.map(({name, value}) => [name, value.reveal()]));
  const agent = new Agent({
    keepAlive: true,
    ca: access.tls.ca,
    cert: certificate?.cert.reveal(),
    key: certificate?.key.reveal(),
  });
  const writes: string[] = [];
  const waiting: {readonly count: number; readonly tell: () => void}[] = [];
  const server = createServer((request, response) => {
    const isWrite = changes(request) && request.url?.includes(of) === true;
    if (isWrite) writes.push(nameOf(request));
    for (const {count, tell} of waiting) if (writes.length >= count) tell();
    void (isWrite ? sleep(delayMs) : Promise.resolve())
      .then(() => options.before?.(`${request.method} ${request.url}`))
      .then(() => pass({to: access.server, agent, identity}, request, response));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
    agent.destroy();
  });
  const path = join(await scratchDirectory(), 'kubeconfig');
  await writeFile(path, JSON.stringify(kubeconfigTo(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)));
  return {
    kubeconfigPath: path,
    writes,
    hurry: () => {
      delayMs = 0;
    },
    reached: (count) => new Promise((tell) => (writes.length >= count ? tell() : void waiting.push({count, tell}))),
  };
}

type Upstream = {readonly to: string; readonly agent: Agent; readonly identity: Readonly<Record<string, string>>};

function pass({to, agent, identity}: Upstream, request: IncomingMessage, response: ServerResponse): void {
  const {authorization: _anybody, ...headers} = request.headers;
  const onward = send(
    new URL(request.url ?? '/', to),
    {
      agent,
      method: request.method,
      headers: {...headers, host: new URL(to).host, ...identity},
    },
    (reply) => {
      response.writeHead(reply.statusCode ?? 502, reply.headers);
      reply.pipe(response);
    },
  );
  onward.on('error', () => response.destroy());
  response.on('close', () => onward.destroy());
  request.pipe(onward);
}

const changes = ({method, url = ''}: IncomingMessage): boolean =>
  method !== 'GET' && !url.includes('dryRun=All') && !url.includes('/authorization.k8s.io/');

const nameOf = ({method, url = ''}: IncomingMessage): string =>
  `${method} ${url.replace(/\?.*/, '').split('/').slice(-2).join('/')}`;

const kubeconfigTo = (server: string) => ({
  apiVersion: 'v1',
  kind: 'Config',
  'current-context': 'test',
  clusters: [{name: 'test', cluster: {server}}],
  users: [{name: 'test', user: {token: 'none-is-needed'}}],
  contexts: [{name: 'test', context: {cluster: 'test', user: 'test'}}],
});
