import {basename} from 'node:path';
import {findOrigin} from '../release/find-origin.ts';

/**
 * Returns the prefix of a project's own variables: `SHOP_`. It is the name of its repository at the remote `origin`, or of its directory in
 * the repository: the same in every clone and worktree. The name in project.yaml does not count: a pull request that names the project
 * `pip` would get the variables of pip. Outside of repositories it is the name of the directory.
 */
export async function ownPrefix(project: string): Promise<string> {
  const origin = await findOrigin(project);
  const name = origin?.split('/').findLast((part) => part !== '') ?? basename(project);
  return `${name.toUpperCase().replaceAll(/[^A-Z0-9]/g, '_')}_`;
}
