import type {Diagnostic} from '../../core/diagnostic/diagnostic.ts';
import type {Failure} from '../../core/failure/failure.ts';
import type {KubeconfigSource} from '../../core/workspace/kubeconfig-source.ts';
import type {ContextValue} from '../../core/workspace/value-source.ts';
import type {AwaitedKubeconfig} from './awaited-origin.ts';

/** A context with all its provenance, valid or not. */
export type ExaminedContext = {
  readonly kubeconfig: ExaminedKubeconfig;
  readonly values: readonly ContextValue[];
  readonly warnings: readonly Diagnostic[];
};

/** A kubeconfig: available, or stored elsewhere and not fetched yet, or unusable. */
export type ExaminedKubeconfig =
  | KubeconfigSource
  | AwaitedKubeconfig
  | {readonly broken: Failure & {readonly code: 'context/kubeconfig'}};
