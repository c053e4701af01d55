import {randomBytes, timingSafeEqual} from 'node:crypto';
import {once} from 'node:events';
import {createServer, type IncomingMessage, type ServerResponse} from 'node:http';
import type {AddressInfo} from 'node:net';
import type {JsonObject} from '../../../core/json.ts';
import {type ApiList, apiList} from '../../../kubernetes/chart/api-list.ts';
import type {LookUp} from '../../../ports/cluster-facts.ts';
import type {HelmCluster} from '../../../ports/helm.ts';
import type {SourceProblem} from '../../../ports/source-problem.ts';
import {groupsDocument, resourcesDocument, statusDocument, versionDocument} from './discovery-documents.ts';
import {questionOf} from './question.ts';

/** A read-only API server on the loopback interface, for one run of Helm. */
export type Facade = {
  /** The address of the server with the secret prefix of all its paths. */
  readonly url: string;
  /** Returns the problem that ends the rendering: a request that is not answered, or a denied look-up. */
  readonly problem: () => SourceProblem | undefined;
  /** Throws the first error of a look-up. */
  readonly rethrow: () => void;
  /** Returns the objects that were looked up. */
  readonly found: () => readonly JsonObject[];
  /** Ends the server and its connections. It is not awaited: helm has ended, so nothing uses them. */
  readonly close: () => void;
};

/** The results of the requests of a run. */
type Heard = {problem?: SourceProblem; error?: Error; readonly found: JsonObject[]};

/**
 * Opens a server that answers Helm in place of the cluster: its version, its APIs and the function `lookup`. It answers only requests
 * with its random prefix, which no other process can know.
 */
export async function openFacade(cluster: HelmCluster): Promise<Facade> {
  const prefix = `/${randomBytes(16).toString('hex')}`;
  const apis = apiList(cluster.apis);
  const heard: Heard = {found: []};
  const server = createServer((request, response) => {
    const {url = ''} = request;
    if (isPrefixed(url, prefix)) void answer(request, response, {path: url.slice(prefix.length), cluster, apis, heard});
    else send(response, 404, statusDocument(404, 'NotFound', 'not found'));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${prefix}`,
    problem: () => heard.problem,
    rethrow: () => {
      if (heard.error !== undefined) throw heard.error;
    },
    found: () => heard.found,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

function isPrefixed(url: string, prefix: string): boolean {
  const start = Buffer.from(url.slice(0, prefix.length + 1));
  const wanted = Buffer.from(`${prefix}/`);
  return start.length === wanted.length && timingSafeEqual(start, wanted);
}

type Asked = {
  readonly path: string;
  readonly cluster: HelmCluster;
  readonly apis: ApiList;
  readonly heard: Heard;
};

async function answer({method = '', headers}: IncomingMessage, response: ServerResponse, asked: Asked): Promise<void> {
  const {path, cluster, apis, heard} = asked;
  const question = questionOf(method, path, apis);
  switch (question.kind) {
    case 'version':
      return send(response, 200, versionDocument(cluster.version));
    case 'groups': {
      const format = /;v=v2[;,]/.test(headers.accept ?? '') ? 'v2' : 'v2beta1';
      const type = `application/json;g=apidiscovery.k8s.io;v=${format};as=APIGroupDiscoveryList`;
      return send(response, 200, groupsDocument(apis, question.isCore, format), type);
    }
    case 'resources':
      return send(response, 200, resourcesDocument(question.apiVersion, apis.get(question.apiVersion) ?? []));
    case 'look-up':
      return lookUp(response, question.target, asked);
    case 'not-served':
      return send(response, 404, NOT_SERVED);
    case 'refused':
      heard.problem ??= {problem: `helm sent a request that is not a look-up: ${method} ${path}`};
      return send(response, 405, statusDocument(405, 'MethodNotAllowed', 'only look-ups are answered'));
  }
}

const NOT_SERVED = statusDocument(404, 'NotFound', 'the server could not find the requested resource');

async function lookUp(response: ServerResponse, target: LookUp, {cluster, heard}: Asked): Promise<void> {
  try {
    const answered = await cluster.lookUp(target);
    if ('refused' in answered) {
      heard.problem ??= answered.refused;
      return send(response, 403, statusDocument(403, 'Forbidden', answered.refused.problem));
    }
    const {object} = answered;
    if (object === undefined) return send(response, 404, NOT_SERVED);
    heard.found.push(object);
    send(response, 200, object);
  } catch (error) {
    heard.error ??= error as Error;
    send(response, 500, statusDocument(500, 'InternalError', 'the look-up failed'));
  }
}

function send(response: ServerResponse, code: number, body: JsonObject, type = 'application/json'): void {
  response.writeHead(code, {'content-type': type});
  response.end(JSON.stringify(body));
}
