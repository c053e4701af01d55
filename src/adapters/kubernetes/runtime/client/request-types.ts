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

/** How a request is sent: until when, how often, and what is asked before. */
export type SendOptions = {
  readonly signal?: AbortSignal | undefined;
  /** Ends the waiting for a turn and between attempts; an attempt under way is let end. Its last word is the answer then. */
  readonly stop?: AbortSignal | undefined;
  /** Per attempt, until the whole answer is there (for a stream: until it begins). Default 60 s. */
  readonly timeoutMs?: number | undefined;
  readonly retry?: Partial<RetryPolicy> | undefined;
  /** Asked right before each attempt, when its turn has come; what it throws ends the request (a lock that was lost). */
  readonly beforeAttempt?: (() => Promise<void>) | undefined;
};

/** A request to the API server, as the rest of the client knows it. */
export type ClientRequest = SendOptions & {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Below the server's address: `/api/v1/namespaces`. */
  readonly path: string;
  readonly query?: Query;
  readonly body?: Json;
  /** Default `application/json`. */
  readonly contentType?: string;
  /** Default `application/json`. */
  readonly accept?: string;
  /** The answer is text for people (a log), not JSON: its body is one string, scrubbed of known secrets. */
  readonly text?: true;
  /** Sent as If-None-Match: the answer may be 304 without a body. */
  readonly etag?: string;
  /** Sending it twice does what sending it once does. Default: all but POST. */
  readonly repeatable?: boolean;
  /** For the `retry` event; default `METHOD path`. */
  readonly label?: string;
};

/** What is known of each reply, whether the server refused or not. */
export type ReplyFacts = {
  readonly status: number;
  /** Texts of `Warning` headers, for example that an API is deprecated. */
  readonly warnings: readonly string[];
  /** An earlier attempt got no answer and may have been executed: a 200 may be our own 201, a 404 our own delete. */
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
/** The reply of a request whose body is read as it comes: a watch or a log. */
export type StreamReply = (ReplyFacts & {readonly ok: true; readonly body: WireAnswer['body']}) | Refused;

/** How requests are sent and retried. */
export type RequestOptions = {
  readonly clock: Clock;
  readonly onEvent: OnEvent;
  /** Ends everything. */
  readonly signal?: AbortSignal;
  /** What must never be seen in a server's text, besides our own credential. */
  readonly secrets?: () => Iterable<Secret>;
  /** Spreads retries; default Math.random. */
  readonly random?: () => number;
  /** How one connection is kept; default: over the network. */
  readonly openTransport?: (access: ClusterAccess) => Transport;
};

/** Requests with all the patience of Gantry: pool, retries, credential, scrubbed texts. */
export type Requests = {
  /** Answers any final status; throws a GantryError when there is no answer or no credential. */
  readonly send: (request: ClientRequest) => Promise<Reply>;
  /** As `send`, but on the connection for watches and outside the pool; the body is left to be read. */
  readonly stream: (request: ClientRequest) => Promise<StreamReply>;
  /** What requests are sent with now. */
  readonly credential: () => Promise<Credential>;
  readonly close: () => void;
};
