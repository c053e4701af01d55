import type {Deps} from '../app/deps.ts';
import {isInOwnDirectory} from '../app/trust/trust-origin-of.ts';
import type {KubeconfigSource} from '../core/workspace/kubeconfig-source.ts';

/**
 * Reports whether only the user wrote a kubeconfig: it is in `$GANTRY_HOME` or `~/.kube`, `KUBECONFIG` names it, or it is the
 * service account of the pod. A kubeconfig in the text of a workspace or project, or a fetched one, may come from another person.
 */
export function isOwnKubeconfig({from, field}: KubeconfigSource, deps: Pick<Deps, 'env' | 'home'>): boolean {
  if (from.kind === 'in-cluster') return true;
  if (from.kind !== 'files') return false;
  // Compare the path itself: a file of the user may be a link.
  return field === 'KUBECONFIG' || from.paths.every((path) => isInOwnDirectory(path, deps));
}
