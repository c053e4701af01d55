import type {HistoryNames} from '../../core/release/history-names.ts';
import {EXTERNAL, isSharedProject} from '../../core/stacks/shared-stacks.ts';
import {stackText} from '../../core/stacks/stack-name.ts';
import {findHead} from '../../engine/release/read-head.ts';
import {openHistory} from '../../engine/release/release-history.ts';
import {compareNaturally} from '../../lib/compare-naturally.ts';
import {defined} from '../../lib/defined.ts';
import {mapLimited} from '../../lib/limit-concurrency.ts';
import type {Backend} from '../../ports/backend.ts';
import {type SharedUser, sharedUsers} from '../shared/shared-users.ts';
import {type UsedSince, usesSince} from '../shared/uses-since.ts';

/** A stack that uses a resource of a shared stack. */
export type LogUser = {
  /** The id of the shared resource. */
  readonly id: string;
  /** The stack that uses it: PROJECT/STACK. */
  readonly stack: string;
  /** Its workspace, if it is another one. */
  readonly workspace?: string;
  /** Its newest release with the use. */
  readonly revision: number;
  /** The revision of the shared stack that it used. */
  readonly sharedRevision?: number;
  /** Absent if no release that can be read has the use, as for a run that did not end. */
  readonly since?: UsedSince;
};

const AT_ONCE = 4;

/** Returns the stacks that use a shared stack now, and since when. Undefined for a stack of another project. */
export async function logUsers(names: HistoryNames, backend: Backend): Promise<readonly LogUser[] | undefined> {
  if (!isSharedProject(names)) return undefined;
  const shared = stackText(names);
  const [all, {last}] = await Promise.all([sharedUsers(names.workspace, backend), openHistory({backend, ...names})]);
  const adopted = new Set((last?.state ?? []).map(({id}) => id));
  const users = all.filter(({use}) => use.stack === shared || (use.stack === EXTERNAL && adopted.has(use.id)));
  const byHistory = Map.groupBy(users, ({stack, workspace}) => JSON.stringify([stack, workspace]));
  const found = await mapLimited([...byHistory.values()], AT_ONCE, (same) => ofHistory(same, names, backend));
  return found.flat().toSorted((a, b) => compareNaturally(a.stack, b.stack) || compareNaturally(a.id, b.id));
}

async function ofHistory(
  users: readonly SharedUser[],
  {workspace: own}: HistoryNames,
  backend: Backend,
): Promise<readonly LogUser[]> {
  const [first] = users;
  if (first === undefined) return [];
  const [project = '', stack = ''] = first.stack.split('/');
  const {lineage} = await findHead(backend, {project, stack, workspace: first.workspace});
  const since =
    lineage === undefined
      ? []
      : await usesSince(
          {backend, lineage},
          users.map(({use}) => use),
        );
  return users.map(({stack: user, workspace, revision, use}, index) => ({
    id: use.id,
    stack: user,
    revision,
    ...defined({
      workspace: workspace === own ? undefined : workspace,
      sharedRevision: use.revision,
      since: since[index],
    }),
  }));
}
