import {join} from 'node:path';
import type {Deps} from '../app/deps.ts';
import {GantryError} from '../core/failure/failure.ts';
import {Secret} from '../core/secret/secret.ts';
import {expiryWarning} from '../core/workspace/credential-expiry.ts';
import type {KubeconfigSource, LocalSource} from '../core/workspace/kubeconfig-source.ts';
import type {ClusterAccess} from '../ports/cluster-access.ts';
import type {Logins} from '../ports/logins.ts';
import type {Sandboxes} from '../ports/sandboxes.ts';
import type {SecretObjects} from '../ports/secret-objects.ts';
import {kubeconfigPlaceOf} from '../registry/kubeconfig-places.ts';
import type {Network} from './network.ts';
import {isOwnKubeconfig} from './own-kubeconfig.ts';

/** The dependencies of a run for connections to its clusters. */
export type KubeconfigDeps = Pick<Deps, 'env' | 'home' | 'interactive' | 'onEvent' | 'signal'> & {
  readonly network: Network;
  readonly logins: () => Promise<Logins>;
  readonly sandboxes: () => Promise<Sandboxes>;
  /** The working directory of login programs. Default: that of the run. */
  readonly programDirectory?: string | undefined;
};

/** Returns these dependencies for a run with the given home directory. */
export const kubeconfigDeps = (home: string, deps: Omit<KubeconfigDeps, 'home' | 'logins'>): KubeconfigDeps => ({
  ...deps,
  home,
  logins: () => openLogins(home, deps),
});

async function openLogins(
  home: string,
  {env, signal, network: {clock}}: Pick<KubeconfigDeps, 'env' | 'signal' | 'network'>,
): Promise<Logins> {
  const {oidcLogins} = await import('../adapters/oidc/oidc-logins.ts');
  return oidcLogins({directory: join(home, 'logins'), env, clock, signal});
}

/**
 * Returns the access to the cluster of a workspace. A kubeconfig that is stored elsewhere is fetched each time. @param unattended
 * set if the user must not be asked for a login; a login program ends with this signal
 */
export async function connectTo(
  source: KubeconfigSource,
  deps: KubeconfigDeps,
  unattended?: AbortSignal,
): Promise<ClusterAccess> {
  const open = async (): Promise<ClusterAccess> => {
    const local = await readSource(source, deps);
    const access = guarded(local, await openLocal(local, deps, unattended));
    return withServerKey(access, unattended ?? deps.signal);
  };
  return admitted(source, placed(source, await open(), deps), open);
}

/**
 * Guards an access whose kubeconfig another person wrote, because that person chose the name of the server. The user wrote the
 * files of this machine.
 */
const guarded = ({from, besideMetadata}: LocalSource, access: ClusterAccess): ClusterAccess =>
  from.kind === 'content' && (from.fetched !== undefined || besideMetadata === true)
    ? {...access, besideMetadata: true}
    : access;

/** Adds the facts that follow from the place of the kubeconfig. */
function placed(source: KubeconfigSource, access: ClusterAccess, deps: KubeconfigDeps): ClusterAccess {
  if (source.from.kind === 'sandbox') return {...access, isTemporary: true};
  return isOwnKubeconfig(source, deps) ? {...access, isOwn: true} : access;
}

/** Refuses a server that matches no pin, before its credential is resolved. */
async function admitted(
  source: KubeconfigSource,
  given: ClusterAccess,
  open: () => Promise<ClusterAccess>,
): Promise<ClusterAccess> {
  const {pins = [], workspace, from, identity} = source;
  let access = given;
  if (pins.length > 0) {
    const {admittedBy} = await import('../app/workspace/admit-server.ts');
    for (const pin of pins) access = await admittedBy(pin, access, workspace);
  }
  const isAtHand = isLocal(from) || from.kind === 'sandbox' || identity !== undefined;
  return isAtHand ? access : fetchedAgain(access, source, open);
}

const withServerKey = (access: ClusterAccess, signal: AbortSignal): ClusterAccess => ({
  ...access,
  serverKey: async () => {
    const {serverKey} = await import('../adapters/kubernetes/runtime/client/connection/server-key.ts');
    return serverKey(access, AbortSignal.any([signal, AbortSignal.timeout(KEY_TIMEOUT_MS)]));
  },
});

const KEY_TIMEOUT_MS = 5_000;

