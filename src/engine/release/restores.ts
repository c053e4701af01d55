import {GantryError} from '../../core/failure/failure.ts';
import {decodeRestores, RESTORES_KEY, RESTORES_PLACE, type Restore} from '../../core/release/restores.ts';
import type {Backend} from '../../ports/backend.ts';
import {checkMac} from './check-mac.ts';

/**
 * Reads the restores of a backend, oldest first, and checks their MAC.
 * @throws GantryError release/damaged, release/untrusted
 */
export async function readRestores(backend: Backend): Promise<readonly Restore[]> {
  const stored = await backend.get(RESTORES_KEY);
  if (stored === undefined) return [];
  const {restores, mac, document} = decodeRestores(stored.value);
  await checkMac(backend, {key: RESTORES_KEY, mac, place: RESTORES_PLACE, document});
  return restores;
}

/** Returns the time of the last restore, from the record and from what else is known. A record that cannot be used counts as none. */
export async function lastRestore(
  backend: Backend,
  known: readonly (string | undefined)[],
): Promise<string | undefined> {
  const recorded = await readRestores(backend).catch((error: unknown) => {
    if (error instanceof GantryError && UNUSABLE.has(error.failure.code)) return [];
    throw error;
  });
  return [...known, ...recorded.map(({at}) => at)]
    .filter((at) => at !== undefined)
    .toSorted()
    .at(-1);
}

const UNUSABLE: ReadonlySet<string> = new Set(['release/damaged', 'release/untrusted']);
