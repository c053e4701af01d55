import {mkdtemp, rm, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {runProgram} from '../../lib/run-program.ts';
import type {Helm, RenderChart, Rendered} from '../../ports/helm.ts';
import type {SourceProblem} from '../../ports/source-problem.ts';
import {findHelm} from './find-helm.ts';

/** The options of renderings. */
export type HelmOptions = {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** `$GANTRY_HOME`. */
  readonly home: string;
  readonly signal: AbortSignal;
};

const GET_IT = 'Install helm 3.14 or later: https://helm.sh/docs/intro/install';
const TIMEOUT_SECONDS = 60;
const MOST_OUTPUT = 48 * 1024 * 1024;

/** Renders charts with the first `helm` in PATH. It gets an empty home, and nothing of the user's environment. */
export const helmBy =
  ({env, signal}: HelmOptions): Helm =>
  async (render) => {
    const program = await findHelm(env['PATH'] ?? '');
    if (program === undefined) return {problem: 'helm was not found in PATH', hint: GET_IT};
    const directory = await mkdtemp(join(tmpdir(), 'gantry-helm-'));
    try {
      return await run(program.path, directory, render, signal);
    } finally {
      await rm(directory, {recursive: true, force: true});
    }
  };

async function run(
  path: string,
  directory: string,
  {chart, release, namespace, isUpgrade, values, withCrds}: RenderChart,
  signal: AbortSignal,
): Promise<Rendered | SourceProblem> {
  await writeFile(join(directory, 'values.json'), JSON.stringify(values), {mode: 0o600});
  const args = ['template', release, chart.path, '--namespace', namespace, '--values', 'values.json'];
  const flags = [...(withCrds ? ['--include-crds'] : []), ...(isUpgrade ? ['--is-upgrade'] : [])];
  const ran = await runProgram({
    command: [path, ...args, ...flags],
    directory,
    env: {HOME: directory, PATH: ''},
    stdin: 'nothing',
    timeoutSeconds: TIMEOUT_SECONDS,
    maxBytes: MOST_OUTPUT,
    signal,
  });
  signal.throwIfAborted();
  if (ran.kind === 'ended' && ran.code === 0) return {text: ran.stdout};
  if (ran.kind === 'not-started') return {problem: `helm ${ran.why.message}`};
  if (ran.kind === 'too-late') return {problem: `helm did not end within ${TIMEOUT_SECONDS} s`};
  if (ran.kind === 'too-much') return {problem: 'the chart printed more than 48 MiB'};
  return {problem: `helm: ${ran.stderr.trim().replace(/^Error: /, '')}`};
}
