import {execFile} from 'node:child_process';
import {readFile, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {load} from 'js-yaml';
import {scratchDirectory} from './scratch.ts';

const FILE = fileURLToPath(new URL('../../templates/gantry.yml', import.meta.url));

type Input = {
  readonly description?: string;
  readonly type?: 'string' | 'boolean';
  readonly default?: string | boolean;
  readonly options?: readonly string[];
  readonly regex?: string;
};

export type ComponentJob = {
  readonly stage: string;
  readonly image: string;
  readonly variables: Readonly<Record<string, string>>;
  readonly before_script: readonly string[];
  readonly script: readonly string[];
  readonly artifacts: {readonly paths: readonly string[]; readonly reports: Readonly<Record<string, string>>};
};

export type Inputs = Readonly<Record<string, string | boolean>>;

/** Reads the inputs that the component declares. */
export async function componentInputs(): Promise<Readonly<Record<string, Input>>> {
  const [head = ''] = await parts();
  return (load(head) as {spec: {inputs: Readonly<Record<string, Input>>}}).spec.inputs;
}

const parts = async (): Promise<readonly string[]> => (await readFile(FILE, 'utf8')).split(/^---\n/m);

/**
 * Renders the component as GitLab does: it checks the inputs, puts them into the text, and parses that. @throws Error for an input that
 * GitLab refuses
 */
export async function renderComponent(given: Inputs): Promise<Readonly<Record<string, ComponentJob>>> {
  const declared = await componentInputs();
  const unknown = Object.keys(given).filter((name) => !Object.hasOwn(declared, name));
  if (unknown.length > 0) throw new Error(`unknown inputs: ${unknown.join(', ')}`);
  const values = new Map(Object.entries(declared).map(([name, input]) => [name, valueOf(name, input, given[name])]));
  const [, body = ''] = await parts();
  const text = body.replaceAll(/\$\[\[ inputs\.([\w-]+) \]\]/g, (_, name: string) => {
    const value = values.get(name);
    if (value === undefined) throw new Error(`the component uses the undeclared input ${name}`);
    return String(value);
  });
  return load(text) as Readonly<Record<string, ComponentJob>>;
}

function valueOf(name: string, input: Input, given: string | boolean | undefined): string | boolean {
  const value = given ?? input.default;
  if (value === undefined) throw new Error(`the input ${name} is required`);
  if (typeof value !== (input.type ?? 'string')) throw new Error(`the input ${name} has another type`);
  if (input.options !== undefined && !input.options.includes(String(value)))
    throw new Error(`the input ${name} has no option ${value}`);
  if (input.regex !== undefined && !new RegExp(input.regex).test(String(value)))
    throw new Error(`the input ${name} does not match`);
  return value;
}

type Running = {
  /** The checkout. */
  readonly dir: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The shell of the image. */
  readonly shell?: 'sh' | 'bash';
};

export type JobEnd = {readonly code: number; readonly log: string; readonly reports: readonly string[]};

/** Runs the scripts of the only job in one shell, as a runner does. Returns the reports that are there afterwards. */
export async function runComponent(inputs: Inputs, {dir, env, shell = 'sh'}: Running): Promise<JobEnd> {
  const [job] = Object.values(await renderComponent(inputs));
  if (job === undefined) throw new Error('the component has no job');
  const script = join(await scratchDirectory(), 'job.sh');
  await writeFile(script, `set -e\n${[...job.before_script, ...job.script].join('\n')}\n`);
  const variables = Object.fromEntries(
    Object.entries(job.variables).map(([name, value]) => [
      name,
      value.replaceAll(/\$(\w+)/g, (_, other: string) => env[other] ?? ''),
    ]),
  );
  const gitlab = {CI: 'true', GITLAB_CI: 'true', CI_PROJECT_DIR: dir, CI_PIPELINE_SOURCE: 'push'};
  const options = {cwd: dir, env: {PATH: process.env['PATH'], ...gitlab, ...variables, ...env}};
  const {promise, resolve} = Promise.withResolvers<Omit<JobEnd, 'reports'>>();
  execFile(shell, [script], options, (error, stdout, stderr) =>
    resolve({code: error === null ? 0 : typeof error.code === 'number' ? error.code : 1, log: `${stdout}${stderr}`}),
  );
  const ended = await promise;
  const reports = await Promise.all(
    Object.entries(job.artifacts.reports).map(async ([kind, file]) => {
      const text = await readFile(join(dir, file), 'utf8').catch(() => '');
      return text === '' ? [] : [kind];
    }),
  );
  return {...ended, reports: reports.flat()};
}
