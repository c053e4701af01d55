import {GantryError} from '../../core/failure/failure.ts';
import {isSharedProject} from '../../core/stacks/shared-stacks.ts';
import {type StackName, stackText} from '../../core/stacks/stack-name.ts';
import type {Backend} from '../../ports/backend.ts';
import {findHistories} from '../release/find-histories.ts';
import {sharedUsers} from './shared-users.ts';

/**
 * Refuses to rename shared stacks that other stacks use: their releases record the names, and a removal would no longer find them.
 * @param from the project, or one stack of it
 * @throws GantryError input/usage with the users
 */
export async function refuseUsedRename(from: Pick<StackName, 'project'> & Partial<StackName>, backend: Backend) {
  if (!isSharedProject(from)) return;
  const histories = await findHistories(backend, from);
  const renamed = new Set(histories.map(stackText));
  const workspaces = [...new Set(histories.map(({workspace}) => workspace))];
  const users = (await Promise.all(workspaces.map((workspace) => sharedUsers(workspace, backend)))).flat();
  const names = users
    .filter(({stack, use}) => renamed.has(use.stack) && (use.workspace !== undefined || !renamed.has(stack)))
    .map(({stack}) => stack);
  if (names.length === 0) return;
  throw new GantryError({
    code: 'input/usage',
    message: `shared stacks that other stacks use cannot be renamed: ${[...new Set(names)].toSorted().join(', ')} would lose them`,
    hint: 'Remove the references from these stacks, and apply them first.',
  });
}
