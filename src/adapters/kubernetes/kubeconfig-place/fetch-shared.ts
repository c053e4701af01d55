import {GantryError} from '../../../core/failure/failure.ts';
import type {Use} from '../../../core/release/use.ts';
import type {KubeconfigSource} from '../../../core/workspace/kubeconfig-source.ts';
import type {FetchedKubeconfig, SourceAt} from '../../../ports/fetched-kubeconfig.ts';
import type {LiveObject, PlaceDeps, ReleasedObject, ReleasedValue} from '../../../ports/kubeconfig-place-descriptor.ts';
import type {SecretObject} from '../../../ports/secret-objects.ts';
import {clusterKindOf} from './cluster-kinds.ts';
import {fetchSecret, readSecret, type SecretPlace} from './fetch-secret.ts';

/** A shared resource of another workspace: an object in its cluster, or the known value of a Terraform resource. */
export type SharedPlace = SharedObjectPlace | (ReleasedValue & {readonly kind: 'shared'});

/** A Secret with a kubeconfig, or a cluster whose controller writes one. */
export type SharedObjectPlace = {
  readonly kind: 'shared';
  /** The object in its release. */
  readonly released: Omit<ReleasedObject, 'use'>;
  /** The value of a Secret: `data.KEY`. */
  readonly path: string | undefined;
  readonly use: Use;
  readonly through: KubeconfigSource;
  /** The time that the value may take to appear. Default: none. */
  readonly waitSeconds: number | undefined;
};

const STEP_MS = 1000;

/**
 * Reads the kubeconfig of a shared resource from its cluster. The live object must be the one of the release: an object of the same
 * name with another uid can be made by others.
 * @throws GantryError 'context/kubeconfig' if it was replaced, or has no value yet; 'permission/denied' if it cannot be read
 */
export async function fetchShared(
  {from: place, ...rest}: SourceAt<SharedPlace>,
  deps: PlaceDeps,
): Promise<FetchedKubeconfig> {
  const {id, workspace = ''} = place.use;
  if ('value' in place) return {text: place.value, from: `the shared resource ${id} of the workspace "${workspace}"`};
  return fetchObject({...rest, from: place}, deps);
}

async function fetchObject(source: SourceAt<SharedObjectPlace>, deps: PlaceDeps): Promise<FetchedKubeconfig> {
  const {from: place, workspace} = source;
  const {through, use, released} = place;
  const {clock, signal} = deps;
  const {cluster, ...at} = secretOf(source);
  const secrets = await deps.secretObjects(through, at.namespace);
  const until = clock.monotonic() + (place.waitSeconds ?? 0) * 1000;
  let found: SecretObject | undefined;
  let isTold = false;
  for (;;) {
    found = await readSecret(at, workspace, secrets);
    const uid = cluster === undefined ? found?.uid : await deps.uidOf(through, cluster);
    if (uid !== released.uid && (found !== undefined || cluster !== undefined)) throw notReleased(source, uid);
    if (isFilled(found, at.key) || clock.monotonic() >= until) break;
    if (!isTold) deps.onWait(waitingText(source, at));
    isTold = true;
    await clock.sleep(STEP_MS, signal);
  }
  const secret = {kind: 'secret', ...at, through} as const;
  const {text} = await fetchSecret({...source, from: secret}, {...secrets, get: async () => found});
  return {text, from: `the shared resource ${use.id} of the workspace "${through.workspace}"`};
}

/** Returns a message with the Secret that a run waits for, and the maximum wait. */
const waitingText = (
  {workspace, from: {use, through, waitSeconds = 0}}: SourceAt<SharedObjectPlace>,
  {namespace, name, key}: Pick<SecretKey, 'namespace' | 'name' | 'key'>,
): string =>
  `the kubeconfig of the workspace "${workspace}" is awaited for at most ${waitSeconds} s: the key ${key} of the Secret ${namespace}/${name} in the cluster of the workspace "${through.workspace}", which belongs to ${use.id}`;

type SecretKey = Pick<SecretPlace, 'namespace' | 'name'> & {
  readonly key: string;
  /** The object whose controller writes the Secret. Absent if the Secret is the shared resource itself. */
  readonly cluster?: LiveObject;
};

/** Returns the Secret and its key that a shared resource stands for. */
function secretOf({workspace, field, from: {released, path}}: SourceAt<SharedObjectPlace>): SecretKey {
  const fail = (problem: string, hint: string): GantryError =>
    new GantryError({code: 'context/kubeconfig', workspace, field, problem, hint});
  const {apiVersion, kind, name, namespace = ''} = released;
  if (apiVersion === 'v1' && kind === 'Secret') {
    if (path !== undefined) return {namespace, name, key: path.slice('data.'.length)};
    throw fail('`path` is missing: the Secret may have several values', 'Add path: data.KEY.');
  }
  const known = clusterKindOf(released);
  if (known === undefined)
    throw fail(
      `a ${kind} holds no kubeconfig`,
      'Name a Secret, a TenantControlPlane of Kamaji or a Cluster of Cluster API.',
    );
  if (path !== undefined)
    throw fail(`\`path\` does not belong to a ${kind}: its controller writes the kubeconfig`, 'Remove path.');
  const {resource, key} = known;
  return {namespace, name: known.secretOf(name), key, cluster: {apiVersion, kind, resource, namespace, name}};
}

const isFilled = (found: SecretObject | undefined, key: string): boolean => (found?.data[key]?.length ?? 0) > 0;

/** Returns the error for an object that was deleted or replaced after its release. */
function notReleased(
  {workspace, field, from: {use, through}}: SourceAt<SharedObjectPlace>,
  uid: string | undefined,
): GantryError {
  const {id, stack, revision} = use;
  const what = uid === undefined ? 'no longer exists' : 'was replaced by another object of the same name';
  const problem = `the shared resource ${id} of the workspace "${through.workspace}" ${what}`;
  if (revision === undefined)
    return new GantryError({
      code: 'context/kubeconfig',
      workspace,
      field,
      problem: `${problem} after it was registered`,
      hint: `Check it, and register it again: gantry shared add -f FILE --accept-identity -w ${through.workspace}.`,
    });
  return new GantryError({
    code: 'context/kubeconfig',
    workspace,
    field,
    problem: `${problem} after revision ${revision} of ${stack}`,
    hint: `Check it, and apply ${stack} in ${through.workspace} again.`,
  });
}
