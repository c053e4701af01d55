import {readLastPin, removeLastPin, writeLastPin} from '../../config/last-pin.ts';
import {type ClusterPin, pinKey, pinText, readPin} from '../../core/workspace/cluster-pin.ts';
import {defined} from '../../lib/defined.ts';
import type {Backend} from '../../ports/backend.ts';
import {findOrigin} from '../release/find-origin.ts';
import type {FoundWorkspace} from './chosen-workspace.ts';

/** The fields of a workspace that identify its pin. */
export type PinOf = Pick<FoundWorkspace, 'name' | 'place' | 'file'>;

/** Returns the key of the pin. For a file it depends on its repository, so that every checkout has the same one. */
export async function keyOfPin({name, place, file}: PinOf): Promise<string> {
  const source = place === 'file' ? await findOrigin(file) : undefined;
  return pinKey({name, place, file, ...defined({source})});
}

/** Returns the owner of a local pin. A workspace file is the same one with any backend. */
const ownerOf = async (chosen: PinOf, backend: Pick<Backend, 'name'>): Promise<string> =>
  JSON.stringify([chosen.place === 'file' ? '' : backend.name, await keyOfPin(chosen)]);

/**
 * Returns the pin that this machine last used, if others can write the pin in the backend: replacing it there does not redirect anyone who
 * has used the workspace before.
 */
export async function lastPin(
  chosen: PinOf,
  backend: Pick<Backend, 'name' | 'isPrivate'>,
  home: string,
): Promise<ClusterPin | undefined> {
  if (backend.isPrivate === true) return undefined;
  const text = await readLastPin(home, await ownerOf(chosen, backend));
  const pin = text === undefined ? undefined : readPin(text);
  return pin === undefined || 'newerFormat' in pin ? undefined : pin;
}

/** Stores a copy of the pin on this machine if others can write to the backend, so that their changes are noticed. */
export async function keepLastPin(
  chosen: PinOf,
  backend: Pick<Backend, 'name' | 'isPrivate'>,
  {home, pin}: {readonly home: string; readonly pin: ClusterPin},
): Promise<void> {
  if (backend.isPrivate !== true) await writeLastPin(home, await ownerOf(chosen, backend), pinText(pin));
}

/** Removes the machine's copy of the pin, so that the next run accepts the backend's. */
export async function forgetLastPin(chosen: PinOf, backend: Pick<Backend, 'name'>, home: string): Promise<void> {
  await removeLastPin(home, await ownerOf(chosen, backend));
}
