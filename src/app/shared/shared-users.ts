import type {Release} from '../../core/release/release.ts';
import type {Use} from '../../core/release/use.ts';
import type {Resource} from '../../core/resource/resource.ts';
import {stackText} from '../../core/stacks/stack-name.ts';
import {type IndexedHistory, indexedHistories} from '../../engine/backend/copy-keys.ts';
import {openHistory} from '../../engine/release/release-history.ts';
import {limitConcurrency} from '../../lib/limit-concurrency.ts';
import type {Backend} from '../../ports/backend.ts';

/** A stack that uses a shared resource, by the record of its release. */
export type SharedUser = {
  /** `PROJECT/STACK`. */
  readonly stack: string;
  /** The revision of the stack that uses it. */
  readonly revision: number;
  readonly use: Use;
  /** The desired resources of that revision. */
  readonly spec: readonly Resource[];
};

const AT_ONCE = 8;

/**
 * Returns all uses of shared resources in a workspace, from releases alone. Runs that did not end count as well: their objects may hold
 * the values.
 */
export async function sharedUsers(workspace: string, backend: Backend): Promise<readonly SharedUser[]> {
  const inTurn = limitConcurrency(AT_ONCE);
  const here = (await indexedHistories(backend)).filter(
    ({names, entry}) => names.workspace === workspace && entry.movedTo === undefined,
  );
  return (await Promise.all(here.map((one) => inTurn(() => usersIn(one, backend))))).flat();
}

async function usersIn({names}: IndexedHistory, backend: Backend): Promise<readonly SharedUser[]> {
  const {last, interrupted} = await openHistory({backend, ...names});
  const newest = new Map<string, SharedUser>();
  for (const release of [last, ...interrupted])
    for (const user of usersOf(release, stackText(names))) newest.set(`${user.use.stack}#${user.use.id}`, user);
  return [...newest.values()];
}

const usersOf = (release: Release | undefined, stack: string): readonly SharedUser[] =>
  (release?.uses ?? []).map((use) => ({stack, revision: release?.revision ?? 0, use, spec: release?.spec ?? []}));
