import type {Readable} from 'node:stream';

/** A stream for text. `columns` is read at each use, because a terminal can be resized. */
export type Out = {
  readonly write: (text: string) => unknown;
  readonly isTTY: boolean;
  readonly columns: number;
  /** The terminal itself, for a live view; absent where there is none. */
  readonly terminal?: NodeJS.WriteStream | undefined;
  /** Adds a listener that is called when a write fails because the reader has stopped reading (`| head`). */
  readonly onLeft?: (listener: () => void) => void;
};

/** The streams and the environment of a run: stdout carries data, stderr carries messages. */
export type Io = {
  readonly stdout: Out;
  readonly stderr: Out;
  readonly stdin: {readonly isTTY: boolean; readonly stream: Readable};
  /** The environment: NO_COLOR, FORCE_COLOR, TERM and, if GITHUB_ACTIONS is true, the variables of a workflow. */
  readonly env: Readonly<Record<string, string | undefined>>;
};

/** The streams of the process or of a test. */
export type StandardStreams = {
  readonly stdin: Readable & {readonly isTTY?: boolean | undefined};
  readonly stdout: NodeJS.WritableStream & {
    readonly isTTY?: boolean | undefined;
    readonly columns?: number | undefined;
  };
  readonly stderr: NodeJS.WritableStream & {
    readonly isTTY?: boolean | undefined;
    readonly columns?: number | undefined;
  };
};

const WIDTH_WITHOUT_TERMINAL = 120;

/** Returns the io of a process, or of a test with its own streams. */
export const ioOf = ({stdin, stdout, stderr}: StandardStreams, env: Io['env']): Io => ({
  stdin: {isTTY: stdin.isTTY === true, stream: stdin},
  stdout: outOf(stdout),
  stderr: outOf(stderr),
  env,
});

/**
 * Returns the width, or undefined for 0 columns. A terminal without a size (expect, `docker exec -t`, some CI systems) reports 0; a
 * live view would divide by it and clear lines forever.
 */
const widthOf = ({columns}: StandardStreams['stdout']): number | undefined => (columns === 0 ? undefined : columns);

const outOf = (stream: StandardStreams['stdout']): Out => ({
  write: (text) => stream.write(text),
  onLeft: (listener) => void stream.once('error', listener),
  isTTY: stream.isTTY === true,
  get columns() {
    return widthOf(stream) ?? WIDTH_WITHOUT_TERMINAL;
  },
  terminal: stream.isTTY === true && widthOf(stream) !== undefined ? (stream as NodeJS.WriteStream) : undefined,
});

/** Reports whether a question can be asked: stdin and stderr are terminals. */
export const canAsk = (io: Io): boolean => io.stdin.isTTY && io.stderr.isTTY;
