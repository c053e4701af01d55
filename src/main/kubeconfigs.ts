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

/** What of a run the way to its clusters needs. */
export type KubeconfigDoors = Pick<Deps, 'env' | 'home' | 'interactive' | 'onEvent' | 'signal'> & {
  readonly network: Network;
  readonly logins: () => Promise<Logins>;
  readonly sandboxes: () => Promise<Sandboxes>;
  /** Where login programs start; default: where the run does. */
  readonly programDirectory?: string | undefined;
};

/** Those of a run whose home lies there. */
export const kubeconfigDoors = (home: string, doors: Omit<KubeconfigDoors, 'home' | 'logins'>): KubeconfigDoors => ({
  ...doors,
  home,
  logins: () => openLogins(home, doors),
});

async function openLogins(
  home: string,
  {env, signal, network: {clock}}: Pick<KubeconfigDoors, 'env' | 'signal' | 'network'>,
): Promise<Logins> {
  const {oidcLogins} = await import('../adapters/oidc/oidc-logins.ts');
  return oidcLogins({directory: join(home, 'logins'), env, clock, signal});
}

/**
 * Returns the access to a workspace's cluster. A kubeconfig that is stored elsewhere is fetched each time.
 * @param unattended nobody is asked for a login, and a program that logs in ends with the signal
 */
export async function connectTo(
  source: KubeconfigSource,
  doors: KubeconfigDoors,
  unattended?: AbortSignal,
): Promise<ClusterAccess> {
  const open = async (): Promise<ClusterAccess> => {
    const local = await readSource(source, doors);
    const access = guarded(local, await openLocal(local, doors, unattended));
    return withServerKey(access, unattended ?? doors.signal);
  };
  return admitted(source, placed(source, await open(), doors), open);
}

/** Whoever wrote a kubeconfig chose the name of its server; what a file of this machine says, its user wrote. */
const guarded = ({from, besideMetadata}: LocalSource, access: ClusterAccess): ClusterAccess =>
  from.kind === 'content' && (from.fetched !== undefined || besideMetadata === true)
    ? {...access, besideMetadata: true}
    : access;

/** What is known of an access by the place of its kubeconfig. */
function placed(source: KubeconfigSource, access: ClusterAccess, doors: KubeconfigDoors): ClusterAccess {
  if (source.from.kind === 'sandbox') return {...access, isTemporary: true};
  return isOwnKubeconfig(source, doors) ? {...access, isOwn: true} : access;
}

/** A server that no pin fits is refused before its credential is resolved. */
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

/** One context of a workspace's kubeconfig as a kubeconfig of its own. */
export const flatKubeconfig =
  (doors: KubeconfigDoors): Deps['kubeconfig'] =>
  async (source) => {
    const {flattenKubeconfig} = await import('../adapters/kubernetes/kubeconfig/flatten.ts');
    return flattenKubeconfig(await readSource(source, doors), {env: doors.env});
  };

/** As the kubeconfig says, or, where the workspace says so, as who the user is. */
async function openLocal(
  source: LocalSource,
  {env, interactive: asks, logins, programDirectory: directory}: KubeconfigDoors,
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

async function readSource({from, ...source}: KubeconfigSource, doors: KubeconfigDoors): Promise<LocalSource> {
  if (isLocal(from)) return {...source, from};
  if (from.kind === 'sandbox') {
    const [open, {sandboxKubeconfig}] = await Promise.all([
      doors.sandboxes().then((sandboxes) => sandboxes.open(from.name)),
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
    {...doors, secretObjects: (through, namespace) => secretsThrough(through, namespace, doors)},
  );
  return {...source, from: {kind: 'content', content: text, fetched}};
}

const isLocal = (from: KubeconfigSource['from']): from is LocalSource['from'] =>
  from.kind === 'content' || from.kind === 'files' || from.kind === 'in-cluster';

/** When the cluster refuses the credential it may have been rotated where the kubeconfig lies: that is fetched again. */
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
      // A plan is made for one cluster, and a credential is meant for the server that its kubeconfig names.
      if (fresh.server !== access.server) {
        const problem = `it was fetched again after ${access.server} refused its credential, and now leads to ${fresh.server}`;
        throw new GantryError({code: 'context/kubeconfig', workspace, field, problem});
      }
      current = fresh;
      return current.credential(options);
    },
  };
}

/** The Secrets of the cluster of another workspace, whose kubeconfig may itself be fetched. */
async function secretsThrough(
  through: KubeconfigSource,
  namespace: string,
  doors: KubeconfigDoors,
): Promise<SecretObjects> {
  const {openSecretObjects} = await import('../adapters/kubernetes/runtime/secrets/open-secret-objects.ts');
  const {network, onEvent, signal} = doors;
  const access = await connectTo(through, doors);
  const {workspace} = through;
  const warning = expiryWarning(access.expires, {workspace, server: access.server, now: network.clock.now()});
  if (warning !== undefined) onEvent({type: 'diagnostic', diagnostic: warning});
  return openSecretObjects(access, namespace, {...network, onEvent, signal});
}
