import {GantryError} from '../../core/failure/failure.ts';
import type {ReleaseKey} from '../../core/release/keys.ts';
import type {Release} from '../../core/release/release.ts';
import type {Use} from '../../core/release/use.ts';
import {readRelease} from '../../engine/release/release-history.ts';
import {revisions} from '../../engine/release/revisions.ts';
import type {Backend} from '../../ports/backend.ts';
import {usesIn} from './shared-users.ts';

/** The first of the releases since which a stack has always used a resource. */
export type UsedSince = {readonly revision: number; readonly at: string};

/** The maximum number of releases that are read. If a use began earlier, the oldest release that was read is reported. */
const MOST_RELEASES = 200;

/** The number of releases that are read at once. Most uses began a few releases ago. */
const AT_ONCE = 4;

/** Returns, in the order of the uses, since which release a history has always had each. Pruned and unreadable releases end the search. */
export async function usesSince(
  {backend, lineage}: {readonly backend: Backend; readonly lineage: string},
  uses: readonly Use[],
): Promise<readonly (UsedSince | undefined)[]> {
  const since: (UsedSince | undefined)[] = uses.map(() => undefined);
  let open = uses.map((use, index) => ({use, index}));
  const keys = (await revisions(backend, lineage)).slice(0, MOST_RELEASES);
  for (let first = 0; first < keys.length; first += AT_ONCE) {
    const batch = keys.slice(first, first + AT_ONCE);
    for (const release of await Promise.all(batch.map((key) => readable(backend, lineage, key)))) {
      const used = new Set(release === undefined ? [] : usesIn(release).map(keyOf));
      open = open.filter(({use}) => used.has(keyOf(use)));
      if (release === undefined || open.length === 0) return since;
      for (const {index} of open) since[index] = {revision: release.revision, at: release.startedAt};
    }
  }
  return since;
}

/** Returns what identifies a used resource. A revision of it does not. */
const keyOf = ({workspace, stack, id}: Use): string => JSON.stringify([workspace ?? null, stack, id]);

async function readable(backend: Backend, lineage: string, key: ReleaseKey): Promise<Release | undefined> {
  try {
    return await readRelease(backend, lineage, key);
  } catch (error) {
    if (error instanceof GantryError) return undefined;
    throw error;
  }
}
