import type {Deps} from '../app/deps.ts';
import type {StackRequest} from '../app/plan/release-requests.ts';
import type {GuardOptions} from '../app/protection/guard-options.ts';
import {seenHistories} from '../config/seen-histories.ts';
import type {Backend} from '../ports/backend.ts';
import type {OpenDeps} from '../ports/backend-descriptor.ts';
import type {Programs} from '../ports/programs.ts';
import type {SecretObjects} from '../ports/secret-objects.ts';
import {type BackendConfig, descriptorOf} from '../registry/backends.ts';
import {encryptionOf} from './encryption-of.ts';
import {fingerprint} from './fingerprint.ts';
import {guardBackends} from './guarded-backend.ts';
import {connectTo, kubeconfigDeps} from './kubeconfigs.ts';
import type {Network} from './network.ts';
import {redactingConnect} from './redacting.ts';
import {signBackends} from './signing-backend.ts';

type BackendDeps = Pick<Deps, 'env' | 'interactive' | 'redactor' | 'onEvent' | 'sandboxes' | 'signal'> & {
  readonly network: Network;
  readonly programDirectory?: string | undefined;
  readonly cwd: string;
  /** The stack that the flags select. */
  readonly about?: StackRequest;
  readonly guard?: GuardOptions | undefined;
  /** The programs of the user, which are not ended when the run is interrupted. */
  readonly lastingPrograms: () => Promise<Programs>;
};

/** Returns a function that opens each backend once, so that the stacks of one run share its connections. */
export function openBackends(home: string, deps: BackendDeps): Deps['openBackend'] {
  const opened = new Map<string, Promise<Backend>>();
  const {env, cwd, about, network, guard} = deps;
  const {clock} = network;
  const guarded = guardBackends({...guard, cwd, about, home, clock});
  const signing = signBackends({
    env,
    guard,
    cwd,
    about,
    home,
    clock,
    redactor: deps.redactor,
    programs: deps.lastingPrograms,
  });
  return (config) => {
    const key = fingerprint(config);
    const known =
      opened.get(key) ??
      openBackend(config, home, deps).then((backend) =>
        signing(
          guarded({...remembering(backend, home), opener: config, encryption: encryptionFor(backend, config, deps)}),
        ),
      );
    opened.set(key, known);
    return known;
  };
}

const encryptionFor = ({name}: Backend, config: BackendConfig, {env, signal, onEvent, network}: BackendDeps) =>
  encryptionOf(config, {env, signal, onEvent, clock: network.clock, backend: name});

/** Adds the store of seen heads, so that this machine compares them at the next run. */
const remembering = (backend: Backend, home: string): Backend => ({
  ...backend,
  seen: seenHistories(home, backend.name),
});

async function openBackend(config: BackendConfig, home: string, deps: BackendDeps): Promise<Backend> {
  const descriptor = descriptorOf(config);
  const open = (signal: AbortSignal): Promise<Backend> =>
    descriptor.open(config, {
      env: deps.env,
      home,
      clock: deps.network.clock,
      signal,
      secretObjects: (place) => openSecrets(place, home, {...deps, signal}),
    });
  if (descriptor.contacts === 'nothing') return open(deps.signal);
  const {untilWritten} = await import('../app/backend/until-written.ts');
  return untilWritten(deps.signal, open);
}

type Place = Parameters<OpenDeps['secretObjects']>[0];

/** Opens the Secrets of a namespace in the cluster of a workspace, after a check of the cluster's identity. */
async function openSecrets(
  {namespace, kubeconfig, lastPin}: Place,
  home: string,
  deps: BackendDeps,
): Promise<SecretObjects> {
  const {network, redactor, onEvent, signal} = deps;
  const [{openSecretObjects}, {admittedBy}] = await Promise.all([
    import('../adapters/kubernetes/runtime/secrets/open-secret-objects.ts'),
    import('../app/workspace/admit-server.ts'),
  ]);
  const way = kubeconfigDeps(home, deps);
  const given = await redactingConnect((source) => connectTo(source, way), redactor)(kubeconfig);
  const access = lastPin === undefined ? given : await admittedBy(lastPin, given, kubeconfig.workspace);
  return openSecretObjects(access, namespace, {...network, onEvent, signal, secrets: redactor.all});
}
