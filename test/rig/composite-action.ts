import {execFile} from 'node:child_process';
import {mkdir, mkdtemp, readFile, symlink, writeFile} from 'node:fs/promises';
import {dirname, join, resolve} from 'node:path';
import {fileURLToPath} from 'node:url';
import {load} from 'js-yaml';
import {scratchDirectory} from './scratch.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

type Step = {
  readonly name?: string;
  readonly id?: string;
  readonly if?: string;
  readonly uses?: string;
  readonly with?: Readonly<Record<string, string>>;
  readonly shell?: string;
  readonly run?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly 'working-directory'?: string;
};

export type ActionFile = {
  readonly inputs: Readonly<Record<string, {readonly description: string; readonly default: string}>>;
  readonly outputs: Readonly<Record<string, {readonly value: string}>>;
  readonly runs: {readonly using: string; readonly steps: readonly Step[]};
};

export const readAction = async (): Promise<ActionFile> =>
  load(await readFile(join(ROOT, 'action.yml'), 'utf8')) as ActionFile;

export type ActionRun = {
  /** 0, or what the step that failed ended with. */
  readonly code: number;
  readonly outputs: Readonly<Record<string, string>>;
  /** What all steps said, in order. */
  readonly log: string;
  readonly summary: string;
  /** The names of the steps that ran. */
  readonly ran: readonly string[];
  /** The time of each step that ran a script, by its name. */
  readonly seconds: Readonly<Record<string, number>>;
};

export type RunAction = {
  readonly inputs: Readonly<Record<string, string>>;
  /** Of the job. */
  readonly env: Readonly<Record<string, string>>;
  readonly workspace: string;
  readonly token?: string;
  /** Default: this checkout, as if it had been built. */
  readonly actionPath?: string;
  /** Where GitHub is, which has the releases of the action. */
  readonly server?: string;
};

/** Runs the composite action as a runner does: each step in a bash of its own, with files for outputs, PATH and summary. */
export async function runAction({
  inputs,
  env,
  workspace,
  token = 'the-token',
  actionPath,
  server = 'https://github.example',
}: RunAction): Promise<ActionRun> {
  const action = await readAction();
  const temp = await scratchDirectory();
  const path = actionPath ?? (await builtCheckout());
  const unknown = Object.keys(inputs).filter((name) => action.inputs[name] === undefined);
  if (unknown.length > 0) throw new Error(`action.yml has no inputs ${unknown.join(', ')}`);
  const state: State = {
    contexts: {
      github: {token, action_path: path, workspace, server_url: server, action_repository: 'me/gantry'},
      inputs: {},
      steps: {},
    },
    paths: [],
    log: '',
    summary: '',
    ran: [],
    seconds: {},
  };
  for (const [name, {default: value}] of Object.entries(action.inputs))
    state.contexts['inputs'] = {...state.contexts['inputs'], [name]: inputs[name] ?? filled(value, state.contexts)};
  for (const step of action.runs.steps) {
    const code = await runStep(step, {state, temp, workspace, env});
    if (code !== 0) return end(code, state, action);
  }
  return end(0, state, action);
}

type State = {
  readonly contexts: Contexts;
  readonly paths: string[];
  log: string;
  summary: string;
  readonly ran: string[];
  readonly seconds: Record<string, number>;
};

const end = (code: number, {contexts, log, summary, ran, seconds}: State, action: ActionFile): ActionRun => ({
  code,
  log,
  summary,
  ran,
  seconds,
  outputs: Object.fromEntries(Object.entries(action.outputs).map(([name, {value}]) => [name, filled(value, contexts)])),
});

type Place = {readonly state: State; readonly temp: string; readonly workspace: string; readonly env: RunAction['env']};

/** Steps put directories before the PATH of the job. */
const pathIn = (env: RunAction['env']): string => env['PATH'] ?? process.env['PATH'] ?? '';
const withoutPath = ({PATH: _, ...rest}: RunAction['env']): RunAction['env'] => rest;

