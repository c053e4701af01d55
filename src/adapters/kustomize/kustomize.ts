import {join} from 'node:path';
import {type FoundProgram, findProgram} from '../../lib/find-program.ts';
import {type OutputCache, outputCache} from '../../lib/output-cache.ts';
import {type Ran, runProgram} from '../../lib/run-program.ts';
import type {Kustomize, KustomizeBuild, KustomizeBuilt, KustomizeProblem} from '../../ports/kustomize.ts';
import {kustomizeEnvironment} from './environment.ts';
import {findPrograms, type Program} from './program.ts';
import {isTooOld, MINIMUM, type Run, versionOf} from './version.ts';

/** The options of kustomize builds. */
export type KustomizeOptions = {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** `$GANTRY_HOME`. Its cache stores outputs. */
  readonly home: string;
  readonly signal: AbortSignal;
  /** The time limit of one build in milliseconds. Default: one minute, or five with remote bases. */
  readonly timeoutMs?: number;
};

/** Builds with `kustomize`, else with the version inside `kubectl`. */
export const kustomizeBy = (options: KustomizeOptions): Kustomize => {
  const cache = outputCache(join(options.home, 'cache', 'kustomize'));
  return async (build) => {
    const {PATH} = options.env;
    const programs = await findPrograms(PATH);
    const helm = build.withHelm ? await findProgram(PATH, 'helm') : undefined;
    if (build.withHelm && helm === undefined) return NO_HELM;
    const found: Found = {programs, helm};
    return (await kept(build, found, cache)) ?? (await built(build, found, options, cache));
  };
};

const MOST_OUTPUT = 64 * 1024 * 1024;

/** The programs in PATH. `helm`: present if the kustomization needs it. */
type Found = {readonly programs: readonly Program[]; readonly helm: FoundProgram | undefined};

const NO_HELM: KustomizeProblem = {
  problem: 'helm was not found in PATH, and this kustomization renders Helm charts',
  hint: 'Install helm (https://helm.sh/docs/intro/install), or add the chart to `sources` of stack.yaml as `{helm: …}`.',
};

const keyOf = ({identity}: Program, helm: FoundProgram | undefined, digest: string): string =>
  helm === undefined ? `1 ${identity} ${digest}` : `2 ${identity} ${helm.identity} ${digest}`;

/** Returns a cached output for the same input from a program that still exists. The cache key shows that its version was new enough. */
async function kept(
  {digest}: KustomizeBuild,
  {programs, helm}: Found,
  cache: OutputCache,
): Promise<KustomizeBuilt | undefined> {
  if (digest === undefined) return undefined;
  for (const program of programs) {
    const text = await cache.read(keyOf(program, helm, digest));
    if (text !== undefined) return {text, keep: async () => undefined};
  }
  return undefined;
}

async function built(
  build: KustomizeBuild,
  {programs, helm}: Found,
  {env, signal, timeoutMs = build.remote ? 300_000 : 60_000}: KustomizeOptions,
  cache: OutputCache,
): Promise<KustomizeBuilt | KustomizeProblem> {
  const limits = {timeoutSeconds: timeoutMs / 1000, maxBytes: MOST_OUTPUT, signal};
  const childEnv = kustomizeEnvironment(env, build);
  const run: Run = (path, args) => runProgram({command: [path, ...args], env: childEnv, stdin: 'nothing', ...limits});
  const program = await newEnough(programs, run);
  if ('problem' in program) return program;
  const command = program.name === 'kustomize' ? 'build' : 'kustomize';
  const helmFlags = helm === undefined ? [] : ['--enable-helm', '--helm-command', helm.path];
  const ran = await run(program.path, [command, ...helmFlags, build.directory]);
  signal.throwIfAborted();
  if (ran.kind !== 'ended' || ran.code !== 0)
    return unsupportedHelm(program, helm, ran) ?? problemOf(program, ran, timeoutMs);
  const {digest} = build;
  const keep = async (): Promise<void> => {
    if (digest !== undefined) await cache.write(keyOf(program, helm, digest), ran.stdout);
  };
  return {text: ran.stdout, keep};
}

const GET_IT =
  'Install kustomize (https://kubectl.docs.kubernetes.io/installation/kustomize) or kubectl 1.27 or later.';

async function newEnough(programs: readonly Program[], run: Run): Promise<Program | KustomizeProblem> {
  const old: string[] = [];
  for (const program of programs) {
    const version = await versionOf(program, run);
    if (!isTooOld(version)) return program;
    old.push(`${program.path} is kustomize ${version ?? ''}`);
  }
  if (old.length === 0) return {problem: 'neither kustomize nor kubectl was found in PATH', hint: GET_IT};
  return {problem: `${old.join(', ')}: at least ${MINIMUM} is required`, hint: GET_IT};
}

/** Returns the problem of a kustomize that asks every helm for its version as helm 3 answers it. Versions before 5.8 do. */
function unsupportedHelm(program: Program, helm: FoundProgram | undefined, ran: Ran): KustomizeProblem | undefined {
  if (helm === undefined || ran.kind !== 'ended' || !/unknown shorthand flag: 'c'|requires helm V3/.test(ran.stderr))
    return undefined;
  return {
    problem: `${program.path} cannot use ${helm.path}, which is not helm 3`,
    hint: 'Install kustomize 5.8 or later, or put helm 3 first in PATH.',
  };
}

function problemOf({name}: Program, ran: Ran, timeoutMs: number): KustomizeProblem {
  const command = name === 'kustomize' ? 'kustomize build' : 'kubectl kustomize';
  if (ran.kind === 'not-started') return {problem: `${command} ${ran.why.message}`};
  if (ran.kind === 'too-late') return {problem: `${command} did not end within ${timeoutMs / 1000} s`};
  if (ran.kind === 'too-much') return {problem: `${command} wrote more than 64 MiB`};
  const said = ran.stderr.trim().replace(/^(?:Error|error): /, '');
  return {problem: `${command}: ${said === '' ? 'it failed without a message' : said}`};
}
