import {join} from 'node:path';
import {openTransport, type Transport} from '../../src/adapters/kubernetes/runtime/client/connection/transport.ts';
import {kubernetesCluster} from '../../src/adapters/kubernetes/runtime/cluster.ts';
import {localBackend} from '../../src/adapters/local/backend/local-backend.ts';
import {systemClock} from '../../src/adapters/local/clock/system-clock.ts';
import type {Deps} from '../../src/app/deps.ts';
import type {ApplyRequest} from '../../src/app/plan/release-requests.ts';
import type {Event} from '../../src/core/event.ts';
import {NO_PERMISSIONS} from '../../src/core/plan/permissions.ts';
import {buildDeps} from '../../src/main.ts';
import type {Backend} from '../../src/ports/backend.ts';
import type {Clock} from '../../src/ports/clock.ts';
import type {Stack} from './stack.ts';

export type DepsOptions = {
  readonly signal?: AbortSignal;
  readonly onEvent?: (event: Event) => void;
  readonly clock?: Clock;
  readonly backend?: (real: Backend) => Backend;
  /** Stands between the client and its connections. */
  readonly transport?: (real: Transport) => Transport;
};

/** The doors of a run in this process, some of them with a test in between. */
export function depsOf({dir, home}: Pick<Stack, 'dir' | 'home'>, more: DepsOptions = {}): Deps {
  const {signal = new AbortController().signal, onEvent = () => {}, clock = systemClock} = more;
  const {backend: backendOf = (real) => real, transport: transportOf = (real) => real} = more;
  const directory = join(home, '.gantry');
  const cacheDir = join(directory, 'cache');
  const env = {PATH: process.env['PATH'], HOME: home, GANTRY_HOME: directory};
  const backend = backendOf(localBackend({directory}));
  return {
    ...buildDeps({env, cwd: dir}, {onEvent, signal, interactive: false, command: 'gantry apply --yes'}),
    clock,
    backend: async () => backend,
    cluster: (access) =>
      kubernetesCluster(access, {
        cacheDir,
        clock,
        onEvent,
        signal,
        openTransport: (to) => transportOf(openTransport(to)),
      }),
  };
}

/** What `gantry apply --yes --lock-timeout 0` asks for. */
export const applyOf = ({dir}: Pick<Stack, 'dir'>, more: Partial<ApplyRequest> = {}): ApplyRequest => ({
  directory: dir,
  operation: 'apply',
  permissions: NO_PERMISSIONS,
  wait: true,
  lockTimeoutSeconds: 0,
  confirm: async () => true,
  ...more,
});
