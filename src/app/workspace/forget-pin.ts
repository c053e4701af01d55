import {join} from 'node:path';
import {workspaceKey} from '../../core/release/keys.ts';
import {ofCluster} from '../../core/workspace/cluster-pin.ts';
import type {Backend} from '../../ports/backend.ts';
import type {Deps} from '../deps.ts';
import type {WorkspaceStore} from './kept-workspace.ts';
import {ownDirectory} from './known-workspaces.ts';
import {forgetLastPin, keyOfPin, type PinOf} from './last-pin.ts';
import {pinAt} from './stored-pin.ts';

/** Deletes the pin of a workspace in the backend: a new workspace of the same name may lead to another cluster. */
export const forgetPin = (name: string, backend: Backend, home: string): Promise<void> =>
  forgetPinOf({name, place: 'backend', file: workspaceKey(name)}, backend, home);

/**
 * Deletes the pins of a workspace. If the backend of the project is another one, its runs use the user's own workspace as a file, and that backend
 * has a pin of it, too.
 */
export async function forgetPins({name, backend, releases}: WorkspaceStore, {home}: Pick<Deps, 'home'>): Promise<void> {
  await forgetPin(name, backend, home);
  if (releases === undefined) return;
  const file = join(ownDirectory(home), `${name}.yaml`);
  await forgetPinOf({name, place: 'file', file}, releases, home);
}

/** Deletes the pin of a workspace that has only accounts of providers. Returns false if it is of a cluster, or does not exist. */
export async function forgetAccounts({
  chosen,
  backend,
  home,
}: {
  readonly chosen: PinOf;
  readonly backend: Backend;
  readonly home: string;
}): Promise<boolean> {
  const {pin} = await pinAt(backend, await keyOfPin(chosen));
  if (pin === undefined || ofCluster(pin) !== undefined) return false;
  await backend.admit?.({of: 'workspace', workspace: chosen.name});
  await forgetPinOf(chosen, backend, home);
  return true;
}

async function forgetPinOf(chosen: PinOf, backend: Backend, home: string): Promise<void> {
  const key = await keyOfPin(chosen);
  const stored = await backend.get(key);
  if (stored !== undefined) await backend.delete(key, stored.version);
  await forgetLastPin(chosen, backend, home);
}
