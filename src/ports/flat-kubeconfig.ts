import type {Secret} from '../core/secret/secret.ts';

/**
 * A kubeconfig with one context, one cluster and one user that needs no other file: what `kubectl config view --raw --flatten
 * --minify` makes of it.
 */
export type FlatKubeconfig = {
  readonly text: Secret;
  readonly contextName: string;
  readonly server: string;
};
