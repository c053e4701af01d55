import {mkdir, rm, writeFile} from 'node:fs/promises';
import {dirname, join} from 'node:path';
import {Readable, Writable} from 'node:stream';
import {run} from '../../src/main.ts';
import {atEndOfTest} from './end-of-test.ts';
import {scratchDirectory} from './scratch.ts';
import {networkOfSuite} from './worker-sandbox.ts';

export type Ran = {readonly code: number; readonly stdout: string; readonly stderr: string};

/** A stack in a directory of its own, with a GANTRY_HOME of its own. */
export type Stack = {
  readonly dir: string;
  readonly home: string;
  /** Writes files, by relative path; objects are written as JSON (which is YAML). */
  readonly write: (files: Readonly<Record<string, unknown>>) => Promise<void>;
  readonly remove: (file: string) => Promise<void>;
  /** Runs `gantry ARGS` in this process, in the stack's directory. */
  readonly gantry: (args: readonly string[], options?: GantryOptions) => Promise<Ran>;
  /** The same, and the one JSON document of stdout. */
  readonly json: <T = unknown>(
    args: readonly string[],
    options?: GantryOptions,
  ) => Promise<Ran & {readonly document: T}>;
  /**
   * Runs `gantry workspace allow NAME --yes`, as a user does for a workspace of a project that wants more than the default.
   * @throws Error where it is not allowed, or wants nothing that has to be
   */
  readonly allow: (name?: string, options?: GantryOptions) => Promise<void>;
};

export type GantryOptions = {
  readonly env?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
  readonly cwd?: string;
  /** What a person types: with it there is a terminal (one that nobody has given a size: nothing is drawn on it). */
  readonly typed?: string;
  /** Told what comes, for commands that go on. */
  readonly onStdout?: (text: string) => void;
  readonly onStderr?: (text: string) => void;
};

export type StackOptions = {
  /** For the workspace `test`, which stack.yaml names; without it there is no workspace. */
  readonly kubeconfigPath?: string;
  readonly namespace?: string;
  readonly files?: Readonly<Record<string, unknown>>;
  readonly name?: string;
};

export async function makeStack({kubeconfigPath, namespace, files = {}, name = 'shop'}: StackOptions): Promise<Stack> {
  const root = await scratchDirectory();
  const [dir, home] = [join(root, name), join(root, 'home')];
  const write: Stack['write'] = async (contents) => {
    for (const [file, content] of Object.entries(contents)) {
      await mkdir(dirname(join(dir, file)), {recursive: true});
      await writeFile(join(dir, file), typeof content === 'string' ? content : JSON.stringify(content, null, 2));
    }
  };
  await write({
    'stack.yaml': {
      name,
      workspace: 'test',
      ...(namespace === undefined ? {} : {namespace}),
      sources: [{manifests: 'manifests/**/*'}],
    },
    ...(kubeconfigPath === undefined
      ? {}
      : {'workspaces/test.yaml': {name: 'test', context: {kubeconfig_path: kubeconfigPath}}}),
    ...files,
  });
  const gantry: Stack['gantry'] = (args, options) => runGantry(args, {dir, home, ...options});
  const stack: Stack = {
    dir,
    home,
    write,
    remove: (file) => rm(join(dir, file)),
    gantry,
    json: async <T>(args: readonly string[], options?: GantryOptions) => {
      const ran = await gantry([...args, '-o', 'json'], options);
      return {...ran, document: JSON.parse(ran.stdout) as T};
    },
    allow: async (name = 'test', options) => {
      const {code, stdout, stderr} = await gantry(['workspace', 'allow', name, '--yes'], options);
      if (code !== 0 || !/ (?:is now|was already) allowed \(/.test(stdout))
        throw new Error(`${name} is not allowed: ${stdout}${stderr}`);
    },
  };
  return stack;
}

/** Runs `gantry ARGS` in this process, with a home of its own. */
export async function runGantry(
  args: readonly string[],
  {dir, home, env = {}, signal, cwd = dir, typed, onStdout, onStderr}: GantryOptions & {dir: string; home: string},
): Promise<Ran> {
  let [stdout, stderr] = ['', ''];
  const terminal = typed === undefined ? {} : {isTTY: true, columns: 0};
  const into = (add: (text: string) => void) =>
    Object.assign(new Writable({write: (chunk, _encoding, done) => (add(String(chunk)), done())}), terminal);
  const network = networkOfSuite();
  let isEnded = false;
  // A test that times out says what this run has printed, and what it still waits for.
  atEndOfTest(() => {
    if (isEnded) return;
    const waits = process.getActiveResourcesInfo().join(', ');
    process.stderr.write(`gantry ${args.join(' ')} has not ended (${waits}). It printed:\n${stdout}${stderr}\n`);
  });
  const code = await run({
    argv: args,
    env: {PATH: process.env['PATH'], HOME: home, GANTRY_HOME: join(home, '.gantry'), ...env},
    cwd,
    stdin: Object.assign(Readable.from(linesOf(typed)), terminal),
    stdout: into((text) => ((stdout += text), onStdout?.(text))),
    stderr: into((text) => ((stderr += text), onStderr?.(text))),
    ...(signal === undefined ? {} : {signal}),
    ...(network === undefined ? {} : {network}),
  });
  isEnded = true;
  return {code, stdout, stderr};
}

/** Returns the lines as a terminal passes them on: one at a time. */
const linesOf = (typed = ''): readonly string[] => typed.split(/(?<=\n)/).filter((line) => line !== '');
