import {GantryError} from '../../core/failure/failure.ts';
import {claimIn} from '../../core/stacks/shared-claim.ts';
import {EXTERNAL} from '../../core/stacks/shared-stacks.ts';
import {removeExternal, replaceableExternal} from '../../engine/shared/external-resources.ts';
import {defined} from '../../lib/defined.ts';
import type {Deps} from '../deps.ts';
import {applyRelease} from '../plan/apply-release.ts';
import type {ApplyOutcome, ApplyRequest, StackRequest} from '../plan/release-requests.ts';
import {managedResources} from './managed-resources.ts';
import {sharedPlace} from './shared-place.ts';
import {sharedUsers, usersOf} from './shared-users.ts';
import {oneShared} from './show-shared.ts';
import {workspacesOn} from './workspaces-on.ts';

/** Request of `gantry shared remove`. */
export type RemoveShared = StackRequest & {
  readonly id: string;
  /** Asks for confirmation, after the check that no stack uses it. */
  readonly confirm: (effects: Pick<RemovedShared, 'workspace' | 'id'>) => Promise<boolean>;
  /** The plan and the question for a resource that was made for a shared claim: its objects are deleted. */
  readonly asked: Pick<ApplyRequest, 'permissions' | 'lockTimeoutSeconds' | 'show' | 'confirm'>;
};

/** The answer of `gantry shared remove`. */
export type RemovedShared = {
  readonly formatVersion: 1;
  readonly workspace: string;
  readonly id: string;
  readonly outcome: 'removed' | 'declined';
};

/**
 * Removes the registration of an external resource: the object stays as it is. A resource that was created for a shared claim is deleted, and its record
 * is removed.
 * @throws GantryError shared/not-found; shared/in-use with the stacks and fields; input/usage for a resource of a shared stack
 */
export async function removeShared(request: RemoveShared, deps: Deps): Promise<RemovedShared | ApplyOutcome> {
  const {id, confirm, asked} = request;
  const {workspace, backend} = await sharedPlace(request, 'remove ID', deps);
  const stored = await replaceableExternal({workspace, id}, backend);
  const managed = (await managedResources({workspace, backend})).find((one) => one.id === id);
  if (stored === undefined && managed?.claim !== undefined) {
    const claim = claimIn(`claim:${managed.claim}`);
    const claims = {remove: claim === undefined ? [] : [claim]};
    const where = {...request, workspace, stack: managed.stack};
    return applyRelease({...where, ...asked, operation: 'apply', wait: true, claims}, deps);
  }
  if (stored === undefined) {
    // It may be misspelt.
    const {stack} = managed ?? (await oneShared({workspace, backend}, request, deps));
    throw new GantryError({
      code: 'input/usage',
      message: `${id} is managed by the shared stack ${stack}: it is removed by changing that stack`,
      hint: `Remove it from the files of ${stack}, and run "gantry shared apply -s ${stack}".`,
    });
  }
  const users = usersOf({id, stack: EXTERNAL}, await sharedUsers(workspace, backend));
  const clusters = await workspacesOn(workspace, [id], backend);
  // A registration beside the release that adopted the resource has no users of its own, and one that cannot be believed has no values.
  if (managed === undefined && stored.problem === undefined && users.length + clusters.length > 0)
    throw new GantryError({
      code: 'shared/in-use',
      workspace,
      resources: [
        {
          id,
          users: [
            ...users.map(({stack, workspace: within, use: {fields}}) => ({
              stack,
              ...defined({workspace: within === workspace ? undefined : within}),
              fields,
            })),
            ...clusters.map((one) => ({workspace: one.workspace, fields: []})),
          ],
        },
      ],
    });
  const answer = {formatVersion: 1, workspace, id} as const;
  if (!(await confirm(answer))) return {...answer, outcome: 'declined'};
  await backend.admit?.({of: 'workspace', workspace});
  await removeExternal({workspace, id}, stored.version, backend);
  return {...answer, outcome: 'removed'};
}
