import {isSea} from 'node:sea';
import {fileURLToPath} from 'node:url';
import {systemClock} from './adapters/local/clock/system-clock.ts';
import type {PlaceFinder} from './app/completion/place.ts';
import type {Deps, Environment} from './app/deps.ts';
import {listenForInterrupt} from './cli/interrupt.ts';
import type {RunCli} from './cli/run-cli-options.ts';
import type {DepsOverrides} from './cli/session.ts';
import {inOwnRun} from './config/untrusted/checkout.ts';
import {ownEnvironment} from './core/programs/own-environment.ts';
import {createRedactor, type Redactor} from './core/secret/redactor.ts';
import {INHERITED} from './core/workspace/child-environment.ts';
import {environmentValues} from './core/workspace/plaintext-values.ts';
import {defined} from './lib/defined.ts';
import {backendRequestFor} from './main/backend-request-for.ts';
import {openBackends} from './main/backends.ts';
import {clusterDeps} from './main/cluster-deps.ts';
import {listenForCrash} from './main/crash.ts';
import {ownHome} from './main/home-of.ts';
import {connectTo, flatKubeconfig, kubeconfigDeps} from './main/kubeconfigs.ts';
import type {Network} from './main/network.ts';
import {openPrograms} from './main/open-programs.ts';
import {ownFile} from './main/own-file.ts';
import {redactingConnect} from './main/redacting.ts';
import {sandboxDeps} from './main/sandboxes.ts';
import {secretObjectsOf} from './main/secret-objects.ts';
import {sourceDeps} from './main/source-deps.ts';
import {telemetryFor} from './main/telemetry-for.ts';
import {toBoth} from './main/to-both.ts';
import {trustDeps} from './main/trust-deps.ts';
import type {Untrusted} from './main/untrusted.ts';
import {untrustedFor} from './main/untrusted-for.ts';
import {NO_DIRECTORY, NO_DIRECTORY_EXIT, workingDirectory} from './main/working-directory.ts';
import {workspaceOf} from './main/workspace-of.ts';
import type {Backend} from './ports/backend.ts';
import type {ProgramCall} from './ports/programs.ts';
import type {Telemetry} from './ports/telemetry.ts';
import {ioOf, type StandardStreams} from './ui/io.ts';
import {printable} from './ui/printable.ts';

const {version} = JSON.parse(ownFile('../package.json', import.meta.url).toString('utf8')) as {
  readonly version: string;
};

/** The command that starts this program again, for kubeconfigs. */
const SELF: ProgramCall = {
  command: process.execPath,
  args: isSea() ? [] : [fileURLToPath(new URL('../bin/gantry.js', import.meta.url))],
};

/** A file of the recorded API of a real server, for sandboxes. `scripts/build.ts` copies them. */
const packFile = (path: string): Buffer => ownFile(`./sandbox/pack/${path}`, import.meta.url);

/** The parts of the process that a run uses. A test passes its own. */
export type RunOptions = StandardStreams & {
  /** The arguments without node and script. */
  readonly argv: readonly string[];
  readonly env: Environment;
  readonly cwd: string;
  /** Aborts with `'SIGINT'` or `'SIGTERM'` when the run must stop. */
  readonly signal?: AbortSignal;
  /** Leaves signals to a program in the foreground: until disposed of, they do not abort `signal`. */
  readonly standAside?: (() => Disposable) | undefined;
  /** The known secrets, shared with the crash handler. */
  readonly redactor?: Redactor;
  /** Default: the network and the clock of this machine. */
  readonly network?: Network;
};

