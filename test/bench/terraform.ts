import {mkdir, mkdtemp, rm, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {dirname, join} from 'node:path';
import {parseArgs} from 'node:util';
import {acquireControlPlane} from '../controlplane/for-tests.ts';
import {ageIdentity} from '../rig/sealed-backend.ts';
import {TERRAFORM} from '../rig/terraform.ts';
import {measure} from './measure.ts';

/**
 * `npm run bench:terraform [-- N] [--rounds R]`: a stack with a ConfigMap and N (100) resources of type terraform_data, beside plain terraform
 * with the same resources and beside the same stack without them. The three take turns in each round: a preview and an apply of a change of
 * all resources, and a preview without a change. Each row shows what Gantry needs more than the other two together, in time and in processor
 * time, which is steadier on a busy machine and leaves out the watcher of an apply.
 */
const {values, positionals} = parseArgs({options: {rounds: {type: 'string', default: '7'}}, allowPositionals: true});
const [COUNT, ROUNDS] = [Number(positionals[0] ?? 100), Number(values.rounds)];
const GANTRY = join(import.meta.dirname, '..', '..', 'bin', 'gantry.js');
const NAMES = Array.from({length: COUNT}, (_, i) => `r${i}`);

type Command = readonly string[];
type Operation = {
  readonly name: string;
  readonly terraform: readonly Command[];
  readonly gantry: Command;
  /** The most that Gantry may need more, in seconds. */
  readonly most: number;
};

const PLAN: Command = ['plan', '-input=false', '-out=plan'];
const SHOW: Command = ['show', '-json', 'plan'];
const OPERATIONS: readonly Operation[] = [
  {name: 'preview', terraform: [PLAN, SHOW], gantry: ['preview'], most: 0.15},
  {
    name: 'apply',
    terraform: [PLAN, SHOW, ['apply', '-input=false', 'plan']],
    gantry: ['apply', '--yes', '--no-wait'],
    most: 0.3,
  },
  {name: 'no change', terraform: [['plan', '-input=false']], gantry: ['preview'], most: 0.15},
];

if (TERRAFORM === undefined) throw new Error('terraform is not in PATH');
const program = TERRAFORM;
const acquired = await acquireControlPlane();
if (acquired.kind === 'missing') throw new Error(acquired.reason);
const {controlPlane} = acquired;
const work = await mkdtemp(join(tmpdir(), 'gantry-bench-'));
const memory = await mkdtemp('/dev/shm/gantry-bench-');
const {key, recipient} = await ageIdentity();
const unique = Date.now().toString(36);
const STACKS = ['with', 'without'];
const namespaceOf = (stack: string): string => `bench-${unique}-${stack}`;

const write = async (file: string, content: object): Promise<void> => {
  await mkdir(dirname(join(work, file)), {recursive: true});
  await writeFile(join(work, file), JSON.stringify(content));
};

/** The seconds of programs, and those of processors. */
type Needed = readonly [seconds: number, processor: number];
const sum = (all: readonly Needed[]): Needed =>
  all.reduce(([seconds, processor], one) => [seconds + one[0], processor + one[1]], [0, 0]);

/** Runs a program, and returns what it needs. @throws Error if it fails */
async function needed(file: string, args: Command, more: {readonly cwd: string}): Promise<Needed> {
  const env = {GANTRY_AGE_KEY: key, GANTRY_HOME: join(work, 'home'), XDG_RUNTIME_DIR: memory, CHECKPOINT_DISABLE: '1'};
  const {code, output, seconds, cpuSeconds = Number.NaN} = await measure({file, args, env, ...more});
  if (code !== 0) throw new Error(`${file} ${args.join(' ')}: exit code ${code}\n${output.slice(-2000)}`);
  return [seconds, cpuSeconds];
}

const terraform = (...args: Command) => needed(program, args, {cwd: join(memory, 'plain')});
const gantry = (stack: string, ...args: Command) =>
  needed(process.execPath, [GANTRY, ...args], {cwd: join(work, stack)});

const settings = (namespace: string, size: string): object => ({
  id: `v1:ConfigMap:${namespace}:web`,
  type: 'Kubernetes',
  attributes: {apiVersion: 'v1', kind: 'ConfigMap', metadata: {name: 'web', namespace}, data: {size}},
});

const resource = (name: string, input: object): object => ({
  id: `terraform:builtin:terraform_data:${name}`,
  type: 'Terraform',
  attributes: {input},
  extensions: {provider: 'terraform.io/builtin/terraform', resourceType: 'terraform_data'},
});

/** Writes the same change of all resources for plain terraform and for both stacks. */
async function change(round: number): Promise<void> {
  const input = {zone: 'eu', size: `size-${round}`};
  const plain = {resource: {terraform_data: Object.fromEntries(NAMES.map((name) => [name, {input}]))}};
  await writeFile(join(memory, 'plain', 'main.tf.json'), JSON.stringify(plain));
  for (const stack of STACKS) {
    const resources = stack === 'with' ? NAMES.map((name) => resource(name, input)) : [];
    await write(`${stack}/spec.yaml`, {resources: [settings(namespaceOf(stack), input.size), ...resources]});
  }
}

async function prepare(): Promise<void> {
  await mkdir(join(memory, 'plain'));
  for (const stack of STACKS) {
    const namespace = namespaceOf(stack);
    await write(`${stack}/stack.yaml`, {name: stack, workspace: 'bench', namespace, sources: [{spec: 'spec.yaml'}]});
    await write(`${stack}/project.yaml`, {
      name: 'shop',
      backend: {local: {path: 'state'}, encryption: {age: {recipients: [recipient]}}},
    });
    await write(`${stack}/workspaces/bench.yaml`, {
      name: 'bench',
      context: {kubeconfig_path: controlPlane.kubeconfigPath},
    });
  }
  await change(0);
  await terraform('init', '-input=false');
  await terraform('apply', '-input=false', '-auto-approve');
  for (const stack of STACKS) await gantry(stack, 'apply', '--yes', '--no-wait');
}

type Round = {readonly terraform: Needed; readonly withIt: Needed; readonly without: Needed};

async function measured({terraform: commands, gantry: args}: Operation): Promise<Round> {
  const plain: Needed[] = [];
  for (const command of commands) plain.push(await terraform(...command));
  return {terraform: sum(plain), withIt: await gantry('with', ...args), without: await gantry('without', ...args)};
}

const median = (all: readonly number[]): string =>
  (all.toSorted((a, b) => a - b)[all.length >> 1] ?? Number.NaN).toFixed(2);

try {
  await prepare();
  const rounds = new Map<string, Round[]>(OPERATIONS.map(({name}) => [name, []]));
  const starts: number[] = [];
  for (let round = 1; round <= ROUNDS; round++) {
    await change(round);
    starts.push((await terraform('version'))[0]);
    for (const operation of OPERATIONS) rounds.get(operation.name)?.push(await measured(operation));
  }
  console.log(`${COUNT} resources, medians of ${ROUNDS} rounds; terraform version: ${median(starts)} s\n`);
  console.log('| operation | Gantry | plain terraform | Gantry without them | more | wanted | more processor time |');
  console.log('|---|---|---|---|---|---|---|');
  for (const {name, most} of OPERATIONS) {
    const all = rounds.get(name) ?? [];
    const column = (of: (round: Round) => Needed, i: 0 | 1 = 0): string => `${median(all.map((one) => of(one)[i]))} s`;
    const more = ({withIt, terraform: plain, without}: Round): Needed => [
      withIt[0] - plain[0] - without[0],
      withIt[1] - plain[1] - without[1],
    ];
    const columns = [
      column(({withIt}) => withIt),
      column((one) => one.terraform),
      column(({without}) => without),
      column(more),
      `at most ${most.toFixed(2)} s`,
      column(more, 1),
    ];
    console.log(`| ${[name, ...columns].join(' | ')} |`);
  }
  for (const stack of STACKS) await gantry(stack, 'destroy', '--yes', '--no-wait');
} finally {
  for (const one of [work, memory]) await rm(one, {recursive: true, force: true});
  await controlPlane.stop();
}
