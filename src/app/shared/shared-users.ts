import type {Release} from '../../core/release/release.ts';
import type {Use} from '../../core/release/use.ts';
import type {Resource} from '../../core/resource/resource.ts';
import {EXTERNAL} from '../../core/stacks/shared-stacks.ts';
import {stackText} from '../../core/stacks/stack-name.ts';
import {type IndexedHistory, indexedHistories} from '../../engine/backend/copy-keys.ts';
import {openHistory} from '../../engine/release/release-history.ts';
import {limitConcurrency} from '../../lib/limit-concurrency.ts';
import type {Backend} from '../../ports/backend.ts';

/** A stack that uses a shared resource, by the record of its release. */
export type SharedUser = {
  /** `PROJECT/STACK`. */
  readonly stack: string;
  /** Its workspace. */
  readonly workspace: string;
  /** The revision of the stack that uses it. */
  readonly revision: number;
  readonly use: Use;
  /** The desired resources of that revision. */
  readonly spec: readonly Resource[];
};

/** Returns the users of a shared resource. A stack that used it while it was external also uses it when a shared stack has adopted it. */
export const usersOf = <User extends Pick<SharedUser, 'use'>>(
  {id, stack}: Pick<Use, 'id' | 'stack'>,
  users: readonly User[],
): readonly User[] => users.filter(({use}) => use.id === id && (use.stack === stack || use.stack === EXTERNAL));

const AT_ONCE = 8;

/**
 * Returns all uses of the shared resources of a workspace, from releases alone: by its stacks, and by stacks of other workspaces whose
 * cluster is one of them. Runs that did not end count as well: their objects may hold the values.
 */
export async function sharedUsers(workspace: string, backend: Backend): Promise<readonly SharedUser[]> {
  const inTurn = limitConcurrency(AT_ONCE);
  const all = (await indexedHistories(backend)).filter(({entry}) => entry.movedTo === undefined);
  const users = (await Promise.all(all.map((one) => inTurn(() => usersIn(one, backend))))).flat();
  return users.filter((user) => (user.use.workspace ?? user.workspace) === workspace);
}

async function usersIn({names}: IndexedHistory, backend: Backend): Promise<readonly SharedUser[]> {
  const {last, interrupted} = await openHistory({backend, ...names});
  const newest = new Map<string, SharedUser>();
  for (const release of [last, ...interrupted]) {
    for (const use of usesIn(release)) {
      const user = {
        stack: stackText(names),
        workspace: names.workspace,
        revision: release?.revision ?? 0,
        use,
        spec: release?.spec ?? [],
      };
      newest.set(`${use.workspace ?? ''}#${use.stack}#${use.id}`, user);
    }
  }
  return [...newest.values()];
}

/** Returns the uses of a release. A stack that was destroyed uses nothing; one whose destroy failed is still in its cluster. */
export const usesIn = (release: Release | undefined): readonly Use[] =>
  release?.operation === 'destroy' && release.phase === 'succeeded' ? [] : (release?.uses ?? []);
