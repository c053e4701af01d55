import {type LoadedWorkspace, parseWorkspaceText} from '../../config/workspace-file.ts';
import {GantryError} from '../../core/failure/failure.ts';
import {workspaceKey} from '../../core/release/keys.ts';
import type {Deps} from '../deps.ts';
import {examineContext} from './examine-context.ts';

/**
 * Opens the kubeconfig of a workspace that is about to be kept, so that a wrong path or context shows now. Contacts no cluster.
 * Returns the context that it leads to; undefined where that is not known before the kubeconfig is fetched.
 * @throws GantryError 'context/kubeconfig', saying that nothing was kept
 */
export async function checkKubeconfig(name: string, text: string, deps: Deps): Promise<string | undefined> {
  const file = workspaceKey(name);
  const {workspace, origin}: LoadedWorkspace = parseWorkspaceText(text, file);
  const chosen = {name, place: 'backend', file, workspace, origin} as const;
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
