import {GantryError} from '../../core/failure/failure.ts';
import type {Plan} from '../../core/plan/plan.ts';
import {isSharedProject} from '../../core/stacks/shared-stacks.ts';
import {stackText} from '../../core/stacks/stack-name.ts';
import type {Backend} from '../../ports/backend.ts';
import {sharedUsers, usersOf} from './shared-users.ts';

/**
 * Refuses a plan that removes shared resources which other stacks use.
 * @throws GantryError shared/in-use with the stacks and their fields
 */
export async function refuseUsed(plan: Pick<Plan, 'project' | 'stack' | 'workspace' | 'changes'>, backend: Backend) {
  const removed = plan.changes.filter(({action}) => action === 'delete' || action === 'forget').map(({id}) => id);
  if (!isSharedProject(plan) || removed.length === 0) return;
  const own = stackText(plan);
  const users = (await sharedUsers(plan.workspace, backend)).filter(({stack}) => stack !== own);
  const resources = removed.flatMap((id) => {
    const found = usersOf({id, stack: own}, users).map(({stack, use: {fields}}) => ({stack, fields}));
    return found.length === 0 ? [] : [{id, users: found}];
  });
  if (resources.length > 0) throw new GantryError({code: 'shared/in-use', workspace: plan.workspace, resources});
}
