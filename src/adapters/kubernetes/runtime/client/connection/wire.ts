import type {Readable} from 'node:stream';

/** A request in the form in which it is sent, independent of the HTTP version. */
export type WireRequest = {
  readonly method: string;
  /** The path with its query. */
  readonly path: string;
  /** The headers; names in lower case. */
  readonly headers: Readonly<Record<string, string | string[]>>;
  readonly body?: string | undefined;
  readonly signal: AbortSignal;
};

/** The head of an answer, with its body unread. Header names are in lower case. */
export type WireAnswer = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly warnings: readonly string[];
  readonly body: Readable;
};

/** An open connection to the server. */
export type Connection = {
  readonly protocol: 'h2' | 'http/1.1';
  /** Returns false if the server is closing the connection or the socket is closed; the next request then opens another. */
  readonly usable: () => boolean;
  readonly send: (request: WireRequest) => Promise<WireAnswer>;
  /** Stops using the connection, but lets running requests end. */
  readonly retire: () => void;
  readonly destroy: () => void;
};
