import {type FailureCode, GantryError} from '../../../core/failure/failure.ts';
import {Secret} from '../../../core/secret/secret.ts';
import type {KubeconfigSource} from '../../../core/workspace/kubeconfig-source.ts';
import {compareNaturally} from '../../../lib/compare-naturally.ts';
import {didYouMean} from '../../../lib/did-you-mean.ts';
import type {FetchedKubeconfig, SourceAt} from '../../../ports/fetched-kubeconfig.ts';
import type {SecretObject, SecretObjects} from '../../../ports/secret-objects.ts';

/** A Secret in the cluster of another workspace. Without a key: `value`, else `value.yaml`. */
export type SecretPlace = {
  readonly kind: 'secret';
  readonly name: string;
  readonly namespace: string;
  readonly key?: string;
  readonly through: KubeconfigSource;
};

/** The usual keys of a kubeconfig: Cluster API uses `value`; Flux looks for both, in this order. */
const USUAL_KEYS = ['value', 'value.yaml'] as const;

/**
 * Reads a kubeconfig from a Secret of a management cluster: `admin.conf` of Kamaji, `value` of Cluster API. It is read
 * each time, so that rotated credentials are used.
 * @throws GantryError 'context/kubeconfig' for a missing Secret or key, with what exists; 'permission/denied' if it
 * cannot be read
 */
export async function fetchSecret(source: SourceAt<SecretPlace>, secrets: SecretObjects): Promise<FetchedKubeconfig> {
  const {workspace, field, from: place} = source;
  const fail = (problem: string): GantryError =>
    new GantryError({code: 'context/kubeconfig', workspace, field, problem});
  const cluster = `the cluster of the workspace "${place.through.workspace}"`;
  const name = `${place.namespace}/${place.name}`;
  const found = await readSecret(place, workspace, secrets);
  if (found === undefined) throw fail(await missing(place, secrets, cluster));
  const keys = Object.keys(found.data).toSorted(compareNaturally);
  const wanted = place.key === undefined ? USUAL_KEYS : [place.key];
  const key = wanted.find((one) => Object.hasOwn(found.data, one));
  if (key === undefined) throw fail(noKey(`the Secret ${name} in ${cluster}`, place.key, keys));
  const text = Buffer.from(found.data[key] ?? []).toString('utf8');
  const from = `the Secret ${name} (${key}) in ${cluster}`;
  if (text.trim() === '') throw fail(`${from} is empty`);
  return {text: new Secret(text), from};
}

/** Reads the Secret of a kubeconfig. An error of its cluster says why that cluster was asked. @param workspace the one that needs it */
export const readSecret = (
  {namespace, name}: Pick<SecretPlace, 'namespace' | 'name'>,
  workspace: string,
  secrets: Pick<SecretObjects, 'get'>,
): Promise<SecretObject | undefined> =>
  secrets.get(name).catch((error: unknown) => {
    throw explained(
      error,
      `the kubeconfig of the workspace "${workspace}" is in the Secret ${namespace}/${name} there`,
    );
  });

function noKey(secret: string, wanted: string | undefined, keys: readonly string[]): string {
  const there = keys.length === 0 ? 'it is empty' : `it has ${keys.join(', ')}`;
  const meant = wanted === undefined ? undefined : didYouMean(wanted, keys);
  const hint = meant === undefined ? '' : `; did you mean ${meant}?`;
  return wanted === undefined
    ? `${secret} has neither the key value nor value.yaml: ${there}; name one as kubeconfig_secret.key`
    : `${secret} has no key ${wanted}: ${there}${hint}`;
}

/** Returns whether the Secret or its namespace is missing: the answer to a GET of the Secret is the same. */
async function missing({name, namespace}: SecretPlace, secrets: SecretObjects, cluster: string): Promise<string> {
  try {
    await secrets.requireNamespace();
  } catch (error) {
    if (isGantry(error) && error.failure.code === 'input/usage')
      return `namespace ${namespace} not found in ${cluster}`;
    throw error;
  }
  return `Secret ${name} not found in the namespace ${namespace} of ${cluster}`;
}

const isGantry = (error: unknown): error is GantryError => error instanceof GantryError;

/** The failures of the other cluster, with what it was asked for: nobody named that cluster in this command. */
function explained(error: unknown, because: string): unknown {
  if (!isGantry(error)) return error;
  const {failure} = error;
  if (!('detail' in failure) || !OF_CLUSTER.has(failure.code)) return error;
  return new GantryError({...failure, detail: `${failure.detail}; ${because}`}, {cause: error});
}

const OF_CLUSTER: ReadonlySet<FailureCode> = new Set([
  'permission/denied',
  'credential/refused',
  'cluster/unreachable',
  'cluster/tls',
]);
