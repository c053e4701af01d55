import type {OnEvent} from '../../../../core/event.ts';
import type {Json} from '../../../../core/json.ts';
import type {Secret} from '../../../../core/secret/secret.ts';
import type {Clock} from '../../../../ports/clock.ts';
import type {ClusterAccess, Credential} from '../../../../ports/cluster-access.ts';
import type {Transport} from './connection/transport.ts';
import type {WireAnswer} from './connection/wire.ts';
import type {RetryPolicy} from './retry.ts';
import type {Refusal} from './status.ts';

/** Parameters of a request; undefined ones are not sent. */
export type Query = Readonly<Record<string, string | number | boolean | undefined>>;

/** The options for sending a request: its time limits, its retries, and a check before each attempt. */
export type SendOptions = {
  readonly signal?: AbortSignal | undefined;
  /** Ends the waiting for a turn and between attempts; a running attempt completes, and its result is returned. */
  readonly stop?: AbortSignal | undefined;
  /** The time limit per attempt in milliseconds, until the whole answer has arrived (for a stream: until it begins). Default: 60 s. */
  readonly timeoutMs?: number | undefined;
  readonly retry?: Partial<RetryPolicy> | undefined;
  /** Called right before each attempt; an error that it throws ends the request (a lock that was lost). */
  readonly beforeAttempt?: (() => Promise<void>) | undefined;
};

/** A request to the API server. */
export type ClientRequest = SendOptions & {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** The path below the server's address: `/api/v1/namespaces`. */
  readonly path: string;
  readonly query?: Query;
  readonly body?: Json;
  /** The content type; default: `application/json`. */
  readonly contentType?: string;
  /** The accepted type; default: `application/json`. */
  readonly accept?: string;
  /** True if the answer is text for people (a log) instead of JSON: its body is one string without known secrets. */
  readonly text?: true;
  /** The value of If-None-Match; the answer may then be a 304 without a body. */
  readonly etag?: string;
  /** True if sending it twice has the same effect as once. Default: all methods but POST. */
  readonly repeatable?: boolean;
  /** The label in `retry` events; default: `METHOD path`. */
  readonly label?: string;
};

/** The facts of every reply, whether the server refused or not. */
export type ReplyFacts = {
  readonly status: number;
  /** The texts of `Warning` headers, for example that an API is deprecated. */
  readonly warnings: readonly string[];
  /** True if an earlier attempt got no answer and may have been executed: a 200 may be our own 201, a 404 our own delete. */
  readonly resent: boolean;
};

/** A reply with the server's refusal. */
export type Refused = ReplyFacts & {readonly ok: false; readonly refusal: Refusal};
/** A reply with a success. The body is undefined for 304 and for empty answers. */
export type Answered = ReplyFacts & {
  readonly ok: true;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: Json | undefined;
};
/** A reply of the server; connection errors are thrown instead. */
export type Reply = Answered | Refused;
/** The reply to a request whose body is read while it arrives: a watch or a log. */
export type StreamReply = (ReplyFacts & {readonly ok: true; readonly body: WireAnswer['body']}) | Refused;

/** The options for sending and retrying requests. */
export type RequestOptions = {
  readonly clock: Clock;
  readonly onEvent: OnEvent;
  /** Ends all requests. */
  readonly signal?: AbortSignal;
  /** Returns the secrets that are removed from the server's texts, besides our own credential: the same list until there are more. */
  readonly secrets?: () => readonly Secret[];
  /** The random source that spreads retries; default: Math.random. */
  readonly random?: () => number;
  /** Opens the connection; default: over the network. */
  readonly openTransport?: (access: ClusterAccess) => Transport;
};

/** Sends requests with all of Gantry's handling: pool, retries, credential, removal of secrets. */
export type Requests = {
  /** Returns any final status; throws a GantryError if there is no answer or no credential. */
  readonly send: (request: ClientRequest) => Promise<Reply>;
  /** Sends a request on the connection for watches and outside of the pool; the caller reads the body. */
  readonly stream: (request: ClientRequest) => Promise<StreamReply>;
  /** Returns the credential that requests are sent with now. */
  readonly credential: () => Promise<Credential>;
  readonly close: () => void;
};
