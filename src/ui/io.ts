import type {Readable} from 'node:stream';

/** A stream that text goes to. `columns` is asked at each use: a terminal may be resized. */
export type Out = {
  readonly write: (text: string) => unknown;
  readonly isTTY: boolean;
  readonly columns: number;
  /** The terminal itself, for a live view; absent where there is none. */
  readonly terminal?: NodeJS.WriteStream | undefined;
  /** Told when a write finds that nobody reads any longer (`| head`), or ever will. */
  readonly onLeft?: (listener: () => void) => void;
};

/** The only door to the terminal: stdout is data, stderr is talk. */
export type Io = {
  readonly stdout: Out;
  readonly stderr: Out;
  readonly stdin: {readonly isTTY: boolean; readonly stream: Readable};
  /** Read for NO_COLOR, FORCE_COLOR, TERM and, where GITHUB_ACTIONS is true, for what a workflow awaits. */
  readonly env: Readonly<Record<string, string | undefined>>;
};

/** Streams of the process, or those of a test. */
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

/** The io of a process, or of a test that brings its own streams. */
export const ioOf = ({stdin, stdout, stderr}: StandardStreams, env: Io['env']): Io => ({
  stdin: {isTTY: stdin.isTTY === true, stream: stdin},
  stdout: outOf(stdout),
  stderr: outOf(stderr),
  env,
});

/**
 * A terminal whose size nobody set (expect, `docker exec -t`, some CI) says 0 columns: a live view on it would divide by that, and
 * clear lines for ever.
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

/** A question can be asked only when someone can read it and answer. */
export const canAsk = (io: Io): boolean => io.stdin.isTTY && io.stderr.isTTY;