/** Returns one context of a workspace's kubeconfig as a separate kubeconfig. */
export const flatKubeconfig =
  (deps: KubeconfigDeps): Deps['kubeconfig'] =>
  async (source) => {
    const {flattenKubeconfig} = await import('../adapters/kubernetes/kubeconfig/flatten.ts');
    return flattenKubeconfig(await readSource(source, deps), {env: deps.env});
  };

/** Connects with the credentials of the kubeconfig, or with the user's own identity if the workspace sets one. */
async function openLocal(
  source: LocalSource,
  {env, interactive: asks, logins, programDirectory: directory}: KubeconfigDeps,
  unattended?: AbortSignal,
): Promise<ClusterAccess> {
  const {connect} = await import('../adapters/kubernetes/kubeconfig/connect.ts');
  const {identity, workspace} = source;
  const interactive = asks && unattended === undefined;
  if (identity === undefined) return connect(source, {env, interactive, signal: unattended, directory});
  const {issuer, clientId} = identity;
  const login = (await logins()).credential(identity, workspace);
  return {...(await connect(source, {env, interactive, login})), identity: {workspace, issuer, clientId}};
}

async function readSource({from, ...source}: KubeconfigSource, deps: KubeconfigDeps): Promise<LocalSource> {
  if (isLocal(from)) return {...source, from};
  if (from.kind === 'sandbox') {
    const [open, {sandboxKubeconfig}] = await Promise.all([
      deps.sandboxes().then((sandboxes) => sandboxes.open(from.name)),
      import('../sandbox/run/sandbox-kubeconfig.ts'),
    ]);
    const {besideMetadata: _, ...own} = source;
    return {
      ...own,
      from: {kind: 'content', content: new Secret(sandboxKubeconfig(from.name, {...open, token: open.token.reveal()}))},
    };
  }
  const {text, from: fetched} = await kubeconfigPlaceOf(from.place).fetch(
    {...source, from: from.place},
    {
      ...deps,
      clock: deps.network.clock,
      onWait: (message) =>
        deps.onEvent({type: 'diagnostic', diagnostic: {severity: 'note', code: 'context/kubeconfig-awaited', message}}),
      secretObjects: (through, namespace) => secretsThrough(through, namespace, deps),
      uidOf: async (through, object) => {
        const {liveUid} = await import('../adapters/kubernetes/runtime/secrets/live-uid.ts');
        const {network, onEvent, signal} = deps;
        return liveUid(await accessThrough(through, deps), object, {...network, onEvent, signal});
      },
    },
  );
  return {...source, from: {kind: 'content', content: text, fetched}};
}

const isLocal = (from: KubeconfigSource['from']): from is LocalSource['from'] =>
  from.kind === 'content' || from.kind === 'files' || from.kind === 'in-cluster';

/**
 * Fetches the kubeconfig again if the cluster refuses the credential, because it may have been rotated in the place where the
 * kubeconfig is stored.
 */
function fetchedAgain(
  access: ClusterAccess,
  {workspace, field}: KubeconfigSource,
  open: () => Promise<ClusterAccess>,
): ClusterAccess {
  let current = access;
  return {
    ...access,
    credential: async (options) => {
      if (options?.again !== true) return current.credential(options);
      const fresh = await open();
      // A plan is valid for one cluster, and a credential only for the server in its kubeconfig.
      if (fresh.server !== access.server) {
        const problem = `it was fetched again after ${access.server} refused its credential, and now names the server ${fresh.server}`;
        throw new GantryError({code: 'context/kubeconfig', workspace, field, problem});
      }
      current = fresh;
      return current.credential(options);
    },
  };
}

/** Opens the Secrets in the cluster of another workspace. Its kubeconfig may be fetched, too. */
async function secretsThrough(
  through: KubeconfigSource,
  namespace: string,
  deps: KubeconfigDeps,
): Promise<SecretObjects> {
  const {openSecretObjects} = await import('../adapters/kubernetes/runtime/secrets/open-secret-objects.ts');
  const {network, onEvent, signal} = deps;
  return openSecretObjects(await accessThrough(through, deps), namespace, {...network, onEvent, signal});
}

/** Connects to the cluster of another workspace, and warns if its credential expires soon. */
async function accessThrough(through: KubeconfigSource, deps: KubeconfigDeps): Promise<ClusterAccess> {
  const {network, onEvent} = deps;
  const access = await connectTo(through, deps);
  const {workspace} = through;
  const warning = expiryWarning(access.expires, {workspace, server: access.server, now: network.clock.now()});
  if (warning !== undefined) onEvent({type: 'diagnostic', diagnostic: warning});
  return access;
}
