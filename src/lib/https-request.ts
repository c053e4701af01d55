import {Agent as HttpAgent, request as httpRequest, type IncomingMessage} from 'node:http';
import {Agent as TlsAgent, request as tlsRequest} from 'node:https';
import {createSecureContext, getCACertificates, type SecureContext} from 'node:tls';
import {HttpsFailure, httpsFailure} from './https-failure.ts';
import {lookupBesideMetadata} from './lookup-beside-metadata.ts';
import {isMetadataHost} from './metadata-address.ts';

/** A request with its limits; an answer that exceeds one is a failure. */
export type HttpsRequest = {
  /** Without a login; http only to this machine. */
  readonly url: string;
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array | undefined;
  /** PEM certificates to trust besides those of Node and of the system. */
  readonly ca?: string | undefined;
  /** Of the whole exchange, the last byte included. */
  readonly timeoutMs: number;
  /** Of the answer's body. */
  readonly maxBytes: number;
  /** Where HTTPS_PROXY and NO_PROXY are looked up; what is on this machine is never asked for through a proxy. */
  readonly proxyEnv?: Readonly<Record<string, string | undefined>>;
  /** A name may not lead to a metadata address: others chose it. A proxy looks names up by itself. */
  readonly besideMetadata?: boolean;
  /** The address is the metadata of this machine, as clouds serve them: over http, and never through a proxy. */
  readonly toMetadata?: boolean;
  /** Connections that are kept for later requests with the same map and the same terms. Default: none is kept. */
  readonly connections?: Connections;
  readonly signal?: AbortSignal | undefined;
};

/** Of each origin. What is idle does not keep the process alive. */
export type Connections = Map<string, HttpAgent>;

/** A complete answer, of any status. */
export type HttpsAnswer = {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
};

/**
 * One request, one answer: no redirect is followed, nothing is tried again.
 * @throws HttpsFailure where there is no whole answer; the signal's reason where it was aborted.
 */
export async function httpsRequest(request: HttpsRequest): Promise<HttpsAnswer> {
  const url = addressOf(request);
  const timeout = AbortSignal.timeout(request.timeoutMs);
  const signal = request.signal === undefined ? timeout : AbortSignal.any([timeout, request.signal]);
  const {connections} = request;
  const agent = connections?.get(url.origin) ?? agentFor(url, request);
  connections?.set(url.origin, agent);
  try {
    return await exchange(url, {request, signal, agent});
  } catch (error) {
    request.signal?.throwIfAborted();
    if (timeout.aborted) throw new HttpsFailure('timeout', url, `no whole answer within ${request.timeoutMs / 1000} s`);
    throw httpsFailure(error, url);
  } finally {
    if (connections === undefined) agent.destroy();
  }
}

type Sending = {
  readonly request: HttpsRequest;
  readonly signal: AbortSignal;
  readonly agent: HttpAgent;
};

async function exchange(url: URL, {request, signal, agent}: Sending): Promise<HttpsAnswer> {
  const {method = 'GET', headers = {}, body, maxBytes} = request;
  const answered = Promise.withResolvers<IncomingMessage>();
  const send = url.protocol === 'http:' ? httpRequest : tlsRequest;
  // What is compressed could grow past every limit.
  const sent = send(url, {method, agent, signal, headers: {'accept-encoding': 'identity', ...headers}});
  sent.on('response', answered.resolve).on('error', answered.reject);
  sent.end(body);
  const answer = await answered.promise;
  const tooLarge = (): never => {
    sent.destroy();
    throw new HttpsFailure('too-large', url, `the answer has more than ${maxBytes} bytes`);
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
  if (url === null) throw new HttpsFailure('address', undefined, 'this is no address');
  if (url.username !== '' || url.password !== '')
    throw new HttpsFailure('address', url, 'a user or a password does not belong into an address');
  if (url.protocol === 'https:' || (url.protocol === 'http:' && isHere(url))) return url;
  if (toMetadata && url.protocol === 'http:' && isMetadataHost(url.hostname)) return url;
  throw new HttpsFailure('address', url, 'only https is spoken (http to this machine alone)');
}

const isHere = ({hostname}: URL): boolean => /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname);

function agentFor(url: URL, {ca, proxyEnv, besideMetadata, connections}: HttpsRequest): HttpAgent {
  const keepAlive = connections !== undefined;
  const lookup = besideMetadata === true ? {lookup: lookupBesideMetadata} : {};
  if (url.protocol === 'http:') return new HttpAgent({keepAlive, ...lookup});
  // Older Nodes do not know `proxyEnv` and go without a proxy.
  const proxy = proxyEnv === undefined || isHere(url) ? {} : {proxyEnv: {...proxyEnv}};
  return new TlsAgent({keepAlive, ...proxy, ...lookup, secureContext: trusting(ca ?? '')});
}

const contexts = new Map<string, SecureContext>();

/** Reading hundreds of certificates takes a while: once for each set of them. */
function trusting(ca: string): SecureContext {
  const made =
    contexts.get(ca) ??
    createSecureContext({
      ca: [...new Set([...getCACertificates('default'), ...getCACertificates('system')]), ...(ca === '' ? [] : [ca])],
    });
  contexts.set(ca, made);
  return made;
}
