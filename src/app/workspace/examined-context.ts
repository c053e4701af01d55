import type {Diagnostic} from '../../core/diagnostic/diagnostic.ts';
import type {Failure} from '../../core/failure/failure.ts';
import type {KubeconfigSource} from '../../core/workspace/kubeconfig-source.ts';
import type {ContextValue} from '../../core/workspace/value-source.ts';
import type {AwaitedKubeconfig} from './awaited-origin.ts';

/** A context with all its provenance, usable or not. */
export type ExaminedContext = {
  readonly kubeconfig: ExaminedKubeconfig;
  readonly values: readonly ContextValue[];
  readonly warnings: readonly Diagnostic[];
};

/** At hand; or somewhere else, where nobody has asked yet; or of no use. */
export type ExaminedKubeconfig =
  | KubeconfigSource
  | AwaitedKubeconfig
  | {readonly broken: Failure & {readonly code: 'context/kubeconfig'}};
