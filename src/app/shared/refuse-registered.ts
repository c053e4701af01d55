import {GantryError} from '../../core/failure/failure.ts';
import type {ChangedExternal} from '../../core/failure/shared-failure.ts';
import type {Plan} from '../../core/plan/plan.ts';
import {isSharedProject} from '../../core/stacks/shared-stacks.ts';
import {externalResources} from '../../engine/shared/external-resources.ts';
import type {Backend} from '../../ports/backend.ts';
import type {PlannedChange} from '../../ports/planned-change.ts';

/**
 * Refuses the plan of a shared stack that takes over an external resource whose object is another one than the registered, or gone: a
 * registration must not lead to a new object without anybody's consent.
 * @throws GantryError shared/external-changed
 */
export async function refuseRegistered(
  plan: Pick<Plan, 'project' | 'workspace'>,
  changes: readonly PlannedChange[],
  backend: Backend,
): Promise<void> {
  if (!isSharedProject(plan)) return;
  const externals = new Map((await externalResources(plan.workspace, backend)).map((one) => [one.id, one]));
  const resources = changes.flatMap((planned): readonly ChangedExternal[] => {
    const {id, action} = planned.change;
    const external = externals.get(id);
    if (external?.type !== 'Kubernetes') return [];
    const {uid} = external.object;
    if (action === 'create') return [{id, expected: uid}];
    const found = planned.seen?.().uid;
    return action === 'adopt' && found !== undefined && found !== uid ? [{id, expected: uid, found}] : [];
  });
  if (resources.length > 0)
    throw new GantryError({code: 'shared/external-changed', workspace: plan.workspace, resources});
}
