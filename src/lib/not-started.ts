import {accessSync, closeSync, constants, openSync, readSync, type Stats, statSync} from 'node:fs';
import {delimiter, join, resolve} from 'node:path';

/** What prevented the start. `system`: no fault of the file, for example too many processes. */
export type StartProblem = 'missing' | 'not-executable' | 'no-directory' | 'system';

type Where = {readonly cwd?: string | URL | undefined; readonly env?: NodeJS.ProcessEnv | undefined};

/** A program that could not be started. The message continues a sentence that begins with its name. */
export class NotStarted extends Error {
  override readonly name = 'NotStarted';
  readonly problem: StartProblem;
  readonly code: string;

  private constructor(problem: StartProblem, message: string, cause: unknown) {
    super(message, {cause});
    this.problem = problem;
    this.code = codeOf(cause);
  }

  /** Looks at the file system for the reason: the system's code is ENOENT for four different ones. */
  static from(error: unknown, command: string, {cwd, env = process.env}: Where): NotStarted {
    const because = (problem: StartProblem, message: string) => new NotStarted(problem, message, error);
    const directory = cwd === undefined ? undefined : String(cwd);
    if (directory !== undefined && statOf(directory)?.isDirectory() !== true)
      return because('no-directory', `cannot run in ${directory}: there is no such directory`);
    const path = locate(command, directory, env);
    const stat = path === undefined ? undefined : statOf(path);
    const code = codeOf(error);
    if (path === undefined || stat === undefined)
      return SYSTEM.has(code)
        ? because('system', `could not be started by the system (${code})`)
        : because('missing', 'is not installed');
    if (stat.isDirectory()) return because('not-executable', `is a directory (${path})`);
    if (!isExecutable(path)) return because('not-executable', `is not executable (${path})`);
    if (code !== 'ENOENT' && code !== 'EACCES' && code !== 'ENOTDIR' && code !== 'ENOEXEC')
      return because('system', `could not be started by the system (${code})`);
    const interpreter = interpreterOf(path);
    if (interpreter !== undefined)
      return because(
        'not-executable',
        `needs the interpreter ${interpreter} of its first line, which cannot be run (${path})`,
      );
    return because('not-executable', `is not a program that this system can run (${path})`);
  }
}

/** Codes that say nothing about the file. */
const SYSTEM: ReadonlySet<string> = new Set(['EAGAIN', 'EMFILE', 'ENFILE', 'ENOMEM', 'E2BIG', 'EINVAL']);

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : 'unknown error';

/** The file that the system would start; of several unusable ones the first. */
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
    return undefined; // Also a path below a file, or in a directory that nobody may enter.
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
