import type {Secret} from '../core/secret/secret.ts';
import type {KubeconfigSource, RemotePlace} from '../core/workspace/kubeconfig-source.ts';

/** A source of one kind of place. */
export type SourceOf<K extends RemotePlace['kind']> = KubeconfigSource & {
  readonly from: Extract<RemotePlace, {readonly kind: K}>;
};

/** What was fetched; nobody has looked into it yet. */
export type FetchedKubeconfig = {
  readonly text: Secret;
  /** Where it came from, in words, without what is secret in an address. */
  readonly from: string;
};
