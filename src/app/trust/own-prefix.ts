import {basename} from 'node:path';
import {findOrigin} from '../release/find-origin.ts';

/**
 * What the variables of a project begin with: `SHOP_`. It is the name of its repository at the remote `origin`, or of its directory in there:
 * the same in every clone and worktree. The name in project.yaml does not count: a pull request that calls the project `pip` would give
 * itself the variables of pip. Outside of repositories it is the name of the directory.
 */
export async function ownPrefix(project: string): Promise<string> {
  const origin = await findOrigin(project);
  const name = origin?.split('/').findLast((part) => part !== '') ?? basename(project);
  return `${name.toUpperCase().replaceAll(/[^A-Z0-9]/g, '_')}_`;
}
