/** One connection that somebody on this machine has made. Iterating reads it; the end of the iteration is the end of what comes. */
export type LocalConnection = AsyncIterable<Uint8Array> & {
  /** Resolves when there is room for more. */
  readonly send: (bytes: Uint8Array) => Promise<void>;
  /** Nothing more will be sent. */
  readonly end: () => void;
  readonly destroy: () => void;
};

/** A port of the loopback interface that is ours from now on. */
export type Listener = {
  readonly port: number;
  /** Connections made before that wait for it. */
  readonly onConnection: (accept: (connection: LocalConnection) => void) => void;
  /** Ends the connections, too. */
  readonly close: () => Promise<void>;
};
