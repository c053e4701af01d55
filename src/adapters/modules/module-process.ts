import type {ChildProcess} from 'node:child_process';
import type {Socket} from 'node:net';
import type {Json} from '../../core/json.ts';
import type {ModuleMessage} from '../../core/module/module-message.ts';
import type {ProgramCall} from '../../core/program/program-call.ts';
import {NotStarted} from '../../lib/not-started.ts';
import {startProgram} from '../../lib/start-program.ts';
import type {ChildCommand} from './child-command.ts';
import {MOST_MEMORY, watchMemory} from './watch-memory.ts';

/** The limits of one answer. */
export type ModuleLimits = {readonly timeoutMs: number; readonly maxBytes: number};

/** The answer of a process, as its line and as the value in it, or the reason why it did not answer. */
export type ModuleReply = {readonly line: string; readonly answer: Json} | {readonly stopped: string};

/** The fault of a process whose answer has another form. */
export const NO_ANSWER = 'wrote text to stdout that is not a valid response';

/** A process that answers one request after another. It is started for the first request, and ends by itself when it has none. */
export type ModuleProcess = {readonly ask: (message: ModuleMessage | ProgramCall) => Promise<ModuleReply>};

/** The time after which a process without a request ends. */
const IDLE_MS = 3_000;
const MOST_STDERR = 8 * 1024;

/** The maximum number of idle processes that are kept. Each uses 50 MiB, and a stack may use many modules. */
const MOST_IDLE = 4;

type Running = {readonly child: ChildProcess; stderr: string; hasEnded: boolean; idle?: NodeJS.Timeout | undefined};

/** All processes of modules. They are ended with the program, because a module in a loop does not notice the end of stdin. */
const all = new Set<ChildProcess>();
const endAll = (): void => all.forEach((child) => void child.kill('SIGKILL'));

/** The idle processes, the longest idle first. */
const idle = new Set<Running>();

/** Returns the process of a module. It never keeps the program alive. */
export function moduleProcess(
  command: () => Promise<ChildCommand>,
  folder: string,
  limits: ModuleLimits,
): ModuleProcess {
  let running: Running | undefined;
  let last: Promise<unknown> = Promise.resolve();
  const askNow = async (message: Parameters<ModuleProcess['ask']>[0]): Promise<ModuleReply> => {
    try {
      running = running?.hasEnded === false ? running : await start(await command(), folder);
    } catch (error) {
      if (error instanceof NotStarted) return {stopped: `could not be started: ${error.message}`};
      throw error;
    }
    const now = running;
    clearTimeout(now.idle);
    idle.delete(now);
    const reply = await replyOf(now, message, limits);
    if ('stopped' in reply) end(now);
    else rest(now);
    return reply;
  };
  return {
    ask: (message) => {
      const reply = last.then(() => askNow(message));
      last = reply.catch(() => undefined);
      return reply;
    },
  };
}

async function start({command: [file, ...args], env}: ChildCommand, folder: string): Promise<Running> {
  const child = await startProgram(file, args, {
    cwd: folder,
    env,
    stdio: ['pipe', 'pipe', 'pipe'],
    windowsHide: true,
  });
  const started: Running = {child, stderr: '', hasEnded: false};
  child.stdin?.on('error', () => undefined);
  child.stderr?.on('data', (chunk: Buffer) => {
    started.stderr = `${started.stderr}${chunk.toString('utf8')}`.slice(-MOST_STDERR);
  });
  if (all.size === 0) process.once('exit', endAll);
  all.add(child);
  child.on('close', () => {
    all.delete(child);
    if (all.size === 0) process.off('exit', endAll);
    end(started);
  });
  child.unref();
  for (const stream of [child.stdin, child.stdout, child.stderr]) (stream as Socket | null)?.unref();
  return started;
}

/** Ends a process. The next request starts another one. */
function end(running: Running): void {
  running.hasEnded = true;
  idle.delete(running);
  clearTimeout(running.idle);
  running.child.kill('SIGKILL');
}

/** Keeps a process for a later request, for a while. */
function rest(running: Running): void {
  running.idle = setTimeout(() => end(running), IDLE_MS).unref();
  idle.add(running);
  const [longest] = idle;
  if (idle.size > MOST_IDLE && longest !== undefined) end(longest);
}

/** Sends a request and waits for one line, the end of the process, or a limit. A process that broke a limit is killed. */
async function replyOf(
  running: Running,
  message: Parameters<ModuleProcess['ask']>[0],
  {timeoutMs, maxBytes}: ModuleLimits,
): Promise<ModuleReply> {
  const {child} = running;
  const {promise, resolve} = Promise.withResolvers<ModuleReply>();
  const stop = (stopped: string): void => {
    resolve({stopped});
    child.kill('SIGKILL');
  };
  // It also keeps the program alive while it waits, because the process does not.
  const timer = setTimeout(() => stop(`did not answer within ${timeoutMs / 1000} s`), timeoutMs);
  using _memory = watchMemory(child.pid ?? 0, () => stop(tooMuchMemory));
  let size = 0;
  const chunks: Buffer[] = [];
  const onData = (chunk: Buffer): void => {
    size += chunk.length;
    chunks.push(chunk);
    if (size > maxBytes) stop(`returned more than ${maxBytes / 1024 / 1024} MiB`);
    else if (chunk.includes(10)) {
      const line = Buffer.concat(chunks).toString('utf8').trimEnd();
      const answer = jsonIn(line);
      if (answer === undefined) stop(NO_ANSWER);
      else resolve({line, answer});
    }
  };
  const onClose = (code: number | null, signal: string | null): void =>
    resolve({stopped: endingOf(running, code ?? signal)});
  child.stdout?.on('data', onData);
  child.once('close', onClose);
  child.stdin?.write(`${JSON.stringify(message)}\n`);
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
    child.stdout?.off('data', onData);
    child.off('close', onClose);
  }
}

function jsonIn(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

const tooMuchMemory = `used more than ${MOST_MEMORY / 1024 / 1024} MiB of memory`;

function endingOf({stderr}: Running, code: number | string | null): string {
  if (/heap out of memory|Array buffer allocation failed/.test(stderr)) return tooMuchMemory;
  const text = stderr
    .trim()
    .split('\n')
    .filter((line) => /\w/.test(line) && !/^\s+at /.test(line))
    .at(-1);
  return `ended before it answered (${code})${text === undefined ? '' : `: ${text.trim()}`}`;
}
