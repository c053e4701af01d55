import {workspaceKey} from '../../core/release/keys.ts';
import {pinKey} from '../../core/workspace/cluster-pin.ts';
import type {Backend} from '../../ports/backend.ts';
import {forgetLastPin, type PinOf} from './last-pin.ts';

/** Deletes the pin of a workspace in the backend: a new workspace of the same name may lead to another cluster. */
export async function forgetPin(name: string, backend: Backend, home: string): Promise<void> {
  const chosen: PinOf = {name, place: 'backend', file: workspaceKey(name)};
  const key = pinKey(chosen);
  const stored = await backend.get(key);
  if (stored !== undefined) await backend.delete(key, stored.version);
  await forgetLastPin(chosen, backend, home);
}
