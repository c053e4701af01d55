import {accessSync, closeSync, constants, openSync, readSync, type Stats, statSync} from 'node:fs';
import {delimiter, join, resolve} from 'node:path';

/** The reason why a program could not start. `system`: the file is not the cause, for example too many processes. */
export type StartProblem = 'missing' | 'not-executable' | 'no-directory' | 'system';

type Where = {readonly cwd?: string | URL | undefined; readonly env?: NodeJS.ProcessEnv | undefined};

/** A program that could not be started. The message continues a sentence that begins with its name. */
export class NotStarted extends Error {
  override readonly name = 'NotStarted';
  readonly problem: StartProblem;
  readonly code: string;

  /** Examines the file system for the reason, because the system reports ENOENT for four different reasons. */
  constructor(cause: unknown, command: string, where: Where) {
    const {problem, message} = explain(codeOf(cause), command, where);
    super(message, {cause});
    this.problem = problem;
    this.code = codeOf(cause);
  }
}

type Explained = {readonly problem: StartProblem; readonly message: string};

function explain(code: string, command: string, {cwd, env = process.env}: Where): Explained {
  const directory = cwd === undefined ? undefined : String(cwd);
  if (directory !== undefined && statOf(directory)?.isDirectory() !== true)
    return {problem: 'no-directory', message: `cannot run in ${directory}: no such directory`};
  const path = locate(command, directory, env);
  const stat = path === undefined ? undefined : statOf(path);
  const bySystem: Explained = {problem: 'system', message: `could not be started by the system (${code})`};
  if (path === undefined || stat === undefined)
    return SYSTEM.has(code) ? bySystem : {problem: 'missing', message: 'is not installed'};
  const ofFile = problemOfFile(path, stat) ?? (OF_FILE.has(code) ? problemOfContent(path) : undefined);
  return ofFile === undefined ? bySystem : {problem: 'not-executable', message: ofFile};
}

function problemOfFile(path: string, stat: Stats): string | undefined {
  if (stat.isDirectory()) return `is a directory (${path})`;
  return isExecutable(path) ? undefined : `is not executable (${path})`;
}

function problemOfContent(path: string): string {
  const interpreter = interpreterOf(path);
  return interpreter === undefined
    ? `is not a program that this system can run (${path})`
    : `needs the interpreter ${interpreter} from its first line, which cannot run (${path})`;
}

/** Error codes of a file that is executable but not a program. */
const OF_FILE: ReadonlySet<string> = new Set(['ENOENT', 'EACCES', 'ENOTDIR', 'ENOEXEC']);

/** Error codes that are not about the file. */
const SYSTEM: ReadonlySet<string> = new Set(['EAGAIN', 'EMFILE', 'ENFILE', 'ENOMEM', 'E2BIG', 'EINVAL']);

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : 'unknown error';

/** Returns the file that the system would start; the first of several unusable ones. */
function locate(command: string, directory: string | undefined, env: NodeJS.ProcessEnv): string | undefined {
  if (command === '') return undefined;
  if (command.includes('/') || command.includes('\\')) return resolve(directory ?? '.', command);
  const found = (env['PATH'] ?? '')
    .split(delimiter)
    .filter((part) => part !== '')
    .map((part) => join(part, command))
    .filter((path) => statOf(path) !== undefined);
  return found.find((path) => statOf(path)?.isFile() === true && isExecutable(path)) ?? found[0];
}

function statOf(path: string): Stats | undefined {
  try {
    return statSync(path);
  } catch {
    return undefined; // Also a path below a file, or in a directory without search permission.
  }
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function interpreterOf(path: string): string | undefined {
  try {
    const file = openSync(path, 'r');
    try {
      const first = Buffer.alloc(256);
      const line = first.toString('utf8', 0, readSync(file, first, 0, first.length, 0)).split(/\r?\n/, 1)[0] ?? '';
      return line.startsWith('#!') ? line.slice(2).trim().split(/\s/, 1)[0] : undefined;
    } finally {
      closeSync(file);
    }
  } catch {
    return undefined;
  }
}
