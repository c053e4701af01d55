import {GantryError} from '../../core/failure/failure.ts';
import {sharedKey, sharedPrefix} from '../../core/release/keys.ts';
import {
  decodeExternal,
  type ExternalResource,
  encodeExternal,
  placeOfExternal,
} from '../../core/shared/external-resource.ts';
import {mapLimited} from '../../lib/limit-concurrency.ts';
import type {Backend} from '../../ports/backend.ts';
import {checkMac} from '../release/check-mac.ts';
import {hmacKey} from '../release/hmac-key.ts';
import {isUseless} from '../release/release-history.ts';
import {settledPut} from '../release/settled-put.ts';

/** A registration in the backend, and its version for a conditional write. */
export type StoredExternal = {readonly external: ExternalResource; readonly version: string};

const AT_ONCE = 8;

/** Returns the external resources of a workspace, sorted by their keys. @throws GantryError release/untrusted, release/damaged */
export async function externalResources(workspace: string, backend: Backend): Promise<readonly ExternalResource[]> {
  const keys = await backend.list(sharedPrefix(workspace));
  const read = await mapLimited(keys, AT_ONCE, async (key) => (await externalAt(key, backend))?.external ?? []);
  return read.flat();
}

/** Returns the registration of an id, if it has one. @throws GantryError release/untrusted, release/damaged */
export const findExternal = (
  {workspace, id}: Pick<ExternalResource, 'workspace' | 'id'>,
  backend: Backend,
): Promise<StoredExternal | undefined> => externalAt(sharedKey(workspace, id), backend);

/** A stored registration that may be replaced. Without `external` it is damaged or not trusted. */
export type ReplaceableExternal = Partial<Pick<StoredExternal, 'external'>> &
  Pick<StoredExternal, 'version'> & {readonly problem?: GantryError};

/** Returns the registration of an id for a person who replaces or removes it: then it may be damaged or forged. */
export async function replaceableExternal(
  named: Pick<ExternalResource, 'workspace' | 'id'>,
  backend: Backend,
): Promise<ReplaceableExternal | undefined> {
  try {
    return await findExternal(named, backend);
  } catch (error) {
    if (!(error instanceof GantryError) || !isUseless(error.failure)) throw error;
    const version = (await backend.get(sharedKey(named.workspace, named.id)))?.version;
    return version === undefined ? undefined : {version, problem: error};
  }
}

/** Reads the registration at a key, and checks its MAC. */
export async function externalAt(key: string, backend: Backend): Promise<StoredExternal | undefined> {
  const stored = await backend.get(key);
  if (stored === undefined) return undefined;
  const {external, mac, document} = decodeExternal(key, stored.value);
  await checkMac(backend, {key, mac, place: placeOfExternal(external), document});
  return {external, version: stored.version};
}

/** Writes a registration if the stored version still is `version`; undefined: only if there is none. */
export const putExternal = async (
  external: ExternalResource,
  version: string | undefined,
  backend: Backend,
): Promise<'written' | 'conflict'> => {
  const key = sharedKey(external.workspace, external.id);
  const value = encodeExternal(external, await hmacKey(backend));
  return (await settledPut(backend, key, value, version)) === 'conflict' ? 'conflict' : 'written';
};

/** Removes a registration that was read before. @throws GantryError plan/stale if another run has changed it since */
export async function removeExternal(
  {workspace, id}: Pick<ExternalResource, 'workspace' | 'id'>,
  version: string,
  backend: Backend,
): Promise<void> {
  const key = sharedKey(workspace, id);
  if ((await backend.delete(key, version)) === 'deleted' || (await backend.get(key)) === undefined) return;
  throw new GantryError({code: 'plan/stale', detail: `another run has changed the registration of ${id}`});
}
