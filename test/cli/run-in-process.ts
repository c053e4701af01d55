import {PassThrough} from 'node:stream';
import type {Deps} from '../../src/app/deps.ts';
import {CATALOG, type CatalogEntry, type Define} from '../../src/cli/catalog.ts';
import {runCli} from '../../src/cli/run-cli.ts';
import {createRedactor} from '../../src/core/secret/redactor.ts';
import type {Io} from '../../src/ui/io.ts';

export const NOW = new Date('2026-05-04T12:00:00Z');

export type RunInProcess = {
  readonly argv: readonly string[];
  /** Commands with use cases that a test watches, by path (`'preview'`, `'release list'`). */
  readonly commands?: Readonly<Record<string, Define>>;
  /** Lines that a person types; with them there is a terminal. */
  readonly typed?: string;
  readonly env?: Io['env'];
  readonly signal?: AbortSignal;
  /** In place of the buffer. */
  readonly out?: Io['stdout'];
};

/** Runs a command line in this process, with buffers in place of the terminal. */
export async function runInProcess({argv, commands = {}, typed, env = {}, signal, out}: RunInProcess) {
  let [stdout, stderr] = ['', ''];
  const stdin = new PassThrough();
  if (typed !== undefined) stdin.end(typed);
  const isTTY = typed !== undefined;
  const io: Io = {
    stdin: {isTTY, stream: stdin},
    stdout: out ?? {write: (text) => (stdout += text), isTTY, columns: 100},
    stderr: {write: (text) => (stderr += text), isTTY, columns: 100},
    env,
  };
  const code = await runCli({
    argv,
    io,
    version: '0.0.0-test',
    cwd: '/home/me/shop',
    deps: (overrides) => fakeDeps(overrides),
    catalog: CATALOG.map((entry) => watched(entry, commands)),
    ...(signal === undefined ? {} : {signal}),
  });
  return {code, stdout, stderr};
}

const watched = (entry: CatalogEntry, commands: Readonly<Record<string, Define>>): CatalogEntry => {
  const define = commands[entry.path.join(' ')];
  return define === undefined ? entry : {...entry, load: () => Promise.resolve(define)};
};

const closed = (): never => {
  throw new Error('this test opens no door');
};

function fakeDeps(overrides: Pick<Deps, 'onEvent' | 'signal' | 'interactive' | 'command'>): Deps {
  return {
    ...overrides,
    cwd: '/home/me/shop',
    env: {},
    clock: {now: () => NOW, monotonic: () => 0, sleep: closed},
    home: '/home/me/.gantry',
    gantryVersion: '0.0.0-test',
    backend: closed,
    openBackend: closed,
    backendFor: closed,
    repository: closed,
    source: closed,
    modules: closed,
    fetchers: {packages: closed, trees: closed},
    charts: closed,
    lockProviders: closed,
    secretStore: closed,
    identifyAccount: closed,
    redactor: createRedactor(),
    workspaceOf: {environment: closed, kubeconfig: closed},
    bundleVerifier: closed,
    conditions: closed,
    openPrograms: closed,
    kubernetesTypes: closed,
    listen: closed,
    connect: closed,
    shareClusters: closed,
    logins: closed,
    kubeconfig: closed,
    allowedDigests: async () => ({has: () => true}),
    kubeconfigWants: closed,
    kubeconfigFiles: closed,
    programs: closed,
    sandboxes: closed,
    secretObjects: closed,
    runtimes: {Kubernetes: closed},
    terraform: closed,
    cluster: closed,
    again: closed,
    trial: closed,
  };
}
