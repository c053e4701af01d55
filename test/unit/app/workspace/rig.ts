import {chmod, mkdir, mkdtemp, rm, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {dirname, join} from 'node:path';
import {onTestFinished} from 'vitest';
import {celConditions} from '../../../../src/adapters/cel/cel-conditions.ts';
import {kubeconfigWants} from '../../../../src/adapters/kubernetes/kubeconfig/kubeconfig-wants.ts';
import {localBackend} from '../../../../src/adapters/local/backend/local-backend.ts';
import type {Deps} from '../../../../src/app/deps.ts';
import {needsOfWorkspace} from '../../../../src/app/secret/needs-of-workspace.ts';
import {type Failure, GantryError} from '../../../../src/core/failure/failure.ts';
import {createRedactor} from '../../../../src/core/secret/redactor.ts';
import type {ClusterIdentity} from '../../../../src/core/workspace/cluster-identity.ts';
import type {KubeconfigSource} from '../../../../src/core/workspace/kubeconfig-source.ts';
import type {ClusterAccess} from '../../../../src/ports/cluster-access.ts';
import {type MemoryBackend, memoryBackend} from '../../../rig/memory-backend.ts';
import {PACKED_TYPES} from '../../../rig/packed-types.ts';
import {withoutPrograms} from '../../../rig/source-tools.ts';
import {stoppedClock} from '../../../rig/stopped-clock.ts';

export const KUBECONFIG = 'apiVersion: v1\nkind: Config\nclusters: []\ncontexts: []\nusers: []\n';

export type Rig = {
  /** The current directory: `project/` of the temporary directory. */
  readonly cwd: string;
  readonly home: string;
  readonly backend: MemoryBackend;
  readonly deps: Deps;
  /** What was connected to. */
  readonly connected: KubeconfigSource[];
  readonly path: (...parts: string[]) => string;
  readonly write: (path: string, text: string, mode?: number) => Promise<string>;
};

type Given = {
  readonly files?: Readonly<Record<string, string>>;
  readonly stored?: Readonly<Record<string, string>>;
  readonly env?: Readonly<Record<string, string>>;
  readonly interactive?: boolean;
  /** Others read the backend, too. */
  readonly isShared?: boolean;
  readonly identity?: ClusterIdentity;
  /** Milliseconds; default: the server does not say. */
  readonly clockOffset?: number;
  readonly connect?: (source: KubeconfigSource) => void;
};

const unexpected = () => Promise.reject(new Error('no runtime in this test'));

/** A temporary directory with `project/` (where we are), `home/`, a backend in memory and a cluster that is only a name. */
export async function rig({
  files = {},
  stored = {},
  env = {},
  interactive = false,
  isShared = false,
  identity,
  clockOffset,
  connect,
}: Given = {}): Promise<Rig> {
  const root = await mkdtemp(join(tmpdir(), 'gantry-workspace-'));
  onTestFinished(() => rm(root, {recursive: true, force: true}));
  const path = (...parts: string[]): string => join(root, ...parts);
  const write: Rig['write'] = async (name, text, mode) => {
    const file = path(name);
    await mkdir(dirname(file), {recursive: true});
    await writeFile(file, text);
    if (mode !== undefined) await chmod(file, mode);
    return file;
  };
  const cwd = path('project');
  await mkdir(join(cwd, '.git'), {recursive: true});
  for (const [name, text] of Object.entries(files)) await write(name, text);
  const backend = memoryBackend();
  for (const [name, text] of Object.entries(stored)) backend.write(`workspaces/${name}.yaml`, text);
  // The user's own directory, unless the backend is shared.
  const own = {...backend, isPrivate: true, directory: path('home', '.gantry')} as const;
  const connected: KubeconfigSource[] = [];
  const deps: Deps = {
    cwd,
    env: {HOME: path('home'), ...env},
    clock: stoppedClock(),
    onEvent: () => undefined,
    signal: new AbortController().signal,
    interactive,
    home: path('home', '.gantry'),
    gantryVersion: '0.0.0',
    command: 'gantry test',
    backend: async () => (isShared ? backend : own),
    openBackend: async () => (isShared ? localBackend({directory: own.directory}) : own),
    backendFor: async () => backend,
    ...withoutPrograms,
    repository: async () => ({
      commit: async () => undefined,
      textBefore: async () => undefined,
      changedSince: async () => ({problem: 'this test has no repository'}),
    }),
    secretStore: async () => ({name: 'empty', first: 'whole', fetch: async () => ({because: 'it is empty'})}),
    identifyAccount: async () => ({unknown: true}),
    redactor: createRedactor(),
    workspaceOf: needsOfWorkspace,
    modules: () => Promise.reject(new Error('this test has no modules')),
    fetchers: {
      packages: () => Promise.reject(new Error('this test has no packages')),
      trees: () => Promise.reject(new Error('this test has no repositories')),
    },
    charts: () => Promise.reject(new Error('this test has no charts')),
    lockProviders: () => Promise.reject(new Error('this test has no providers')),
    bundleVerifier: () => Promise.reject(new Error('no bundle is verified here')),
    conditions: async () => celConditions(),
    openPrograms: () => ({call: () => Promise.reject(new Error('this test has no programs'))}),
    kubernetesTypes: async () => PACKED_TYPES,
    listen: () => Promise.reject(new Error('this test listens at no port')),
    logins: () => Promise.reject(new Error('nobody logs in here')),
    kubeconfig: () => Promise.reject(new Error('no program is run here')),
    // What they want is allowed here: consent has tests of its own.
    allowedDigests: async () => ({has: () => true}),
    kubeconfigWants,
    kubeconfigFiles: () => Promise.reject(new Error('no program is run here')),
    programs: () => Promise.reject(new Error('no program is run here')),
    shareClusters: () => {
      throw new Error('one stack is looked at here');
    },
    trial: () => Promise.reject(new Error('this run has no trial')),
    again: () => {
      throw new Error('this run is not repeated');
    },
    sandboxes: () => Promise.reject(new Error('this test has no sandbox')),
    secretObjects: () => Promise.reject(new Error('this test looks at no Secrets')),
    connect: async (source) => {
      connected.push(source);
      connect?.(source);
      return {
        server: 'https://cluster.example:6443',
        contextName: source.kubeContext ?? 'admin@cluster',
        clusterName: 'cluster',
        userName: 'admin',
        tls: {insecure: false},
        credential: async () => ({headers: []}),
      };
    },
    runtimes: {Kubernetes: async (cluster) => cluster.runtime},
    terraform: unexpected,
    cluster: async () => ({
      identify: async () => identity ?? (await unexpected()),
      clockOffset: async () => clockOffset,
      whoAmI: async () => undefined,
      facts: {version: unexpected, apis: unexpected, lookUp: unexpected},
      access: {account: unexpected, mayI: unexpected, permissions: unexpected},
      operate: () => {
        throw new Error('this test looks at nothing that runs');
      },
      survey: unexpected,
      inventory: unexpected,
      openApi: unexpected,
      otherTools: {record: unexpected, helmHistory: unexpected, helmRelease: unexpected},
      runtime: {
        type: 'Kubernetes',
        plan: unexpected,
        drift: async () => ({objects: [], diagnostics: []}),
        close: async () => undefined,
      },
      close: async () => undefined,
    }),
  };
  return {cwd, home: deps.home, backend, deps, connected, path, write};
}

/** The way to a server whose CA has these keys; without any the machine vouches for it. */
export const wayTo = (server: string, ...authorities: readonly string[]): ClusterAccess => ({
  server,
  contextName: 'admin@cluster',
  tls: {insecure: false},
  ...(authorities.length === 0 ? {} : {authorities}),
  credential: async () => ({headers: []}),
});

/** What a promise was refused for. */
export async function failureOf(work: Promise<unknown>): Promise<Failure> {
  try {
    await work;
  } catch (error) {
    if (error instanceof GantryError) return error.failure;
    throw error;
  }
  throw new Error('it was not refused');
}
