import {GantryError} from '../../../../core/failure/failure.ts';
import type {Secret} from '../../../../core/secret/secret.ts';
import type {ClusterAccess, Credential} from '../../../../ports/cluster-access.ts';
import {type Attempt, attemptSend, attemptStream} from './attempt.ts';
import {abortable} from './connection/abortable.ts';
import {openTransport, type Transport} from './connection/transport.ts';
import {TransportError} from './connection/transport-error.ts';
import {eitherSignal} from './either-signal.ts';
import {connectionFailure, unauthorizedFailure} from './failure.ts';
import {type Link, openLink} from './link.ts';
import type {ClientRequest, Reply, RequestOptions, Requests, StreamReply} from './request-types.ts';
import {DEFAULT_POLICY, isInternalError, mayHaveBeenExecuted, retryOf, type Setback} from './retry.ts';
import {createScrub, type Scrub} from './scrub.ts';
import type {Refusal} from './status.ts';

type Context = RequestOptions &
  Omit<Link, 'close' | 'transport'> & {
    readonly transports: {readonly requests: Transport; readonly watches: Transport};
    readonly scrub: Scrub;
    /** Aborted by the user, or when the client is closed. */
    readonly ended: AbortSignal;
  };

/** `waiting` is also aborted when no more attempts may begin. */
type Trying = {readonly credential: Credential; readonly signal: AbortSignal; readonly waiting: AbortSignal};

/**
 * Opens the requests to one cluster; nothing is sent before the first request. A link that other clients also use stays open when the requests are
 * closed.
 */
export function openRequests(access: ClusterAccess, options: RequestOptions & {readonly link?: Link}): Requests {
  const link = options.link ?? openLink(access, options);
  const {pool, keeper} = link;
  const {openTransport: open = openTransport} = options;
  // A server limits the streams of one connection. Therefore the watches of each client have a connection of their own.
  const transports = {requests: link.transport, watches: open(access)};
  const closing = new AbortController();
  const ended = eitherSignal(closing.signal, options.signal);
  const context: Context = {...options, ...link, transports, scrub: createScrub(), ended};
  return {
    send: (request) =>
      persist<Reply>(context, request, (trying) =>
        pool.run(async () => {
          request.stop?.throwIfAborted();
          await request.beforeAttempt?.();
          trying.waiting.throwIfAborted();
          const reply = await attemptSend(attemptOf(context, transports.requests, request, trying));
          if (reply.status === 429) pool.throttled();
          else pool.answered();
          return reply;
        }, trying.waiting),
      ),
    stream: (request) =>
      persist<StreamReply>(context, request, (trying) =>
        attemptStream(attemptOf(context, transports.watches, request, trying)),
      ),
    credential: () => abortable(keeper.current(), ended),
    close: () => {
      closing.abort(new Error('the client was closed'));
      transports.watches.close();
      if (options.link === undefined) link.close();
    },
  };
}

function attemptOf(
  {access, basePath, secrets = noSecrets, scrub}: Context,
  transport: Transport,
  request: ClientRequest,
  {credential, signal}: Trying,
): Attempt {
  const disableCompression = access.disableCompression === true;
  return {transport, basePath, request, disableCompression, secrets, scrub, credential, signal};
}

const NONE: readonly Secret[] = [];
const noSecrets = (): readonly Secret[] => NONE;

/** Repeats a request until there is a final answer. */
async function persist<T extends Reply | StreamReply>(
  context: Context,
  request: ClientRequest,
  attempt: (trying: Trying) => Promise<T>,
): Promise<T> {
  const signal = eitherSignal(context.ended, request.signal);
  const waiting = eitherSignal(signal, request.stop);
  let [resent, renewed, internalErrors] = [false, false, 0];
  for (let count = 1; ; count++) {
    waiting.throwIfAborted();
    const credential = await abortable(context.keeper.current(), waiting);
    const outcome = await attempt({credential, signal, waiting}).catch(asTransportError);
    if (!(outcome instanceof TransportError)) {
      context.heard();
      if (outcome.ok) return {...outcome, resent};
      if (outcome.status === 401) {
        await renewCredential(context, credential, outcome.refusal, renewed);
        renewed = true;
        continue;
      }
    }
    const setback = setbackOf(outcome);
    const seen = resent || mayHaveBeenExecuted(setback);
    internalErrors += Number(isInternalError(setback));
    if (!(await againLater(context, {request, setback, count, internalErrors, waiting}))) {
      signal.throwIfAborted();
      if (outcome instanceof TransportError) throw brokenError(context, request, outcome, {credential, seen});
      return {...outcome, resent};
    }
    resent = seen;
  }
}

type Failed = {
  readonly request: ClientRequest;
  readonly setback: Setback;
  readonly count: number;
  readonly internalErrors: number;
  readonly waiting: AbortSignal;
};

/** Waits for the next attempt. Returns false if the result of this one is final. */
async function againLater(context: Context, failed: Failed): Promise<boolean> {
  const {request, count, waiting} = failed;
  const retry = nextTry(context, failed);
  if (retry === undefined || waiting.aborted) return false;
  const label = request.label ?? `${request.method} ${request.path}`;
  context.onEvent({type: 'retry', request: label, attempt: count, ...retry});
  try {
    await context.clock.sleep(retry.delayMs, waiting);
  } catch (error) {
    if (!waiting.aborted) throw error;
  }
  return !waiting.aborted;
}

function asTransportError(error: unknown): TransportError {
  if (error instanceof TransportError) return error;
  throw error;
}

/** Renews the credential, once per request: a token file may have been renewed, an exec plugin can log in again. */
async function renewCredential(
  context: Context,
  refused: Credential,
  refusal: Refusal,
  already: boolean,
): Promise<void> {
  const fail = (): GantryError =>
    new GantryError(unauthorizedFailure(refusal, context.access, refused, context.clock.now()));
  if (already) throw fail();
  const fresh = await context.keeper.renew(refused);
  if (fresh.certificate?.cert.reveal() === refused.certificate?.cert.reveal()) return;
  // A certificate belongs to its connection.
  context.transports.requests.renew();
  context.transports.watches.renew();
}

function setbackOf(outcome: TransportError | Reply | StreamReply): Setback {
  if (outcome instanceof TransportError) {
    return {kind: 'broken', phase: outcome.phase, code: outcome.code, message: outcome.message};
  }
  if (outcome.ok) throw new Error('a successful reply has no failure');
  return {kind: 'refused', refusal: outcome.refusal};
}

function nextTry(context: Context, {request, setback, count, internalErrors}: Failed) {
  const repeatable = request.repeatable ?? request.method !== 'POST';
  const policy = {...DEFAULT_POLICY, ...request.retry};
  return retryOf(
    {setback, attempt: count, internalErrors, repeatable, contacted: context.isContacted(), policy},
    (context.random ?? Math.random)(),
  );
}

function brokenError(
  context: Context,
  request: ClientRequest,
  error: TransportError,
  {credential, seen}: {readonly credential: Credential; readonly seen: boolean},
): GantryError {
  const isWrite = request.method !== 'GET' && request.query?.['dryRun'] === undefined;
  const failure = connectionFailure(error, context.access, {
    credential,
    now: context.clock.now(),
    maybeExecuted: isWrite && seen,
  });
  return new GantryError(failure, {cause: error});
}
