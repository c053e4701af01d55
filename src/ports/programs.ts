import type {Secret} from '../core/secret/secret.ts';
import type {ChildEnvironment} from '../core/workspace/child-environment.ts';

/** The programs of the user: they run on the streams of this process, with what a workspace gives them. */
export type Programs = {
  /** A directory that goes when this process does, however it ends; what a `kill -9` leaves, the next one removes. */
  readonly temporary: () => Promise<PrivateDirectory>;
  /** One that stays when this process ends, for as long as its terminal (its session) is there. */
  readonly lasting: () => Promise<PrivateDirectory>;
  /** Removes one of those, by a path in it; leaves everything else alone. */
  readonly drop: (path: string) => Promise<void>;
  /** Runs it until it ends. What the process is told by signals, the program is told. */
  readonly run: (program: Program) => Promise<ProgramEnd>;
  /** Absolute, of the first file of a PATH that may be run; undefined where there is none. */
  readonly find: (name: string) => Promise<string | undefined>;
  /** Runs a program and returns its stdout; undefined if it fails or does not end in time. */
  readonly ask: (command: readonly string[], timeoutSeconds: number) => Promise<string | undefined>;
  /** How this very program is started, from anywhere. */
  readonly self: () => Promise<{readonly command: string; readonly args: readonly string[]}>;
  /** For answers whose whole purpose is that a program reads them: an export, a kubeconfig, a login. */
  readonly inClear: (secret: Secret) => string;
};

/** Only its owner may enter it. */
export type PrivateDirectory = {
  readonly path: string;
  /** Writes a file that only its owner may read; `name` may lie in a directory below. Answers where it is. */
  readonly write: (name: string, content: Secret | string) => Promise<string>;
  readonly remove: () => Promise<void>;
};

/** A program in the foreground, with its environment. */
export type Program = {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string;
  /** Laid over the environment of this process. Its `files` are written already. */
  readonly environment: Omit<ChildEnvironment, 'files'>;
  /** An interactive shell: it takes no SIGTERM, and ends when its terminal does. */
  readonly isShell?: boolean;
};

/** `code`: as a shell has it, 128 and the number of the signal that ended it. */
export type ProgramEnd = {readonly ended: number} | {readonly notStarted: 'missing' | 'not-executable'};
