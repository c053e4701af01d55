import {type ChildProcess, spawn} from 'node:child_process';
import {once} from 'node:events';
import {createInterface} from 'node:readline';
import {text} from 'node:stream/consumers';
import {fileURLToPath} from 'node:url';
import {onTestFinished} from 'vitest';
import type {Ran, Stack} from './stack.ts';
import {TESTED_PROGRAM} from './tested-program.ts';
import {timeOfSuite} from './worker-sandbox.ts';

const BIN = fileURLToPath(new URL('../../bin/gantry.js', import.meta.url));

/** A `gantry` of its own: what a test that runs in this process cannot be, killed or raced. */
export type Program = {
  readonly child: ChildProcess;
  readonly ended: Promise<Ran>;
  /** The first event of the stream that fits; needs `-o jsonl`. */
  readonly event: (type: string, fits?: (event: ProgramEvent) => boolean) => Promise<ProgramEvent>;
};

export type ProgramEvent = Readonly<Record<string, unknown>> & {readonly type: string};

/** Starts the program from its source, in the directory and with the home of a stack. It ends with the test at the latest. */
export function startGantry(
  {dir, home}: Pick<Stack, 'dir' | 'home'>,
  args: readonly string[],
  more: Readonly<Record<string, string>> = {},
): Program {
  const child = spawn(process.execPath, ['--no-warnings', BIN, ...args], {
    cwd: dir,
    env: {
      PATH: process.env['PATH'],
      HOME: home,
      GANTRY_HOME: `${home}/.gantry`,
      ...TESTED_PROGRAM,
      ...timeOfSuite(),
      ...more,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const events = eventsOf(child, args.includes('jsonl'));
  const ended = Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]).then(
    ([stdout, stderr]): Ran => ({code: child.exitCode ?? -1, stdout, stderr}),
  );
  return {child, ended, event: (type, fits) => events(type, fits, ended)};
}

function eventsOf(child: ChildProcess & {readonly stdout: NodeJS.ReadableStream}, streams: boolean) {
  const seen: ProgramEvent[] = [];
  const listeners = new Set<() => void>();
  if (streams)
    createInterface({input: child.stdout}).on('line', (line) => {
      seen.push(JSON.parse(line) as ProgramEvent);
      for (const listener of listeners) listener();
    });
  return async (type: string, fits: (event: ProgramEvent) => boolean = () => true, ended: Promise<Ran>) => {
    const find = () => seen.find((event) => event.type === type && fits(event));
    const come = Promise.withResolvers<ProgramEvent>();
    const look = () => {
      const found = find();
      if (found !== undefined) come.resolve(found);
    };
    listeners.add(look);
    look();
    void ended.then(({code, stdout, stderr}) =>
      come.reject(new Error(`gantry ended with ${code} before an event ${type}\n${stdout}\n${stderr}`)),
    );
    return come.promise.finally(() => listeners.delete(look));
  };
}
