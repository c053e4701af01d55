import {readFileSync} from 'node:fs';
import {Agent, request as open} from 'node:https';
import {load} from 'js-yaml';
import {isObject, type Json, type JsonObject} from '../../src/core/json.ts';
import {jsonAt} from '../../src/core/json-at.ts';
import type {Request, Seen} from './request.ts';

export type Answer = {readonly status: number; readonly type: string; readonly warnings: string; readonly body: Json};

/** One of the two servers: remembers what it answered, because later requests name it. */
export type Server = {readonly ask: (request: Request) => Promise<Answer>; readonly close: () => void};

/** Where a server is, and how it knows who asks. */
export type Door = {
  readonly server: string;
  readonly ca: string;
  readonly cert?: string | undefined;
  readonly key?: string | undefined;
  readonly token?: string | undefined;
};

/** The door that a kubeconfig leads to. */
export function doorOf(kubeconfigPath: string): Door {
  const config = load(readFileSync(kubeconfigPath, 'utf8')) as JsonObject;
  const at = (...path: (string | number)[]): string => String(jsonAt(config, path) ?? '');
  const pem = (...path: (string | number)[]): string => Buffer.from(at(...path), 'base64').toString();
  return {
    server: at('clusters', 0, 'cluster', 'server'),
    ca: pem('clusters', 0, 'cluster', 'certificate-authority-data'),
    cert: pem('users', 0, 'user', 'client-certificate-data') || undefined,
    key: pem('users', 0, 'user', 'client-key-data') || undefined,
    token: at('users', 0, 'user', 'token') || undefined,
  };
}

/** A server behind a door. */
export function serverAt({server: base, ca, cert, key, token}: Door): Server {
  const agent = new Agent({keepAlive: true, ca, cert, key});
  const answers = new Map<string, JsonObject>();
  const seen: Seen = (name) => {
    const answer = answers.get(name);
    if (answer === undefined) throw new Error(`no request is called ${name}, or it was not answered with an object`);
    return answer;
  };
  const once = (request: Request): Promise<Answer> => send({request, seen, base, agent, token});
  return {
    ask: async (request) => {
      const answer = await (request.until === undefined ? once(request) : asked(once, request, request.until));
      if (isObject(answer.body)) answers.set(request.name, answer.body);
      return answer;
    },
    close: () => agent.destroy(),
  };
}

/**
 * Returns a function that sends the requests of an area one by one, but all watches of the area together with the first one:
 * each of them lasts a second.
 */
export function sendTogether(requests: readonly Request[], ask: Server['ask']): Server['ask'] {
  let watches: ReadonlyMap<string, Promise<Answer>> | undefined;
  return async (request) => {
    if (request.isWatch !== true) return ask(request);
    watches ??= new Map(requests.filter(({isWatch}) => isWatch).map((watch) => [watch.name, ask(watch)]));
    return watches.get(request.name) ?? ask(request);
  };
}

const PATIENCE_MS = 10_000;
// Controllers of the sandbox need some milliseconds, those of the real server some tenths of a second.
const SHORTEST_PAUSE_MS = 5;
const LONGEST_PAUSE_MS = 80;

async function asked(
  once: (request: Request) => Promise<Answer>,
  request: Request,
  until: (body: JsonObject) => boolean,
): Promise<Answer> {
  const end = Date.now() + PATIENCE_MS;
  for (let pauseMs = SHORTEST_PAUSE_MS; ; pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)) {
    const answer = await once(request);
    // A path that no kind serves is answered with a text.
    if (Date.now() > end || until(isObject(answer.body) ? answer.body : {})) return answer;
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}

type Sending = {
  readonly request: Request;
  readonly seen: Seen;
  readonly base: string;
  readonly agent: Agent;
  readonly token: string | undefined;
};

function send({request, seen, base, agent, token}: Sending): Promise<Answer> {
  const path = typeof request.path === 'function' ? request.path(seen) : request.path;
  const body = textOf(typeof request.body === 'function' ? request.body(seen) : request.body);
  const headers = {
    'user-agent': 'conformance/1.0 (test)',
    ...request.headers,
    ...(token === undefined ? {} : {authorization: `Bearer ${token}`}),
    // Of a DELETE Node does not say it by itself.
    ...(body === undefined ? {} : {'content-length': Buffer.byteLength(body)}),
  };
  return new Promise((resolve, reject) => {
    const call = open(`${base}${path}`, {method: request.method, agent, headers, timeout: 30_000}, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          type: response.headers['content-type'] ?? '',
          warnings: response.headers['warning'] ?? '',
          body: parsed(Buffer.concat(chunks).toString(), response.headers['content-type']),
        }),
      );
    });
    call.on('timeout', () => call.destroy(new Error(`no answer to ${request.name}`)));
    call.on('error', reject);
    call.end(body);
  });
}

const textOf = (body: Json | undefined): string | undefined =>
  body === undefined || typeof body === 'string' ? body : JSON.stringify(body);

/** Documents of a watch come one a line; where lines of YAML are broken is any. */
function parsed(text: string, type = ''): Json {
  if (type === 'application/yaml') return load(text) as Json;
  try {
    return JSON.parse(text) as Json;
  } catch {
    const lines = text.split('\n').filter((line) => line !== '');
    try {
      return lines.map((line) => JSON.parse(line) as Json);
    } catch {
      return text;
    }
  }
}
