import {homedir} from 'node:os';
import {join} from 'node:path';
import type {Deps} from '../app/deps.ts';
import {seenSeries} from '../config/seen-series.ts';
import type {BackendConfig} from '../core/backend/backend-config.ts';
import {Secret} from '../core/secret/secret.ts';
import type {Backend} from '../ports/backend.ts';
import {connectTo, kubeconfigDoors} from './kubeconfigs.ts';
import {learningConnect} from './learning.ts';
import type {Network} from './network.ts';

type BackendDoors = Pick<Deps, 'env' | 'interactive' | 'learned' | 'onEvent' | 'sandboxes' | 'signal'> & {
  readonly network: Network;
  readonly programDirectory?: string | undefined;
};

/** Opens each backend once: stacks of one run share its connections. */
export function openBackends(home: string, doors: BackendDoors): Deps['openBackend'] {
  const opened = new Map<string, Promise<Backend>>();
  return (config) => {
    const key = fingerprint(config);
    const known = opened.get(key) ?? openBackend(config, home, doors).then((backend) => remembering(backend, home));
    opened.set(key, known);
    return known;
  };
}

/** What this machine sees of its releases it compares the next time. */
const remembering = (backend: Backend, home: string): Backend => ({...backend, seen: seenSeries(home, backend.name)});

/** Two credentials for one bucket are two backends, and neither is in the text. */
const fingerprint = (value: unknown): string =>
  value instanceof Secret
    ? value.hmac('backend')
    : typeof value === 'object' && value !== null
      ? `{${Object.entries(value)
          .map(([key, part]) => `${key}:${fingerprint(part)}`)
          .toSorted()
          .join()}}`
      : (JSON.stringify(value) ?? '');

async function openBackend(config: BackendConfig, home: string, doors: BackendDoors): Promise<Backend> {
  if (config.kind === 'local') {
    const {localBackend} = await import('../adapters/local/backend/local-backend.ts');
    const {directory} = config;
    return localBackend({directory, label: directory === join(homedir(), '.gantry') ? '~/.gantry' : directory});
  }
  const {untilWritten} = await import('../app/backend/until-written.ts');
  return untilWritten(doors.signal, async (signal) => {
    if (config.kind === 'kubernetes') return openKubernetesBackend(config, home, {...doors, signal});
    const {s3Backend} = await import('../adapters/aws/backend/s3-backend.ts');
    return s3Backend(config, {env: doors.env, cacheDir: join(home, 'cache'), signal});
  });
}

async function openKubernetesBackend(
  {namespace, kubeconfig, lastPin}: Extract<BackendConfig, {kind: 'kubernetes'}>,
  home: string,
  doors: BackendDoors,
): Promise<Backend> {
  const {network, learned, onEvent, signal} = doors;
  const [{openSecretObjects}, {kubernetesBackend}, {admittedBy}] = await Promise.all([
    import('../adapters/runtimes/kubernetes/secrets/open-secret-objects.ts'),
    import('../adapters/kubernetes/backend/kubernetes-backend.ts'),
    import('../app/workspace/admit-server.ts'),
  ]);
  const way = kubeconfigDoors(home, doors);
  const given = await learningConnect((source) => connectTo(source, way), learned)(kubeconfig);
  const access = lastPin === undefined ? given : await admittedBy(lastPin, given, kubeconfig.workspace);
  const options = {...network, onEvent, signal, secrets: learned.all};
  const secrets = openSecretObjects(access, namespace, options);
  return kubernetesBackend({secrets, clock: network.clock, workspace: kubeconfig.workspace});
}
