import {GantryError} from '../../core/failure/failure.ts';
import type {Plan} from '../../core/plan/plan.ts';
import {isSharedProject} from '../../core/stacks/shared-stacks.ts';
import {stackText} from '../../core/stacks/stack-name.ts';
import {defined} from '../../lib/defined.ts';
import type {Backend} from '../../ports/backend.ts';
import {sharedUsers, usersOf} from './shared-users.ts';
import {workspacesOn} from './workspaces-on.ts';

/** A plan that may remove shared resources, and the other stacks of its run. */
export type RefuseUsed = {
  readonly plan: Pick<Plan, 'project' | 'stack' | 'workspace' | 'changes'>;
  /** The keys of the stacks that the same run destroys first: PROJECT/STACK/WORKSPACE. */
  readonly destroyed: ReadonlySet<string>;
};

/**
 * Refuses a plan that removes shared resources which other stacks use, or which hold the kubeconfig of another workspace.
 * @throws GantryError shared/in-use with the stacks and their fields
 */
export async function refuseUsed({plan, destroyed}: RefuseUsed, backend: Backend) {
  const removed = plan.changes.filter(({action}) => action === 'delete' || action === 'forget').map(({id}) => id);
  if (!isSharedProject(plan) || removed.length === 0) return;
  const own = stackText(plan);
  const [all, clusters] = await Promise.all([
    sharedUsers(plan.workspace, backend),
    workspacesOn(plan.workspace, removed, backend),
  ]);
  const users = all.filter(
    ({stack, workspace}) => (stack !== own || workspace !== plan.workspace) && !destroyed.has(`${stack}/${workspace}`),
  );
  const resources = removed.flatMap((id) => {
    const found = [
      ...usersOf({id, stack: own}, users).map(({stack, workspace, use: {fields}}) => ({
        stack,
        ...defined({workspace: workspace === plan.workspace ? undefined : workspace}),
        fields,
      })),
      ...clusters.filter((one) => one.id === id).map(({workspace}) => ({workspace, fields: []})),
    ];
    return found.length === 0 ? [] : [{id, users: found}];
  });
  if (resources.length > 0) throw new GantryError({code: 'shared/in-use', workspace: plan.workspace, resources});
}
