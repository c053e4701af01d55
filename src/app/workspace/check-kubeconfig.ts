import {join} from 'node:path';
import {type LoadedWorkspace, parseWorkspaceText} from '../../config/workspace-file.ts';
import {GantryError} from '../../core/failure/failure.ts';
import {workspaceKey} from '../../core/release/keys.ts';
import type {Deps} from '../deps.ts';
import {examineContext} from './examine-context.ts';
import type {WorkspaceStore} from './kept-workspace.ts';
import type {KnownWorkspace} from './known-workspace.ts';
import {ownDirectory} from './known-workspaces.ts';

/**
 * Opens the kubeconfig of a workspace that is about to be kept, so that a wrong path or context shows now. Contacts no cluster. A workspace in the
 * user's own directory needs no consent. It also needs no other backend, which could be in the cluster of this workspace. Returns the context that it
 * leads to; undefined where that is not known before the kubeconfig is fetched.
 * @throws GantryError 'context/kubeconfig', saying that nothing was kept
 */
export async function checkKubeconfig(
  {name, scope}: Pick<WorkspaceStore, 'name' | 'scope'>,
  text: string,
  deps: Deps,
): Promise<string | undefined> {
  const file = workspaceKey(name);
  const {workspace, origin}: LoadedWorkspace = parseWorkspaceText(text, file);
  const place: KnownWorkspace =
    scope === 'mine'
      ? {name, place: 'file', file: join(ownDirectory(deps.home), `${name}.yaml`)}
      : {name, place: 'backend', file};
  const chosen = {...place, workspace, origin};
  const {kubeconfig} = await examineContext({chosen, resources: []}, deps);
  if ('broken' in kubeconfig) throw new GantryError({...kubeconfig.broken, unmade: true});
  // A remote kubeconfig is not fetched now, and a sandbox is created by its first use.
  if ('awaits' in kubeconfig || kubeconfig.from.kind === 'sandbox') return undefined;
  try {
    return (await deps.connect(kubeconfig)).contextName;
  } catch (error) {
    if (!(error instanceof GantryError) || error.failure.code !== 'context/kubeconfig') throw error;
    throw new GantryError({...error.failure, unmade: true}, {cause: error});
  }
}
