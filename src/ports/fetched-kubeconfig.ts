import type {Secret} from '../core/secret/secret.ts';
import type {KubeconfigSource} from '../core/workspace/kubeconfig-source.ts';

/** A source whose kubeconfig is fetched from a place of one kind. */
export type SourceAt<Place> = Omit<KubeconfigSource, 'from'> & {readonly from: Place};

/** What was fetched; nobody has looked into it yet. */
export type FetchedKubeconfig = {
  readonly text: Secret;
  /** Where it came from, in words, without what is secret in an address. */
  readonly from: string;
};
