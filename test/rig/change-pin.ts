import {join} from 'node:path';
import {localBackend} from '../../src/adapters/local/backend/local-backend.ts';
import {pinAt, writePin} from '../../src/app/workspace/stored-pin.ts';
import type {ClusterPin} from '../../src/core/workspace/cluster-pin.ts';

/** As if an earlier contact of this user had pinned something else: the only pin of a home, changed, and signed as Gantry does. */
export async function changePin(home: string, change: (pin: ClusterPin) => ClusterPin): Promise<void> {
  const backend = localBackend({directory: join(home, '.gantry')});
  const [key = '', ...others] = await backend.list('pins/');
  if (others.length > 0) throw new Error(`${others.length + 1} pins`);
  const {pin, version} = await pinAt(backend, key);
  if (pin === undefined || (await writePin(backend, {key, pin: change(pin), version})) === 'conflict')
    throw new Error('there is no pin to change');
}