/** Runs one command line with the given streams and environment. Returns the exit code. Never throws and never exits. */
export async function run({
  argv,
  env: given,
  cwd,
  signal,
  standAside,
  redactor = createRedactor(),
  network = {clock: systemClock},
  ...streams
}: RunOptions): Promise<number> {
  const {runCli} = await import('./cli/run-cli.ts');
  // In a shell of `gantry shell`, values from one workspace are not the user's own settings.
  const env = ownEnvironment(given);
  redactor.add(environmentValues(env));
  let telemetry: Telemetry | undefined;
  let opened: AsyncDisposable | undefined;
  let base: AsyncDisposable | undefined;
  const over = new AbortController();
  const runs = {
    argv,
    io: ioOf(streams, env),
    version,
    cwd,
    signal,
    now: () => network.clock.now(),
    deps: async (overrides: DepsOverrides) => {
      telemetry = await telemetryFor(env, {version, redactor, clock: network.clock, profile: overrides.profile});
      const untrusted = await untrustedFor(overrides, {env, cwd});
      base = untrusted;
      const lasting = {
        ...overrides,
        ...defined({interactive: untrusted === undefined ? undefined : false}),
        signal: AbortSignal.any([overrides.signal, over.signal]),
      };
      const deps = buildDeps({env, cwd, redactor, network, standAside, untrusted}, lasting, telemetry);
      opened = deps;
      return deps;
    },
  } satisfies RunCli;
  const code = await inOwnRun(() => runCli(runs));
  // A request that took too long is abandoned. It would keep the process alive until its server answers.
  over.abort('over');
  await opened?.[Symbol.asyncDispose]();
  await base?.[Symbol.asyncDispose]();
  const unsent = await telemetry?.end(code);
  if (unsent !== undefined) streams.stderr.write(`warning: ${printable(unsent)}\n`);
  return code;
}

const STOPPED_AT_ONCE =
  'Stopped at once. Changes in progress are not recorded. Run the same command again: it finds them and continues.\n';

/** Runs the command line of this process, with its streams, its environment and its signals. */
export async function main(): Promise<number> {
  using interrupt = listenForInterrupt(process, (code) => {
    // Written after the view has left the terminal, because earlier text is lost with the view.
    process.once('exit', () => process.stderr.write(STOPPED_AT_ONCE));
    process.exit(code);
  });
  const {stdin, stdout, stderr, env} = process;
  const argv = process.argv.slice(2);
  const redactor = createRedactor(environmentValues(env));
  listenForCrash(process, {version, clean: redactor.redact});
  // Awaited here, because the listeners are removed when this function returns.
  const {signal, standAside} = interrupt;
  const cwd = workingDirectory();
  if (cwd === undefined) {
    stderr.write(NO_DIRECTORY);
    return NO_DIRECTORY_EXIT;
  }
  return await run({argv, env, cwd, stdin, stdout, stderr, signal, standAside, redactor});
}

/** Opens the functions for a completion request that the cache of names cannot answer. They contact nothing, and report nothing. */
export async function openPlaceFinder(): Promise<PlaceFinder> {
  const {placeFinder} = await import('./app/completion/find-place.ts');
  const {signal} = new AbortController();
  const silent = {onEvent: () => undefined, signal, interactive: false, command: 'gantry __complete'};
  return placeFinder(buildDeps({env: ownEnvironment(process.env), cwd: process.cwd()}, silent));
}

type BuildDeps = Pick<RunOptions, 'env' | 'cwd' | 'standAside' | 'redactor' | 'network'> & {
  /** Set if the checkout is untrusted. */
  readonly untrusted?: Untrusted | undefined;
};

