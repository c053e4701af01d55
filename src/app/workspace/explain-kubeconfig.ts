import {type FailureCode, GantryError} from '../../core/failure/failure.ts';
import type {Use} from '../../core/release/use.ts';

const OF_CLUSTER: ReadonlySet<FailureCode> = new Set(['credential/refused', 'cluster/unreachable', 'cluster/tls']);

/**
 * Adds the source of the kubeconfig to an error of a cluster: no file names the server of a shared resource.
 * @param use the shared resource that holds the kubeconfig. Absent: it is elsewhere
 */
export function explainKubeconfig(error: unknown, workspace: string, use: Use | undefined): unknown {
  if (use === undefined || !(error instanceof GantryError)) return error;
  const {failure} = error;
  if (!('detail' in failure) || !OF_CLUSTER.has(failure.code)) return error;
  const from = `the kubeconfig of the workspace "${workspace}" is that of the shared resource ${use.id} of the workspace "${use.workspace ?? workspace}"`;
  return new GantryError({...failure, detail: `${failure.detail}; ${from}`}, {cause: error});
}
