import {join} from 'node:path';
import {celConditions} from '../../src/adapters/cel/cel-conditions.ts';
import {git} from '../../src/adapters/git/git.ts';
import {connect} from '../../src/adapters/kubernetes/kubeconfig/connect.ts';
import {kubeconfigWants} from '../../src/adapters/kubernetes/kubeconfig/kubeconfig-wants.ts';
import {kubernetesCluster} from '../../src/adapters/kubernetes/runtime/cluster.ts';
import {localBackend} from '../../src/adapters/local/backend/local-backend.ts';
import {systemClock} from '../../src/adapters/local/clock/system-clock.ts';
import {envStore} from '../../src/adapters/local/secret-store/env-store.ts';
import type {Deps} from '../../src/app/deps.ts';
import {applyRelease} from '../../src/app/plan/apply-release.ts';
import type {ApplyOutcome, ApplyRequest} from '../../src/app/plan/release-requests.ts';
import {needsOfWorkspace} from '../../src/app/secret/needs-of-workspace.ts';
import {exitCodeOf} from '../../src/cli/exit-code.ts';
import {type Failure, GantryError} from '../../src/core/failure/failure.ts';
import {NO_PERMISSIONS, type Permissions} from '../../src/core/plan/permissions.ts';
import {createRedactor} from '../../src/core/secret/redactor.ts';
import {PACKED_TYPES} from './packed-types.ts';
import type {Stack} from './stack.ts';

export type ByHand = {readonly code: number; readonly failure?: Failure; readonly outcome?: ApplyOutcome};

/** An apply in which something happens between the preview and the first write, as while a person reads the plan. */
export async function applyAfter(
  stack: Stack,
  between: () => Promise<unknown>,
  permissions: Permissions = NO_PERMISSIONS,
): Promise<ByHand> {
  const request: ApplyRequest = {
    directory: stack.dir,
    operation: 'apply',
    permissions,
    wait: true,
    timeoutSeconds: 30,
    lockTimeoutSeconds: 0,
    confirm: async () => {
      await between();
      return true;
    },
  };
  try {
    const outcome = await applyRelease(request, depsOf(stack));
    const failure = outcome.kind === 'applied' ? outcome.failure : undefined;
    return {
      outcome,
      code: failure === undefined ? 0 : exitCodeOf(failure),
      ...(failure === undefined ? {} : {failure}),
    };
  } catch (error) {
    if (!(error instanceof GantryError)) throw error;
    return {failure: error.failure, code: exitCodeOf(error.failure)};
  }
}

function depsOf({dir, home}: Stack): Deps {
  const directory = join(home, '.gantry');
  const signal = new AbortController().signal;
  const onEvent = () => {};
  const env = {HOME: home, GANTRY_HOME: directory};
  return {
    cwd: dir,
    env,
    clock: systemClock,
    onEvent,
    signal,
    interactive: false,
    home: directory,
    gantryVersion: '0.0.0',
    command: 'gantry apply',
    backend: async () => localBackend({directory}),
    openBackend: async () => localBackend({directory}),
    backendFor: async () => localBackend({directory}),
    repository: async () => git({env}),
    source: (kind) => kind.open({env: {}, home: directory, signal: new AbortController().signal}),
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
    secretStore: async () => envStore({env, prefix: ''}),
    identifyAccount: async () => ({unknown: true}),
    redactor: createRedactor(),
    workspaceOf: needsOfWorkspace,
    listen: () => Promise.reject(new Error('no port is asked for here')),
    shareClusters: () => {
      throw new Error('one stack is applied here');
    },
    connect: ({from, ...source}) => {
      if (from.kind !== 'files' && from.kind !== 'content') throw new Error('no kubeconfig is fetched here');
      return connect({...source, from}, {env});
    },
    logins: () => Promise.reject(new Error('nobody logs in here')),
    kubeconfig: () => Promise.reject(new Error('no program is run here')),
    allowedDigests: async () => ({has: () => true}),
    kubeconfigWants,
    kubeconfigFiles: () => Promise.reject(new Error('no program is run here')),
    programs: () => Promise.reject(new Error('no program is run here')),
    sandboxes: () => Promise.reject(new Error('this test has no sandbox')),
    secretObjects: () => Promise.reject(new Error('this test looks at no Secrets')),
    runtimes: {Kubernetes: async (cluster) => cluster.runtime},
    terraform: () => Promise.reject(new Error('this test runs no terraform')),
    trial: () => Promise.reject(new Error('this run has no trial')),
    again: () => {
      throw new Error('this run is not repeated');
    },
    cluster: (access) =>
      kubernetesCluster(access, {cacheDir: join(directory, 'cache'), clock: systemClock, onEvent, signal}),
  };
}
