import type {Deps} from '../app/deps.ts';
import {seenSeries} from '../config/seen-series.ts';
import {Secret} from '../core/secret/secret.ts';
import type {Backend} from '../ports/backend.ts';
import type {OpenDoors} from '../ports/backend-descriptor.ts';
import type {SecretObjects} from '../ports/secret-objects.ts';
import {type BackendConfig, descriptorOf} from '../registry/backends.ts';
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
          .filter(([, part]) => part !== undefined)
          .map(([key, part]) => `${key}:${fingerprint(part)}`)
          .toSorted()
          .join()}}`
      : (JSON.stringify(value) ?? '');

async function openBackend(config: BackendConfig, home: string, doors: BackendDoors): Promise<Backend> {
  const descriptor = descriptorOf(config);
  const open = (signal: AbortSignal): Promise<Backend> =>
    descriptor.open(config, {
      env: doors.env,
      home,
      clock: doors.network.clock,
      signal,
      secretObjects: (place) => openSecrets(place, home, {...doors, signal}),
    });
  if (descriptor.contacts === 'nothing') return open(doors.signal);
  const {untilWritten} = await import('../app/backend/until-written.ts');
  return untilWritten(doors.signal, open);
}

type Place = Parameters<OpenDoors['secretObjects']>[0];

/** The Secrets of a namespace in the cluster of a workspace, which is asked whether it is the one that is meant. */
async function openSecrets(
  {namespace, kubeconfig, lastPin}: Place,
  home: string,
  doors: BackendDoors,
): Promise<SecretObjects> {
  const {network, learned, onEvent, signal} = doors;
  const [{openSecretObjects}, {admittedBy}] = await Promise.all([
    import('../adapters/kubernetes/runtime/secrets/open-secret-objects.ts'),
    import('../app/workspace/admit-server.ts'),
  ]);
  const way = kubeconfigDoors(home, doors);
  const given = await learningConnect((source) => connectTo(source, way), learned)(kubeconfig);
  const access = lastPin === undefined ? given : await admittedBy(lastPin, given, kubeconfig.workspace);
  return openSecretObjects(access, namespace, {...network, onEvent, signal, secrets: learned.all});
}
