import type {Diagnostic} from '../../core/diagnostic/diagnostic.ts';
import {GantryError} from '../../core/failure/failure.ts';
import type {KubeconfigSource} from '../../core/workspace/kubeconfig-source.ts';
import type {ContextValue} from '../../core/workspace/value-source.ts';
import type {Deps} from '../deps.ts';
import type {ChosenWorkspace} from './chosen-workspace.ts';
import {type ContextRequest, examineContext} from './examine-context.ts';

/** A context that can be used: which kubeconfig, and every value with its provenance. */
export type ResolvedContext = {
  readonly kubeconfig: KubeconfigSource;
  readonly values: readonly ContextValue[];
  readonly warnings: readonly Diagnostic[];
};

/**
 * The context of a workspace by priority (see core/workspace/resolve-kubeconfig.ts).
 * @throws GantryError 'context/kubeconfig' when the highest level that is set is broken, or none is set
 */
export async function resolveContext(
  request: ContextRequest & {readonly chosen: ChosenWorkspace},
  deps: Deps,
): Promise<ResolvedContext> {
  const {kubeconfig, values, warnings} = await examineContext(request, deps);
  if ('broken' in kubeconfig) throw new GantryError(kubeconfig.broken);
  return {kubeconfig, values, warnings};
}
