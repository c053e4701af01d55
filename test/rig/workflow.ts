import {copyFile, glob, mkdir, mkdtemp, readFile, writeFile} from 'node:fs/promises';
import {basename, dirname, join} from 'node:path';
import {bash, type Contexts, filled, runAction, unbuiltCheckout, valueOf} from './composite-action.ts';
import {scratchDirectory} from './scratch.ts';

type Step = {
  readonly id?: string;
  readonly if?: string;
  readonly uses?: string;
  readonly with?: Readonly<Record<string, string>>;
  readonly run?: string;
  readonly env?: Readonly<Record<string, string>>;
};

type Matrix = Readonly<Record<string, string>>;

export type Job = {
  readonly needs?: string;
  readonly if?: string;
  readonly strategy?: {
    readonly matrix: Readonly<Record<string, readonly string[]>> | {readonly include: readonly Matrix[]};
  };
  readonly steps: readonly Step[];
};

/** A GitHub workflow, as far as the guide uses them. */
export type Workflow = {
  readonly name: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly jobs: Readonly<Record<string, Job>>;
};

export type JobRun = {
  readonly job: string;
  readonly matrix: Readonly<Record<string, string>>;
  readonly code: number;
  readonly log: string;
};

export type RunWorkflow = {
  readonly secrets: Readonly<Record<string, string>>;
  /** The variables of the repository. */
  readonly vars: Readonly<Record<string, string>>;
  readonly github: Readonly<Record<string, unknown>>;
  /** What a runner has beside the workflow's own. */
  readonly env: Readonly<Record<string, string>>;
  /** A new runner's clone. */
  readonly checkout: () => Promise<string>;
  /** Where GitHub is, which has the releases of the action. */
  readonly server: string;
  /** By name: the directory that holds the files. */
  readonly artifacts: Map<string, string>;
};

/** Runs all jobs, each on a runner of its own, in the order in which they need each other. */
export async function runWorkflow({env, jobs}: Workflow, runner: RunWorkflow): Promise<readonly JobRun[]> {
  const {secrets, github, vars} = runner;
  const options = {...runner, env: {...runner.env, ...filledAll(env, {secrets, github, vars})}};
  const runs: JobRun[] = [];
  const waiting = new Map(Object.entries(jobs));
  while (waiting.size > 0) {
    const [name, job] = [...waiting].find(([, {needs}]) => needs === undefined || !waiting.has(needs)) ?? [];
    if (name === undefined || job === undefined) throw new Error('the jobs need each other in a ring');
    waiting.delete(name);
    const needed = runs.filter((run) => run.job === job.needs);
    if (needed.some(({code}) => code !== 0)) continue;
    for (const matrix of combinations(job)) runs.push({job: name, matrix, ...(await runJob(job, matrix, options))});
  }
  return runs;
}

function combinations({strategy}: Job): readonly Matrix[] {
  const {matrix = {}} = strategy ?? {};
  if (isListed(matrix)) return matrix.include;
  return Object.entries(matrix).reduce<readonly Matrix[]>(
    (all, [key, values]) => all.flatMap((one) => values.map((value) => ({...one, [key]: value}))),
    [{}],
  );
}

const isListed = (matrix: NonNullable<Job['strategy']>['matrix']): matrix is {readonly include: readonly Matrix[]} =>
  'include' in matrix;

type Running = RunWorkflow & {
  readonly contexts: Contexts;
  readonly dir: string;
  readonly temp: string;
  /** What steps have written to GITHUB_ENV. */
  readonly set: Record<string, string>;
};

async function runJob(job: Job, matrix: Readonly<Record<string, string>>, options: RunWorkflow) {
  const {secrets, github, vars} = options;
  const contexts: Contexts = {secrets, github, vars, matrix, steps: {}};
  if (job.if !== undefined && valueOf(job.if, contexts) !== true) return {code: 0, log: ''};
  const running: Running = {
    ...options,
    contexts,
    dir: await options.checkout(),
    temp: await scratchDirectory(),
    set: {},
  };
  let [code, log] = [0, ''];
  for (const step of job.steps) {
    const wanted = step.if === undefined ? true : valueOf(step.if, contexts) === true;
    if (!wanted || (code !== 0 && step.if !== 'always()')) continue;
    const ended = await runStep(step, running);
    log += ended.log;
    if (code === 0) code = ended.code;
  }
  return {code, log};
}

const filledAll = (
  texts: Readonly<Record<string, string>> = {},
  contexts: Contexts,
): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, filled(text, contexts)]));

type Ended = {readonly code: number; readonly log: string};
const DONE: Ended = {code: 0, log: ''};

async function runStep(step: Step, running: Running): Promise<Ended> {
  const {contexts} = running;
  const {uses = ''} = step;
  const given = filledAll(step.with, contexts);
  const own = filledAll(step.env, contexts);
  if (step.run !== undefined) return runCommands(filled(step.run, contexts), own, running);
  if (uses.startsWith('actions/checkout@')) return DONE;
  if (uses.startsWith('actions/upload-artifact@')) return upload(given, running);
  if (uses.startsWith('actions/download-artifact@')) return download(given, running);
  if (!/^[\w-]+\/gantry@[0-9a-f]{40}$/.test(uses)) throw new Error(`nobody knows ${uses} here`);
  const env = {...running.env, ...running.set, ...own};
  const {code, log, outputs} = await runAction({
    inputs: given,
    env,
    workspace: running.dir,
    server: running.server,
    actionPath: await unbuiltCheckout(),
  });
  if (step.id !== undefined) contexts['steps'] = {...contexts['steps'], [step.id]: {outputs}};
  return {code, log};
}

async function runCommands(
  text: string,
  own: Readonly<Record<string, string>>,
  {dir, env, set, temp}: Running,
): Promise<Ended> {
  const directory = await mkdtemp(join(temp, 'step-'));
  const [script, variables] = [join(directory, 'script.sh'), join(directory, 'env')];
  await writeFile(script, text);
  await writeFile(variables, '');
  const standard = {PATH: process.env['PATH'], RUNNER_TEMP: temp, GITHUB_ENV: variables};
  const ended = await bash(script, {cwd: dir, env: {...standard, ...env, ...set, ...own}});
  for (const line of (await readFile(variables, 'utf8')).split('\n').filter((one) => one.includes('=')))
    set[line.slice(0, line.indexOf('='))] = line.slice(line.indexOf('=') + 1);
  return ended;
}

async function upload(
  {name = '', path = ''}: Readonly<Record<string, string>>,
  {dir, artifacts}: Running,
): Promise<Ended> {
  const kept = await scratchDirectory();
  let found = 0;
  for await (const file of glob(path, {cwd: dir})) {
    await mkdir(dirname(join(kept, basename(file))), {recursive: true});
    await copyFile(join(dir, file), join(kept, basename(file)));
    found += 1;
  }
  if (found === 0) throw new Error(`there is no ${path} to keep`);
  artifacts.set(name, kept);
  return DONE;
}

async function download({name = ''}: Readonly<Record<string, string>>, {dir, artifacts}: Running): Promise<Ended> {
  const kept = artifacts.get(name);
  if (kept === undefined) throw new Error(`no job has kept ${name}`);
  for await (const file of glob('*', {cwd: kept})) await copyFile(join(kept, file), join(dir, file));
  return DONE;
}
