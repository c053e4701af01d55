import {GantryError} from '../../../../core/failure/failure.ts';
import type {JsonObject} from '../../../../core/json.ts';
import type {KubernetesState} from '../../../../core/release/kubernetes-state.ts';
import {idOf} from '../../../../core/resource/id.ts';
import type {Secret} from '../../../../core/secret/secret.ts';
import type {ApiResource} from '../client/discovery.ts';
import {knownSecrets} from './known-secrets.ts';
import {readLiveObjects, type Wanted} from './live-objects.ts';

const SECRETS: ApiResource = {apiVersion: 'v1', kind: 'Secret', resource: 'secrets', namespaced: true, verbs: []};

type Asked = Pick<Parameters<typeof readLiveObjects>[0], 'client' | 'lineage' | 'signal'>;

/**
 * Reads the current values of a stack's Secrets, as far as the user may read them. Programs, events and conditions may
 * repeat these values, so they are known before anything of the stack is shown, even if only a part of it is examined.
 */
export async function stackSecrets(asked: Asked, states: readonly KubernetesState[]): Promise<readonly Secret[]> {
  const secrets = states.filter(({apiVersion, kind}) => apiVersion === 'v1' && kind === 'Secret');
  if (secrets.length === 0) return [];
  const wanted = secrets.map((state) => ({
    ownId: idOf(state),
    resource: SECRETS,
    namespace: state.namespace,
    name: state.name,
    expected: true,
  }));
  const all = await readable(asked, wanted);
  // A denied Secret must not hide the others.
  const found = all ?? (await Promise.all(wanted.map((one) => readable(asked, [one])))).flatMap((one) => one ?? []);
  return knownSecrets(found);
}

/** Reads Secrets; returns undefined if that is forbidden. */
async function readable(asked: Asked, wanted: readonly Wanted[]): Promise<readonly JsonObject[] | undefined> {
  try {
    return [...(await readLiveObjects({...asked, firstRun: false, wanted})).values()];
  } catch (error) {
    if (error instanceof GantryError && error.failure.code === 'permission/denied') return undefined;
    throw error;
  }
}
