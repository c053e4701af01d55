import type {Secret} from '../core/secret/secret.ts';
import type {ChildEnvironment} from '../core/workspace/child-environment.ts';

/** A program with its first arguments. */
export type ProgramCall = {readonly command: string; readonly args: readonly string[]};

/** The programs of the user. They use the streams of this process, and get their environment from a workspace. */
export type Programs = {
  /** Creates a directory that is removed when this process ends. After a `kill -9`, the next process removes it. */
  readonly temporary: () => Promise<PrivateDirectory>;
  /** Creates a directory that outlives this process, until its terminal session ends. */
  readonly lasting: () => Promise<PrivateDirectory>;
  /** Removes one of these directories, by a path in it. All other paths are ignored. */
  readonly drop: (path: string) => Promise<void>;
  /** Runs a program until it ends. Signals to this process are forwarded to the program. */
  readonly run: (program: Program) => Promise<ProgramEnd>;
  /** Returns the absolute path of the first executable with this name in PATH. Undefined if there is none. */
  readonly find: (name: string) => Promise<string | undefined>;
  /** Runs a program and returns its stdout. Undefined if it fails or does not end in time. */
  readonly ask: (command: readonly string[], timeoutSeconds: number) => Promise<string | undefined>;
  /** Returns the command that starts Gantry from any directory. */
  readonly self: () => Promise<ProgramCall>;
  /**
   * Writes the launcher of this user, and returns the command that starts it. The command stays valid when Gantry or Node.js is moved or
   * updated. On Windows, which runs no scripts for shells, this is `self`.
   * @throws GantryError 'program/no-place'
   */
  readonly launcher: () => Promise<ProgramCall>;
  /** Reveals a secret, for output that is meant for a program: an export, a kubeconfig, a login. */
  readonly inClear: (secret: Secret) => string;
};

/** A directory that only its owner can access. */
export type PrivateDirectory = {
  readonly path: string;
  /** Writes a file that only its owner can read. `name` may contain directories. Returns the path. */
  readonly write: (name: string, content: Secret | string) => Promise<string>;
  readonly remove: () => Promise<void>;
  /** Keeps the directory for later runs when this process ends, and marks it with a file `kept`. Only `remove` removes it. */
  readonly keep: () => void;
};

/** A program in the foreground, with its environment. */
export type Program = {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string;
  /** The environment, added to that of this process. Its `files` are already written. */
  readonly environment: Omit<ChildEnvironment, 'files'>;
  /** True for an interactive shell: it ignores SIGTERM, and ends with its terminal. */
  readonly isShell?: boolean;
};

/** The end of a program. `ended` is the exit code as in a shell: 128 plus the number of the signal that ended it. */
export type ProgramEnd = {readonly ended: number} | {readonly notStarted: 'missing' | 'not-executable'};