/** Builds the dependencies of a run. Each adapter is imported on first use. Disposal ends all work that they have started. */
export function buildDeps(
  {
    env: whole,
    cwd,
    standAside,
    redactor = createRedactor(environmentValues(whole)),
    network = {clock: systemClock},
    untrusted,
  }: BuildDeps,
  given: DepsOverrides,
  telemetry?: Telemetry,
): Deps & AsyncDisposable {
  const overrides = telemetry === undefined ? given : {...given, onEvent: toBoth(telemetry.onEvent, given.onEvent)};
  const {about = {}, untrusted: _, profile: __, guard: ___, ...doors} = overrides;
  const env = untrusted?.env ?? whole;
  const home = ownHome(env, cwd);
  const {sandboxes, ...lasting} = sandboxDeps(home, openSandboxOperations(network), overrides.onEvent);
  const programDirectory = untrusted?.directory;
  const kubeconfigs = kubeconfigDeps(home, {env, sandboxes, network, ...overrides, programDirectory});
  let backend: Promise<Backend> | undefined;
  const deps: Deps & AsyncDisposable = {
    ...doors,
    ...lasting,
    cwd,
    env,
    home,
    clock: network.clock,
    gantryVersion: version,
    backend: () => (backend ??= import('./app/backend/open-backend.ts').then((app) => app.openBackend(about, deps))),
    backendFor: async (request) =>
      (await import('./app/backend/open-backend.ts')).openBackend(backendRequestFor(about, request, cwd), deps),
    openBackend: backendsOf(home, {...overrides, env, cwd, network, redactor, sandboxes, programDirectory, standAside}),
    redactor,
    secretStore: async (config, environment = INHERITED, besideMetadata = false) =>
      (await import('./main/secret-stores.ts')).openSecretStore(config, {environment, besideMetadata}, deps),
    identifyAccount: async (account, signal) =>
      (await import('./adapters/aws/login/caller-identity.ts')).callerIdentity(account, {env, signal}),
    workspaceOf,
    ...sourceDeps(home, {env, clock: network.clock, signal: overrides.signal, version, main: import.meta.url}),
    connect: redactingConnect((source, unattended) => connectTo(source, kubeconfigs, unattended), redactor),
    logins: kubeconfigs.logins,
    kubeconfig: flatKubeconfig(kubeconfigs),
    ...trustDeps({env, cwd, clock: network.clock}),
    sandboxes,
    secretObjects: secretObjectsOf(redactor, {...overrides, ...network}),
    kubeconfigFiles: async () =>
      (await import('./adapters/kubernetes/kubeconfig-files/kubeconfig-files.ts')).kubeconfigFiles(),
    programs: () => openPrograms(home, {env, signal: overrides.signal, standAside, self: SELF}),
    runtimes: runtimesOf({env, home, redactor}),
    lockProviders: async (...asked) =>
      (await import('./main/terraform.ts')).openProviderLocks({env, home, redactor})(...asked),
    terraform: async () => (await import('./main/terraform.ts')).openTerraformTool({env, home, redactor}),
    again: (onEvent) => buildDeps({env: whole, cwd, standAside, redactor, network, untrusted}, {...given, onEvent}),
    trial: trialsOf(home, {redactor, network}, given),
    ...clusterDeps({...overrides, home, network, redactor, connect: (...asked) => deps.connect(...asked)}, telemetry),
    ...untrusted?.deps,
  };
  return deps;
}

/** Returns the function that opens backends. The program that signs a release ends also if the run is interrupted. */
const backendsOf = (
  home: string,
  {standAside, ...deps}: Omit<Parameters<typeof openBackends>[1], 'lastingPrograms'> & Pick<BuildDeps, 'standAside'>,
): Deps['openBackend'] => {
  const lasting = {env: deps.env, signal: new AbortController().signal, standAside, self: SELF};
  return openBackends(home, {...deps, lastingPrograms: () => openPrograms(home, lasting)});
};

const runtimesOf = (shared: Pick<Deps, 'env' | 'home' | 'redactor'>): Deps['runtimes'] => ({
  Kubernetes: async (cluster) => cluster.runtime,
  Terraform: async (...asked) =>
    (await import('./main/terraform.ts')).openTerraform({...shared, main: import.meta.url})(...asked),
});

/** Returns the function that opens a run of its own. It reports nothing. */
const trialsOf =
  (home: string, shared: Pick<BuildDeps, 'redactor' | 'network'>, given: DepsOverrides): Deps['trial'] =>
  async () => {
    const {openTrial} = await import('./main/open-trial.ts');
    const quiet = {...given, about: {}, onEvent: () => undefined, interactive: false};
    return openTrial(home, (place) => buildDeps({...place, ...shared}, quiet));
  };

const openSandboxOperations =
  ({clock}: Network) =>
  async () =>
    (await import('./main/sandbox-operations.ts')).sandboxOperations(packFile, clock);
