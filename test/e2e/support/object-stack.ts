import {readdir, readFile} from 'node:fs/promises';
import {join} from 'node:path';
import {vi} from 'vitest';
import type {JsonObject} from '../../../src/core/json.ts';
import type {Plan} from '../../../src/core/plan/plan.ts';
import {canary} from '../../rig/canaries.ts';
import type {Cluster} from '../../rig/cluster.ts';
import {atEndOfTest} from '../../rig/end-of-test.ts';
import {type Program, startGantry} from '../../rig/program.ts';
import {ageIdentity} from '../../rig/sealed-backend.ts';
import {makeStack, type Stack} from '../../rig/stack.ts';
import {type ObjectServer, objectServer} from '../../rig/terraform-objects.ts';
import {TEST_PROVIDER, testProvider} from '../../rig/terraform-provider.ts';

/** The id of an object in the spec. */
export const objectId = (name: string): string => `test:gantrytest:gantrytest_object:${name}`;

/** Stacks with objects of the test provider, whose runs a test kills. */
export type ObjectStack = {
  readonly server: ObjectServer;
  readonly secrets: {readonly password: string; readonly token: string};
  /** Starts a new release history with four objects: `c` takes a value of `a`, and `d` has secrets. */
  readonly begin: (name: string) => Promise<void>;
  /** `more`: attributes of all four. `extra`: more resources. */
  readonly write: (more?: JsonObject, extra?: readonly JsonObject[]) => Promise<void>;
  /** Writes other files of the project. */
  readonly files: (contents: Readonly<Record<string, unknown>>) => Promise<void>;
  readonly object: (name: string, attributes: JsonObject) => JsonObject;
  readonly namespace: string;
  readonly key: string;
  readonly start: (...args: readonly string[]) => Program;
  /** `other`: environment variables in place of the usual ones. */
  readonly preview: (other?: Readonly<Record<string, string>>) => Promise<Plan>;
  /** The same stack, whose commands run in this process. */
  readonly here: Stack;
  /** The variables of its programs. */
  readonly env: Readonly<Record<string, string>>;
  readonly memory: string;
  readonly runs: string;
  readonly dir: string;
  readonly home: string;
  /** Waits until the watcher of a killed run has stored the state and removed its directory. */
  readonly untilSettled: () => Promise<void>;
};

/**
 * @param more environment variables
 * @param backend the backend without its encryption, as in project.yaml
 */
export async function objectStack(
  cluster: Cluster,
  more: Readonly<Record<string, string>> = {},
  backend: JsonObject = {local: {path: 'state'}},
): Promise<ObjectStack> {
  const [server, setup, age] = await Promise.all([objectServer(), testProvider(), ageIdentity()]);
  atEndOfTest(server.close);
  atEndOfTest(setup.close);
  const namespace = cluster.freshNamespace('tfkill');
  const secrets = {password: canary('password of an object'), token: canary('write-only token')};
  const stack = await makeStack({
    kubeconfigPath: cluster.kubeconfigPath,
    namespace,
    files: {
      'project.yaml': {
        name: 'shop',
        backend: {...backend, encryption: {age: {recipients: [age.recipient]}}},
      },
    },
  });
  const object = (name: string, attributes: JsonObject): JsonObject => ({
    id: objectId(name),
    type: 'Terraform',
    attributes: {name, ...attributes},
    extensions: {
      provider: `${TEST_PROVIDER}/1.0.0`,
      resourceType: 'gantrytest_object',
      providerMeta: {address: server.address},
    },
  });
  const write = (all: JsonObject = {}, extra: readonly JsonObject[] = []) =>
    stack.write({
      'spec.yaml': {
        resources: [
          object('a', {size: 'small', ...all}),
          object('b', all),
          object('c', {size: `\${ref:${objectId('a')}#id}`, ...all}),
          object('d', {...secrets, ...all}),
          ...extra,
        ],
      },
    });
  const env = {...setup.env, GANTRY_AGE_KEY: age.key, ...more};
  const here: Stack = {
    ...stack,
    gantry: (args, options) => stack.gantry(args, {...options, env: {...env, ...options?.env}}),
    allow: (name, options) => stack.allow(name, {...options, env}),
  };
  const runs = join(more['XDG_RUNTIME_DIR'] ?? setup.memory, `gantry-terraform-${process.getuid?.()}`);
  return {
    server,
    secrets,
    runs,
    env,
    memory: setup.memory,
    dir: stack.dir,
    home: stack.home,
    begin: async (name) => {
      await stack.write({'stack.yaml': {name, workspace: 'test', namespace, sources: [{spec: 'spec.yaml'}]}});
      await write();
    },
    write,
    files: stack.write,
    object,
    namespace,
    key: age.key,
    start: (...args) => startGantry(stack, args, env),
    here,
    preview: async (other = {}) => {
      const ran = await startGantry(stack, ['preview', '-o', 'json'], {...env, ...other}).ended;
      if (ran.code !== 0) throw new Error(`preview ended with ${ran.code}: ${ran.stdout}${ran.stderr}`);
      return JSON.parse(ran.stdout) as Plan;
    },
    untilSettled: async () => {
      await vi.waitUntil(async () => (await readdir(runs)).length === 0, {timeout: 20_000, interval: 20});
    },
  };
}

/** Waits until a Terraform in one of these directories has got an interrupt. */
export async function untilInterrupted(runs: string): Promise<void> {
  const isSaid = async (): Promise<boolean> => {
    const files = await readdir(runs, {recursive: true});
    const texts = files.filter((file) => /\/apply-[^/]*$/.test(file)).map((file) => readFile(join(runs, file), 'utf8'));
    return (await Promise.all(texts)).some((text) => text.includes('nterrupt received'));
  };
  await vi.waitUntil(isSaid, {timeout: 20_000, interval: 20});
}

/** The processes of a run, from that of the provider: its Terraform, and the watcher of that. */
export async function processesOf(provider: number): Promise<{readonly terraform: number; readonly watcher: number}> {
  const terraform = await parentOf(provider);
  return {terraform, watcher: await parentOf(terraform)};
}

const parentOf = async (pid: number): Promise<number> => Number((await statOf(pid))[1]);

/** Returns the state of a process, its parent, and what follows. */
const statOf = async (pid: number): Promise<readonly string[]> =>
  (await readFile(`/proc/${pid}/stat`, 'utf8')).replace(/^.*\) /s, '').split(' ');

/** Waits until a process has ended, also if nobody reads its exit code. */
export const untilEnded = (pid: number): Promise<boolean> =>
  vi.waitUntil(
    async () =>
      statOf(pid).then(
        ([state]) => state === 'Z',
        () => true,
      ),
    {timeout: 20_000, interval: 20},
  );
