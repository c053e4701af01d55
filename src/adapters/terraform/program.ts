import {createInterface} from 'node:readline';
import {type Diagnostic} from '../../core/diagnostic/diagnostic.ts';
import {GantryError} from '../../core/failure/failure.ts';
import {isObject, type Json, type JsonObject} from '../../core/json.ts';
import {NotStarted} from '../../lib/not-started.ts';
import {type Ran, runProgram} from '../../lib/run-program.ts';
import {startProgram} from '../../lib/start-program.ts';
import {parseLine, type Said, type StreamEvent} from './stream.ts';

/** A started Terraform: its program, directory and environment. */
export type Place = {
  readonly path: string;
  readonly directory: string;
  readonly env: NodeJS.ProcessEnv;
  /** Removes known secrets from a text of Terraform or of a provider. */
  readonly clean: (text: string) => string;
};

/** The end of a command: its exit code, and what it said. */
export type Ended = {readonly code: number | string; readonly said: readonly Said[]; readonly rest: string};

/** The listeners of a command. An abort of `signal` sends it one interrupt. */
export type StreamOptions = {readonly signal: AbortSignal; readonly onEvent?: (event: StreamEvent) => void};

const MOST_BYTES = 256 << 20;
const SHOW_SECONDS = 300;

/**
 * Runs a command that writes machine-readable lines. It runs in a process group of its own: keys of the terminal do not reach it, and an
 * abort sends it one interrupt, at which it ends the step in progress and stores its state.
 */
export async function runStream(
  {path, directory, env}: Place,
  args: readonly string[],
  {signal, onEvent = () => undefined}: StreamOptions,
): Promise<Ended> {
  const child = await startProgram(path, args, {
    cwd: directory,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: process.platform !== 'win32',
    windowsHide: true,
  }).catch((error: unknown) => {
    if (error instanceof NotStarted)
      throw failed(args[0] ?? '', [
        {severity: 'error', code: 'terraform/failed', message: `${path} could not be started`},
      ]);
    throw error;
  });
  const said: Said[] = [];
  let rest = '';
  const interrupt = (): void => void child.kill('SIGINT');
  signal.addEventListener('abort', interrupt, {once: true});
  if (signal.aborted) interrupt();
  const lines = child.stdout === null ? undefined : createInterface({input: child.stdout});
  lines?.on('line', (line) => {
    const event = parseLine(line);
    if (event?.kind === 'diagnostic') said.push(event.said);
    else if (event !== undefined) onEvent(event);
    else if (!line.startsWith('{')) rest = `${rest}${line}\n`.slice(-MOST_REST);
  });
  child.stderr?.on('data', (chunk: Buffer) => {
    rest = `${rest}${chunk.toString('utf8')}`.slice(-MOST_REST);
  });
  const code = await new Promise<number | string>((resolve) => {
    child.on('close', (ended, killedBy) => resolve(ended ?? killedBy ?? 'no code'));
  });
  signal.removeEventListener('abort', interrupt);
  return {code, said, rest};
}

const MOST_REST = 4096;

/** Runs `show -json` of a plan or of the state. @throws GantryError terraform/failed */
export const runShow = async (place: Place, args: readonly string[]): Promise<JsonObject> =>
  runJson(place, ['show', '-json', '-no-color', ...args]);

/** Runs a command that prints one JSON document. @throws GantryError terraform/failed */
export async function runJson(place: Place, args: readonly [string, ...string[]]): Promise<JsonObject> {
  const ran = await runText(place, args);
  const document = ran.kind === 'ended' && ran.code === 0 ? jsonIn(ran.stdout) : undefined;
  if (document !== undefined) return document;
  throw failedRun(place, args[0], ran, 'it wrote no JSON');
}

/** Runs `graph`. @throws GantryError terraform/failed */
export async function runGraph(place: Place, signal: AbortSignal): Promise<string> {
  const ran = await runText(place, ['graph', '-type=plan'], signal);
  signal.throwIfAborted();
  if (ran.kind === 'ended' && ran.code === 0) return ran.stdout;
  throw failedRun(place, 'graph', ran, 'it wrote no reason');
}

function failedRun({clean}: Place, command: string, ran: Ran, otherwise: string): GantryError {
  const message = ran.kind === 'ended' ? clean(ran.stderr.trim()) || otherwise : `it ended with ${ran.kind}`;
  return failed(command, [{severity: 'error', code: 'terraform/failed', message}]);
}

/** Runs a command to its end, and returns what it wrote. */
export const runText = async (
  {path, directory, env}: Place,
  args: readonly string[],
  signal?: AbortSignal,
): Promise<Ran> =>
  runProgram({
    command: [path, ...args],
    directory,
    env,
    stdin: 'nothing',
    timeoutSeconds: SHOW_SECONDS,
    maxBytes: MOST_BYTES,
    signal,
  });

function jsonIn(text: string): JsonObject | undefined {
  try {
    const value = JSON.parse(text) as Json;
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Returns the failure of a command. */
export const failed = (command: string, diagnostics: readonly Diagnostic[]): GantryError =>
  new GantryError({code: 'terraform/failed', command, diagnostics});
