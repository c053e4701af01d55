import {GantryError} from '../../core/failure/failure.ts';
import {parseLabelSelector} from '../../core/selection/label-selector.ts';
import {compareNaturally} from '../../lib/compare-naturally.ts';
import {didYouMean} from '../../lib/did-you-mean.ts';
import type {SecretKeys} from '../../ports/secret-objects.ts';
import type {Deps} from '../deps.ts';
import type {StackRequest} from '../plan/release-requests.ts';
import {openCluster} from './admit-server.ts';
import {chooseWorkspace} from './choose-workspace.ts';
import type {ChosenWorkspace} from './chosen-workspace.ts';
import {checkPin} from './pin.ts';
import {resolveContext} from './resolve-context.ts';
import {surroundings} from './surroundings.ts';

/** A request to list Secrets with kubeconfigs. */
export type ListSecrets = StackRequest & {
  readonly namespaces: readonly string[];
  /** Only Secrets with this key. */
  readonly key: string;
  readonly labelSelector?: string;
};

/** A Secret and its namespace. */
export type FoundSecret = Pick<SecretKeys, 'name' | 'labels'> & {readonly namespace: string};

/** Secrets with kubeconfigs, without their values. */
export type ListedSecrets = {
  /** The workspace whose cluster holds them. */
  readonly through: ChosenWorkspace;
  readonly server: string;
  readonly secrets: readonly FoundSecret[];
  /** The number of Secrets without that key. */
  readonly without: number;
};

/**
 * Lists the Secrets of the workspace's cluster that have a key, by name. Their values are not read.
 * @throws GantryError 'input/usage' if none has it, with the existing keys; 'cluster/other', 'permission/denied'
 */
export async function listSecrets(request: ListSecrets, deps: Deps): Promise<ListedSecrets> {
  const {namespaces, key, labelSelector} = request;
  if (labelSelector !== undefined && parseLabelSelector(labelSelector) === undefined)
    throw new GantryError({code: 'input/usage', message: `--selector ${labelSelector} is not a label selector`});
  const chosen = await chooseWorkspace({request, ...(await surroundings(request, deps))}, deps);
  const {kubeconfig, warnings} = await resolveContext({chosen, resources: []}, deps);
  for (const diagnostic of warnings) deps.onEvent({type: 'diagnostic', diagnostic});
  const {access, cluster} = await openCluster({chosen, kubeconfig, backend: await deps.backend()}, deps);
  await sameCluster({chosen, access, cluster}, request, deps);
  const found: (SecretKeys & {readonly namespace: string})[] = [];
  for (const namespace of namespaces) {
    const objects = await deps.secretObjects(access, namespace);
    const listed = await objects.listKeys(labelSelector);
    if (listed.length === 0) await objects.requireNamespace();
    found.push(...listed.map((secret) => ({...secret, namespace})));
  }
  const having = found.filter(({keys}) => keys.includes(key));
  if (having.length === 0) throw noneHas(request, found);
  const secrets = having
    .map(({name, namespace, labels}) => ({name, namespace, labels}))
    .toSorted((a, b) => compareNaturally(`${a.namespace}/${a.name}`, `${b.namespace}/${b.name}`));
  return {through: chosen, server: access.server, secrets, without: found.length - having.length};
}

/** Checks the pin: a kubeconfig that leads to another cluster would create workspaces of foreign clusters. */
async function sameCluster(
  {chosen, access, cluster}: Awaited<ReturnType<typeof openCluster>> & {readonly chosen: ChosenWorkspace},
  {namespaces}: ListSecrets,
  deps: Deps,
): Promise<void> {
  try {
    const [namespace] = namespaces;
    const found = await cluster.identify(namespace === undefined ? {} : {namespace});
    await checkPin({...deps, chosen, access, found, backend: await deps.backend()});
  } finally {
    await cluster.close();
  }
}

function noneHas({namespaces, key, labelSelector}: ListSecrets, found: readonly SecretKeys[]): GantryError {
  const where = `in ${namespaces.join(', ')}${labelSelector === undefined ? '' : ` with the labels ${labelSelector}`}`;
  if (found.length === 0) return new GantryError({code: 'input/usage', message: `there are no Secrets ${where}`});
  const keys = [...new Set(found.flatMap((secret) => secret.keys))].toSorted(compareNaturally);
  const nearest = didYouMean(key, keys);
  const shown = keys.length > 12 ? [...keys.slice(0, 12), '…'] : keys;
  return new GantryError({
    code: 'input/usage',
    message: `no Secret ${where} has the key ${key}`,
    hint: `${nearest === undefined ? '' : `Did you mean ${nearest}? `}Keys there: ${shown.join(', ')}. Kamaji keeps kubeconfigs under admin.conf, Cluster API under value.`,
  });
}
