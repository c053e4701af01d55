import {GantryError} from '../../core/failure/failure.ts';
import type {UsedIn} from '../../core/release/use.ts';
import {SHARED_PROJECT} from '../../core/stacks/shared-stacks.ts';
import {stackText} from '../../core/stacks/stack-name.ts';
import {openHistory} from '../../engine/release/release-history.ts';
import {compareNaturally} from '../../lib/compare-naturally.ts';
import {defined} from '../../lib/defined.ts';
import type {Deps} from '../deps.ts';
import type {StackRequest} from '../plan/release-requests.ts';
import {findHistories} from '../release/find-histories.ts';
import {workspaceName} from '../release/name-history.ts';
import {looseSurroundings} from '../workspace/surroundings.ts';
import {sharedUsers} from './shared-users.ts';

/** A stack that uses a shared resource. */
export type ListedUser = {
  /** `PROJECT/STACK`. */
  readonly stack: string;
  /** Its workspace, if it is another one: the shared resource is the cluster of that workspace. */
  readonly workspace?: string;
  readonly revision: number;
  /** The revision of the shared stack whose values it has. Absent if it took them in the first run of that stack. */
  readonly sharedRevision?: number;
  readonly fields: readonly UsedIn[];
};

/** A shared resource, and the stacks that use it. */
export type SharedResource = {
  readonly id: string;
  /** `shared/STACK`. */
  readonly stack: string;
  readonly revision: number;
  readonly usedBy: readonly ListedUser[];
};

/** The answer of `gantry shared list`. */
export type SharedList = {
  readonly formatVersion: 1;
  readonly workspace: string;
  /** Sorted by stack and id. */
  readonly resources: readonly SharedResource[];
};

/** Lists the shared resources of a workspace and their users, from releases alone: no file is needed, and no cluster is contacted. */
export async function listShared(request: StackRequest, deps: Deps): Promise<SharedList> {
  const {location} = await looseSurroundings(request, deps);
  const {workspace} = await workspaceName(request, location, deps);
  if (workspace === undefined)
    throw new GantryError({
      code: 'input/usage',
      message: 'no workspace is selected',
      hint: 'Name it: gantry shared list -w WORKSPACE.',
    });
  const backend = await deps.backend();
  const stacks = await findHistories(backend, {project: SHARED_PROJECT, workspace});
  const [users, ...histories] = await Promise.all([
    sharedUsers(workspace, backend),
    ...stacks.map(async (names) => ({names, history: await openHistory({backend, ...names})})),
  ]);
  const resources = histories.flatMap(({names, history: {last}}) =>
    (last?.state ?? []).map(({id}): SharedResource => {
      const stack = stackText(names);
      const used = users.filter(({use}) => use.stack === stack && use.id === id);
      return {
        id,
        stack,
        revision: last?.revision ?? 0,
        usedBy: used
          .map(({stack: by, workspace: within, revision, use: {revision: sharedRevision, fields}}) => ({
            stack: by,
            ...defined({workspace: within === workspace ? undefined : within}),
            revision,
            ...defined({sharedRevision}),
            fields,
          }))
          .toSorted((a, b) => compareNaturally(a.stack, b.stack)),
      };
    }),
  );
  return {
    formatVersion: 1,
    workspace,
    resources: resources.toSorted((a, b) => compareNaturally(a.stack, b.stack) || compareNaturally(a.id, b.id)),
  };
}
