import {join} from 'node:path';
import {scrubber} from '../../core/secret/scrub-text.ts';
import {secretTexts} from '../../core/secret/secret-texts.ts';
import {valuesNotIn} from '../../core/secret/values-not-in.ts';
import {defined} from '../../lib/defined.ts';
import {type FoundProgram, findProgram} from '../../lib/find-program.ts';
import {type Ran, runProgram} from '../../lib/run-program.ts';
import type {Helm, RenderChart, Rendered, RenderProblem} from '../../ports/helm.ts';
import type {PrivateDirectory} from '../../ports/programs.ts';
import {helmEnvironment} from './environment.ts';
import {type Facade, openFacade} from './facade/open-facade.ts';
import {helmVersion, isTooOld, OLDEST} from './helm-version.ts';
import {outputOf, readOutput} from './read-output.ts';
import {brokenTemplate, renderProblem, TOO_MUCH} from './render-problem.ts';

/** The options of renderings. */
export type HelmOptions = {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly signal: AbortSignal;
  /** Creates a directory for one run. */
  readonly directory: () => Promise<PrivateDirectory>;
  /** The time limit of one run in milliseconds. Default: one minute. */
  readonly timeoutMs?: number;
};

const GET_IT = `Install helm ${OLDEST} or later: https://helm.sh/docs/intro/install`;
const MOST_OUTPUT = 48 * 1024 * 1024;

/**
 * Renders charts with the first `helm` in PATH. It gets no credentials, and nothing of the user's environment: a server in this process
 * answers it in place of the cluster.
 */
export const helmBy =
  (options: HelmOptions): Helm =>
  async (render) => {
    const program = await findProgram(options.env['PATH'], 'helm');
    if (program === undefined) return {problem: 'helm was not found in PATH', hint: GET_IT};
    const directory = await options.directory();
    try {
      return await renderIn(directory, {program, render, options});
    } finally {
      await directory.remove();
    }
  };

type Rendering = {readonly program: FoundProgram; readonly render: RenderChart; readonly options: HelmOptions};

async function renderIn(directory: PrivateDirectory, rendering: Rendering): Promise<Rendered | RenderProblem> {
  const {program, render, options} = rendering;
  const {cluster, crds} = render;
  const version = await helmVersion(program, helmEnvironment(directory.path), options.signal);
  options.signal.throwIfAborted();
  if (isTooOld(version))
    return {problem: `${program.path} is helm ${version?.text}: at least ${OLDEST} is required`, hint: GET_IT};
  if (cluster === undefined)
    return run(
      directory,
      rendering,
      crds.map((api) => `--api-versions=${api}`),
    );
  const facade = await openFacade({...cluster, apis: [...new Set([...cluster.apis, ...crds])]});
  try {
    await directory.write('kubeconfig', kubeconfigOf(facade.url));
    const server = ['--dry-run=server', ...(version?.major === 3 ? ['--validate'] : [])];
    return answered(facade, await run(directory, rendering, server), render.known);
  } finally {
    facade.close();
  }
}

/** Helm only says that a look-up failed. The facade knows why. */
function answered(
  facade: Facade,
  rendered: Rendered | RenderProblem,
  known: RenderChart['known'] = [],
): Rendered | RenderProblem {
  facade.rethrow();
  const refused = facade.problem();
  const place = 'problem' in rendered ? rendered.place : undefined;
  if (refused !== undefined) return {...refused, ...defined({place})};
  if (!('problem' in rendered)) return rendered;
  const clean = scrubber(valuesNotIn(known, facade.found().flatMap(secretTexts).flatMap(withLines)));
  const broken = rendered.broken && {...rendered.broken, clean};
  return {...rendered, problem: clean(rendered.problem), ...defined({broken})};
}

/** Returns a value, and each of its lines: only one of them may be in a line of the output. */
const withLines = (value: string): readonly string[] => [value, ...value.split(/\r?\n/).map((line) => line.trim())];

async function run(
  directory: PrivateDirectory,
  rendering: Rendering,
  server: readonly string[],
): Promise<Rendered | RenderProblem> {
  const {signal, timeoutMs = 60_000} = rendering.options;
  const output = join(directory.path, 'output');
  const args = ['--output-dir', output, ...server];
  const ran = await runTemplate(directory, rendering, args);
  signal.throwIfAborted();
  if (ran.kind !== 'ended' || ran.code !== 0) {
    const problem = renderProblem(ran, timeoutMs / 1000);
    const template = brokenTemplate(problem.problem);
    if (template === undefined) return problem;
    // Helm shows the output only with this option, and only after an error.
    const again = await runTemplate(directory, rendering, [...args, '--debug']);
    const text = again.kind === 'ended' ? outputOf(template, again.stdout) : undefined;
    return text === undefined ? problem : {...problem, broken: {template, text}};
  }
  const text = await readOutput(output, MOST_OUTPUT);
  return text === undefined ? {problem: TOO_MUCH} : {text};
}

function runTemplate(
  {path}: PrivateDirectory,
  {program, render, options}: Rendering,
  more: readonly string[],
): Promise<Ran> {
  const {signal, timeoutMs = 60_000} = options;
  const {chart, release, namespace, isUpgrade, values, withCrds} = render;
  // `--output-dir` is among the others: with it, helm neither checks the kinds of the objects nor looks for live ones.
  const args = ['template', release, chart.path, '--namespace', namespace, '--values', '-', ...more];
  return runProgram({
    command: [program.path, ...args, ...(withCrds ? ['--include-crds'] : []), ...(isUpgrade ? ['--is-upgrade'] : [])],
    directory: path,
    env: helmEnvironment(path),
    stdin: {text: JSON.stringify(values)},
    timeoutSeconds: timeoutMs / 1000,
    maxBytes: MOST_OUTPUT,
    signal,
    ownGroup: true,
  });
}

/** Returns a kubeconfig without credentials. The server's address contains the secret of this run. */
const kubeconfigOf = (server: string): string =>
  JSON.stringify({
    apiVersion: 'v1',
    kind: 'Config',
    clusters: [{name: 'facade', cluster: {server}}],
    contexts: [{name: 'facade', context: {cluster: 'facade', user: ''}}],
    'current-context': 'facade',
  });
