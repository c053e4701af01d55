import type {Json} from '../../../../core/json.ts';
import {Secret} from '../../../../core/secret/secret.ts';
import type {Credential} from '../../../../ports/cluster-access.ts';
import {abortable} from './connection/abortable.ts';
import {readBody} from './connection/read-body.ts';
import type {Transport} from './connection/transport.ts';
import {TransportError} from './connection/transport-error.ts';
import type {WireAnswer, WireRequest} from './connection/wire.ts';
import type {ClientRequest, Reply, StreamReply} from './request-types.ts';
import {type Scrub, scrub} from './scrub.ts';
import {type Refusal, refusalOf} from './status.ts';

const DEFAULT_TIMEOUT_MS = 60_000;

/** One attempt to send a request, on one connection. */
export type Attempt = {
  readonly transport: Transport;
  /** The path of the server's own address (Rancher and others serve clusters below a path). */
  readonly basePath: string;
  readonly request: ClientRequest;
  readonly credential: Credential;
  /** True if the kubeconfig forbids compressed answers. */
  readonly disableCompression: boolean;
  readonly secrets: () => readonly Secret[];
  readonly scrub: Scrub;
  readonly signal: AbortSignal;
};

/** Sends a request once and reads the whole answer. Throws TransportError, or the reason of an abort. */
export function attemptSend(attempt: Attempt): Promise<Reply> {
  return withDeadline(attempt, async (signal) => {
    const answer = await attempt.transport.send(wireRequest(attempt, signal), attempt.credential);
    return replyOf(attempt, answer, await readBody(answer));
  });
}

/** Sends a request once and returns when the answer begins. */
export function attemptStream(attempt: Attempt): Promise<StreamReply> {
  return withDeadline(attempt, async (signal) => {
    const wire = wireRequest(attempt, signal);
    // Compression would delay the events of a stream.
    const headers = {...wire.headers, 'accept-encoding': 'identity'};
    const answer = await attempt.transport.send({...wire, headers}, attempt.credential);
    if (answer.status !== 200) return refusedOr(replyOf(attempt, answer, await readBody(answer)), answer);
    return {...factsOf(answer), ok: true, body: answer.body};
  });
}

function refusedOr(reply: Reply, answer: WireAnswer): StreamReply {
  if (!reply.ok) return reply;
  const refusal = refusalOf(answer.status, 'a stream was expected');
  return {...factsOf(answer), ok: false, refusal};
}

async function withDeadline<T>(attempt: Attempt, run: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const {request, signal, transport} = attempt;
  const ms = request.timeoutMs ?? DEFAULT_TIMEOUT_MS;
  const deadline = new AbortController();
  const timer = setTimeout(() => deadline.abort(), ms);
  const either = AbortSignal.any([signal, deadline.signal]);
  try {
    // A stream that has already ended does not react to the signal.
    return await abortable(run(either), either);
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    if (!deadline.signal.aborted) throw error;
    // The connection may be dead without a signal, so it is not used again.
    transport.renew();
    throw new TransportError('timeout', error, `no answer within ${ms / 1000} s`);
  } finally {
    clearTimeout(timer);
  }
}

function wireRequest({basePath, request, credential, disableCompression}: Attempt, signal: AbortSignal): WireRequest {
  const {method, path, query, body, contentType, accept, etag} = request;
  const headers: Record<string, string | string[]> = {
    accept: accept ?? 'application/json',
    'accept-encoding': disableCompression ? 'identity' : 'gzip',
    'user-agent': 'gantry',
  };
  if (body !== undefined) headers['content-type'] = contentType ?? 'application/json';
  if (etag !== undefined) headers['if-none-match'] = etag;
  for (const {name, value} of credential.headers) {
    const [key, before] = [name.toLowerCase(), headers[name.toLowerCase()]];
    // `impersonate-group` is sent once per group.
    headers[key] = before === undefined ? value.reveal() : [before, value.reveal()].flat();
  }
  return {
    method,
    path: `${basePath}${path}${queryText(query)}`,
    headers,
    signal,
    body: body === undefined ? undefined : JSON.stringify(body),
  };
}

function queryText(query: ClientRequest['query']): string {
  const known = Object.entries(query ?? {}).flatMap(([key, value]) =>
    value === undefined ? [] : [`${key}=${encodeURIComponent(String(value))}`],
  );
  return known.length === 0 ? '' : `?${known.join('&')}`;
}

const factsOf = ({status, warnings}: WireAnswer) => ({
  status,
  warnings: warnings.flatMap(warningTexts),
  resent: false,
});

/** Parses warnings such as `299 - "unknown field \"spec.x\""`; proxies join several with commas. */
const warningTexts = (header: string): readonly string[] =>
  [...header.matchAll(/\d{3} \S+ "((?:[^"\\]|\\.)*)"/g)].map(([, text]) => (text ?? '').replaceAll(/\\(.)/g, '$1'));

function replyOf(attempt: Attempt, answer: WireAnswer, text: string): Reply {
  const facts = factsOf(answer);
  const body = parsed(text);
  if (answer.status >= 300 && answer.status !== 304)
    return {
      ...facts,
      ok: false,
      refusal: scrubbed(refusal(answer, body ?? cleaned(text, attempt)), attempt),
    };
  if (attempt.request.text === true) return {...facts, ok: true, headers: answer.headers, body: cleaned(text, attempt)};
  if (body === undefined && text !== '') {
    throw new TransportError(
      'cut',
      undefined,
      `the answer is not JSON but begins with ${JSON.stringify(cleaned(text, attempt).slice(0, 60))}`,
    );
  }
  return {...facts, ok: true, headers: answer.headers, body};
}

function refusal({status, headers}: WireAnswer, body: Json): Refusal {
  // Following a redirect would send the credential to another server.
  if (status < 400)
    return refusalOf(
      status,
      `redirected to ${headers['location'] ?? 'an unknown address'}; Gantry does not follow redirects`,
    );
  return refusalOf(status, body, headers['retry-after']);
}

function parsed(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

/** Removes secrets from the texts of a refusal. */
function scrubbed(refusal: Refusal, attempt: Attempt): Refusal {
  const clean = (text: string): string =>
    QUOTES_NOTHING.has(refusal.kind) ? scrub(text, ownSecrets(attempt)) : cleaned(text, attempt);
  const causes = refusal.causes.map((cause) => ({...cause, field: clean(cause.field), message: clean(cause.message)}));
  return {...refusal, message: clean(refusal.message), causes};
}

/** Refusals whose texts contain only names, versions and managers, never values. There may be thousands of them. */
const QUOTES_NOTHING: ReadonlySet<Refusal['kind']> = new Set(['conflict', 'stale']);

/** Removes the registered secrets and our own credential. */
const cleaned = (text: string, attempt: Attempt): string => attempt.scrub(text, attempt.secrets(), ownSecrets(attempt));

/** Returns the secrets of the credential: the whole header, and the part after `Bearer`. */
function ownSecrets({credential}: Attempt): readonly Secret[] {
  const own = credential.headers.filter(({name}) => name.toLowerCase() === 'authorization');
  return own.flatMap(({value}) => [value, new Secret(value.reveal().replace(/^\w+ /, ''))]);
}