async function runStep(step: Step, {state, temp, workspace, env}: Place): Promise<number> {
  const {contexts} = state;
  if (step.if !== undefined && valueOf(step.if, contexts) !== true) return 0;
  state.ran.push(step.name ?? '');
  // Another's action: what it would install is there.
  if (step.run === undefined) return 0;
  if (step.shell !== 'bash') throw new Error(`the step ${step.name} names no shell`);
  const directory = await mkdtemp(join(temp, 'step-'));
  const [script, output, paths, summary] = ['script.sh', 'output', 'path', 'summary'].map((name) =>
    join(directory, name),
  );
  if (script === undefined || output === undefined || paths === undefined || summary === undefined) throw new Error();
  await writeFile(script, filled(step.run, contexts));
  for (const file of [output, paths, summary]) await writeFile(file, '');
  const own = Object.entries(step.env ?? {}).map(([name, value]) => [name, filled(value, contexts)] as const);
  const start = performance.now();
  const ended = await bash(script, {
    cwd: resolve(workspace, filled(step['working-directory'] ?? '.', contexts)),
    env: {
      PATH: [...state.paths, dirname(process.execPath), pathIn(env)].join(':'),
      RUNNER_TEMP: temp,
      GITHUB_ACTIONS: 'true',
      GITHUB_WORKSPACE: workspace,
      GITHUB_OUTPUT: output,
      GITHUB_PATH: paths,
      GITHUB_STEP_SUMMARY: summary,
      ...withoutPath(env),
      ...Object.fromEntries(own),
    },
  });
  state.seconds[step.name ?? ''] = (performance.now() - start) / 1000;
  state.log += ended.log;
  state.summary += await readFile(summary, 'utf8');
  state.paths.unshift(...(await readFile(paths, 'utf8')).split('\n').filter((line) => line !== ''));
  if (step.id !== undefined)
    contexts['steps'] = {...contexts['steps'], [step.id]: {outputs: outputsIn(await readFile(output, 'utf8'))}};
  return ended.code;
}

/** `shell: bash`, as GitHub starts it. */
export const bash = (script: string, options: {readonly cwd: string; readonly env: NodeJS.ProcessEnv}) =>
  new Promise<{readonly code: number; readonly log: string}>((done) => {
    execFile('bash', ['--noprofile', '--norc', '-eo', 'pipefail', script], options, (error, stdout, stderr) => {
      const code = error === null ? 0 : typeof error.code === 'number' ? error.code : 1;
      done({code, log: `${stdout}${stderr}`});
    });
  });

/** What a step wrote to GITHUB_OUTPUT, read as the runner reads it. */
export function outputsIn(text: string): Readonly<Record<string, string>> {
  const outputs: Record<string, string> = {};
  const lines = text.split('\n');
  for (let line = lines.shift(); line !== undefined; line = lines.shift()) {
    if (line === '') continue;
    const [, name = '', delimiter] = /^([^=<]+)<<(.+)$/.exec(line) ?? [];
    if (delimiter === undefined) {
      outputs[line.slice(0, line.indexOf('='))] = line.slice(line.indexOf('=') + 1);
      continue;
    }
    outputs[name] = lines.splice(0, lines.indexOf(delimiter)).join('\n');
    lines.shift();
  }
  return outputs;
}

export type Contexts = Record<string, Readonly<Record<string, unknown>>>;

/** A text with its `${{ … }}` filled in. */
export const filled = (text: string, contexts: Contexts): string =>
  text.replaceAll(/\$\{\{(.*?)\}\}/g, (_, expression: string) => String(valueOf(expression, contexts)));

/** The few expressions that the action and the guide need: `a.b.c`, `'text'`, `always()`, and two of them compared. */
export function valueOf(expression: string, contexts: Contexts): unknown {
  const text = expression.trim();
  const [one, other] = text.split(' == ');
  if (one !== undefined && other !== undefined) return valueOf(one, contexts) === valueOf(other, contexts);
  if (text === 'always()') return true;
  const [, literal] = /^'([^']*)'$/.exec(text) ?? [];
  if (literal !== undefined) return literal;
  if (!/^[\w-]+(\.[\w-]+)+$/.test(text)) throw new Error(`not understood: ${text}`);
  return (
    text.split('.').reduce<unknown>((value, key) => (value as Record<string, unknown> | undefined)?.[key], contexts) ??
    ''
  );
}

/** A checkout of the action at a commit, which has no build. */
export async function unbuiltCheckout(): Promise<string> {
  const path = await scratchDirectory();
  for (const name of ['scripts', 'package.json']) await symlink(join(ROOT, name), join(path, name));
  return path;
}

/** The checkout of the action, with nothing left to install. */
async function builtCheckout(): Promise<string> {
  const path = await scratchDirectory();
  for (const name of ['bin', 'scripts', 'package.json']) await symlink(join(ROOT, name), join(path, name));
  await mkdir(join(path, 'dist'));
  await writeFile(join(path, 'dist', 'main.js'), '');
  return path;
}
