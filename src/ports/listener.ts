/** A connection from a program on this machine. Iteration reads from it, and ends when the peer sends no more. */
export type LocalConnection = AsyncIterable<Uint8Array> & {
  /** Sends bytes, and resolves when there is room for more. */
  readonly send: (bytes: Uint8Array) => Promise<void>;
  /** Ends the sending direction. */
  readonly end: () => void;
  readonly destroy: () => void;
};

/** A bound port of the loopback interface. */
export type Listener = {
  readonly port: number;
  /** Sets the handler of connections. Earlier connections wait for it. */
  readonly onConnection: (accept: (connection: LocalConnection) => void) => void;
  /** Closes the port and its connections. */
  readonly close: () => Promise<void>;
};
