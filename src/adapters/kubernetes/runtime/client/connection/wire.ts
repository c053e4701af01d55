import type {Readable} from 'node:stream';

/** One request as it goes over the wire, whatever the version of HTTP. */
export type WireRequest = {
  readonly method: string;
  /** With its query. */
  readonly path: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | string[]>>;
  readonly body?: string | undefined;
  readonly signal: AbortSignal;
};

/** The head of an answer with its body still to be read. Header names are in lower case. */
export type WireAnswer = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly warnings: readonly string[];
  readonly body: Readable;
};

/** One open way to the server. */
export type Connection = {
  readonly protocol: 'h2' | 'http/1.1';
  /** False once the server is leaving or the socket is gone: the next request opens another. */
  readonly usable: () => boolean;
  readonly send: (request: WireRequest) => Promise<WireAnswer>;
  /** Lets running requests end. */
  readonly retire: () => void;
  readonly destroy: () => void;
};
