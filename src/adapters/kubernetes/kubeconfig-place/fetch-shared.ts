import {GantryError} from '../../../core/failure/failure.ts';
import type {Use} from '../../../core/release/use.ts';
import type {KubeconfigSource} from '../../../core/workspace/kubeconfig-source.ts';
import type {FetchedKubeconfig, SourceAt} from '../../../ports/fetched-kubeconfig.ts';
import type {PlaceDeps, ReleasedObject} from '../../../ports/kubeconfig-place-descriptor.ts';
import type {SecretObject} from '../../../ports/secret-objects.ts';
import {fetchSecret, readSecret} from './fetch-secret.ts';

/** A Secret that a shared resource of another workspace is, or that the controller of a shared resource writes. */
export type SharedPlace = {
  readonly kind: 'shared';
  readonly namespace: string;
  readonly secret: string;
  readonly key: string;
  /** The shared resource in its release. `resource`: its name in paths, if it is not the Secret itself. */
  readonly released: Omit<ReleasedObject, 'use'> & {readonly resource?: string};
  readonly use: Use;
  readonly through: KubeconfigSource;
  /** The time that the value may take to be filled in. Default: none. */
  readonly waitSeconds?: number | undefined;
};

const STEP_MS = 1000;

/**
 * Reads the kubeconfig of a shared resource from its cluster. The live object must be the one of the release: an object of the same
 * name with another uid can be made by others.
 * @throws GantryError 'context/kubeconfig' if it was replaced, or is not filled in; 'permission/denied' if it cannot be read
 */
export async function fetchShared(source: SourceAt<SharedPlace>, deps: PlaceDeps): Promise<FetchedKubeconfig> {
  const {from: place, workspace} = source;
  const {through, namespace, key, use} = place;
  const {clock, signal} = deps;
  const secrets = await deps.secretObjects(through, namespace);
  const until = clock.monotonic() + (place.waitSeconds ?? 0) * 1000;
  const secret = {kind: 'secret', name: place.secret, namespace, key, through} as const;
  let found: SecretObject | undefined;
  for (;;) {
    found = await readSecret(secret, workspace, secrets);
    const uid = await uidOf(place, found, deps);
    if (uid !== place.released.uid && (found !== undefined || place.released.resource !== undefined))
      throw notReleased(source, uid);
    if (isFilled(found, key) || clock.monotonic() >= until) break;
    await clock.sleep(STEP_MS, signal);
  }
  const {text} = await fetchSecret({...source, from: secret}, {...secrets, get: async () => found});
  return {text, from: `the shared resource ${use.id} of the workspace "${through.workspace}"`};
}

const isFilled = (found: SecretObject | undefined, key: string): boolean => (found?.data[key]?.length ?? 0) > 0;

/** Returns the uid of the live object that stands for the released one. */
async function uidOf(
  {released: {resource, apiVersion, kind, name}, namespace, through}: SharedPlace,
  secret: SecretObject | undefined,
  deps: PlaceDeps,
): Promise<string | undefined> {
  return resource === undefined ? secret?.uid : deps.uidOf(through, {apiVersion, kind, resource, namespace, name});
}

/** Returns the error for an object that was deleted or replaced after its release. */
function notReleased(
  {workspace, field, from: {use, through}}: SourceAt<SharedPlace>,
  uid: string | undefined,
): GantryError {
  const {id, stack, revision} = use;
  const what = uid === undefined ? 'no longer exists' : 'was replaced by another object of the same name';
  return new GantryError({
    code: 'context/kubeconfig',
    workspace,
    field,
    problem: `the shared resource ${id} of the workspace "${through.workspace}" ${what} after revision ${revision} of ${stack}`,
    hint: `Check it, and apply ${stack} in ${through.workspace} again.`,
  });
}
