import type {Secret} from '../core/secret/secret.ts';
import type {KubeconfigSource} from '../core/workspace/kubeconfig-source.ts';

/** A source whose kubeconfig is fetched from a place of one kind. */
export type SourceAt<Place> = Omit<KubeconfigSource, 'from'> & {readonly from: Place};

/** A fetched kubeconfig that is not parsed yet. */
export type FetchedKubeconfig = {
  readonly text: Secret;
  /** The place that it came from, as text without the secret parts of an address. */
  readonly from: string;
};
