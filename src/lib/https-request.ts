import type {Agent, IncomingMessage} from 'node:http';
import {Agent as TlsAgent, request as tlsRequest} from 'node:https';
import {createSecureContext, getCACertificates, type SecureContext} from 'node:tls';
import {HttpsFailure, httpsFailure} from './https-failure.ts';
import {isThisMachine} from './is-this-machine.ts';
import {lookupBesideMetadata} from './lookup-beside-metadata.ts';
import {isMetadataHost} from './metadata-address.ts';

/** A request with its limits. A response that exceeds one is a failure. */
export type HttpsRequest = {
  /** The address, without credentials. http is allowed only to this machine. */
  readonly url: string;
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array | undefined;
  /** PEM certificates to trust besides those of Node.js and of the system. */
  readonly ca?: string | undefined;
  /** The time for the request and the complete response. */
  readonly timeoutMs: number;
  /** The maximum size of the response's body. */
  readonly maxBytes: number;
  /** The environment with HTTPS_PROXY and NO_PROXY. Requests to this machine never use a proxy. */
  readonly proxyEnv?: Readonly<Record<string, string | undefined>>;
  /** True if others chose the name. It must then not resolve to a metadata address. A proxy resolves names by itself. */
  readonly besideMetadata?: boolean;
  /** True for the metadata server of a cloud: over http, and never through a proxy. */
  readonly toMetadata?: boolean;
  /** Connections that are kept for later requests with the same map and the same options. Default: none. */
  readonly connections?: Connections;
  readonly signal?: AbortSignal | undefined;
};

/** The agents by origin. Idle connections do not keep the process alive. */
export type Connections = Map<string, Agent>;

/** A complete response with any status. */
export type HttpsAnswer = {
  readonly status: number;
  /** The headers. Names are in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
};

/**
 * Sends a request once, without following redirects.
 * @throws HttpsFailure if there is no complete response; the signal's reason if it was aborted
 */
export async function httpsRequest(request: HttpsRequest): Promise<HttpsAnswer> {
  const url = addressOf(request);
  const timeout = AbortSignal.timeout(request.timeoutMs);
  const signal = request.signal === undefined ? timeout : AbortSignal.any([timeout, request.signal]);
  const {connections} = request;
  // Loaded only if it is needed, because Node.js loads the whole client of `fetch` with it.
  const plain = url.protocol === 'http:' ? await import('node:http') : undefined;
  const agent = connections?.get(url.origin) ?? agentFor(url, request, plain);
  connections?.set(url.origin, agent);
  try {
    return await exchange(url, {request, signal, agent, send: plain?.request ?? tlsRequest});
  } catch (error) {
    request.signal?.throwIfAborted();
    if (timeout.aborted)
      throw new HttpsFailure('timeout', url, `no complete response within ${request.timeoutMs / 1000} s`);
    throw httpsFailure(error, url);
  } finally {
    if (connections === undefined) agent.destroy();
  }
}

type Sending = {
  readonly request: HttpsRequest;
  readonly signal: AbortSignal;
  readonly agent: Agent;
  readonly send: typeof tlsRequest;
};

async function exchange(url: URL, {request, signal, agent, send}: Sending): Promise<HttpsAnswer> {
  const {method = 'GET', headers = {}, body, maxBytes} = request;
  const answered = Promise.withResolvers<IncomingMessage>();
  // A compressed response could exceed every limit.
  const sent = send(url, {method, agent, signal, headers: {'accept-encoding': 'identity', ...headers}});
  sent.on('response', answered.resolve).on('error', answered.reject);
  sent.end(body);
  const answer = await answered.promise;
  const tooLarge = (): never => {
    sent.destroy();
    throw new HttpsFailure('too-large', url, `the response has more than ${maxBytes} bytes`);
  };
  if (Number(answer.headers['content-length'] ?? 0) > maxBytes) tooLarge();
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxBytes) tooLarge();
    chunks.push(chunk);
  }
  return {status: answer.statusCode ?? 0, headers: plainHeaders(answer), body: Buffer.concat(chunks)};
}

const plainHeaders = ({headers}: IncomingMessage): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : (value ?? '')]),
  );

function addressOf({url: text, toMetadata = false}: HttpsRequest): URL {
  const url = URL.parse(text);
  if (url === null) throw new HttpsFailure('address', undefined, 'this is not an address');
  if (url.username !== '' || url.password !== '')
    throw new HttpsFailure('address', url, 'the address contains a user or a password');
  if (url.protocol === 'https:' || (url.protocol === 'http:' && isThisMachine(url.hostname))) return url;
  if (toMetadata && url.protocol === 'http:' && isMetadataHost(url.hostname)) return url;
  throw new HttpsFailure('address', url, 'only https is allowed (http only to this machine)');
}

function agentFor(
  url: URL,
  {ca, proxyEnv, besideMetadata, connections}: HttpsRequest,
  plain: {readonly Agent: typeof Agent} | undefined,
): Agent {
  const keepAlive = connections !== undefined;
  const lookup = besideMetadata === true ? {lookup: lookupBesideMetadata} : {};
  if (plain !== undefined) return new plain.Agent({keepAlive, ...lookup});
  // Older versions of Node.js ignore `proxyEnv` and use no proxy.
  const proxy = proxyEnv === undefined || isThisMachine(url.hostname) ? {} : {proxyEnv: {...proxyEnv}};
  return new TlsAgent({keepAlive, ...proxy, ...lookup, secureContext: trusting(ca ?? '')});
}

const contexts = new Map<string, SecureContext>();

/** Returns the TLS context for certificates. It is cached, because reading hundreds of certificates is slow. */
function trusting(ca: string): SecureContext {
  const made =
    contexts.get(ca) ??
    createSecureContext({
      ca: [...new Set([...getCACertificates('default'), ...getCACertificates('system')]), ...(ca === '' ? [] : [ca])],
    });
  contexts.set(ca, made);
  return made;
}
