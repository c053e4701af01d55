import {mkdir} from 'node:fs/promises';
import {join} from 'node:path';
import {scrubText} from '../../core/secret/scrub-text.ts';
import {secretTexts} from '../../core/secret/secret-texts.ts';
import {defined} from '../../lib/defined.ts';
import {type Ran, runProgram} from '../../lib/run-program.ts';
import type {Helm, HelmCluster, RenderChart, Rendered} from '../../ports/helm.ts';
import type {PrivateDirectory} from '../../ports/programs.ts';
import type {SourceProblem} from '../../ports/source-problem.ts';
import {helmEnvironment} from './environment.ts';
import {type Facade, openFacade} from './facade/open-facade.ts';
import {findHelm, type HelmProgram} from './find-helm.ts';
import {helmVersion, isTooOld, OLDEST} from './helm-version.ts';
import {readOutput} from './read-output.ts';
import {renderProblem, TOO_MUCH} from './render-problem.ts';

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
    const program = await findHelm(options.env['PATH'] ?? '');
    if (program === undefined) return {problem: 'helm was not found in PATH', hint: GET_IT};
    const directory = await options.directory();
    try {
      return await renderIn(directory, {program, render, options});
    } finally {
      await directory.remove();
    }
  };

type Rendering = {readonly program: HelmProgram; readonly render: RenderChart; readonly options: HelmOptions};

async function renderIn(directory: PrivateDirectory, rendering: Rendering): Promise<Rendered | SourceProblem> {
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
    return await answered(facade, await run(directory, rendering, server));
  } finally {
    await facade.close();
  }
}

/** Helm only says that a look-up failed. The facade knows why. */
function answered(facade: Facade, rendered: Rendered | SourceProblem): Rendered | SourceProblem {
  const error = facade.error();
  if (error !== undefined) throw error;
  const refused = facade.problem();
  const place = 'problem' in rendered ? rendered.place : undefined;
  if (refused !== undefined) return {...refused, ...defined({place})};
  if (!('problem' in rendered)) return rendered;
  return {...rendered, problem: scrubText(rendered.problem, facade.found().flatMap(secretTexts))};
}

async function run(
  directory: PrivateDirectory,
  {program, render, options}: Rendering,
  server: readonly string[],
): Promise<Rendered | SourceProblem> {
  const {signal, timeoutMs = 60_000} = options;
  const {chart, release, namespace, isUpgrade, values, withCrds} = render;
  const output = join(directory.path, 'output');
  await mkdir(output, {mode: 0o700});
  // Written to files, because helm then neither checks the kinds of the objects nor looks for live ones.
  const args = ['template', release, chart.path, '--namespace', namespace, '--output-dir', output, '--values', '-'];
  const flags = [...(withCrds ? ['--include-crds'] : []), ...(isUpgrade ? ['--is-upgrade'] : []), ...server];
  const ran = await runProgram({
    command: [program.path, ...args, ...flags],
    directory: directory.path,
    env: helmEnvironment(directory.path),
    stdin: {text: JSON.stringify(values)},
    timeoutSeconds: timeoutMs / 1000,
    maxBytes: MOST_OUTPUT,
    signal,
    ownGroup: true,
  });
  signal.throwIfAborted();
  if (ran.kind !== 'ended' || ran.code !== 0) return renderProblem(ran, timeoutMs / 1000);
  const text = await readOutput(output, MOST_OUTPUT);
  return text === undefined ? {problem: TOO_MUCH} : {text};
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
