import type {Secret} from '../core/secret/secret.ts';

/**
 * A kubeconfig with one context, one cluster and one user that needs no other file: what `kubectl config view --raw --flatten
 * --minify` makes of it. Of a source with the user's own identity its user is empty: who writes it down adds the login.
 */
export type FlatKubeconfig = {
  readonly text: Secret;
  readonly contextName: string;
  readonly server: string;
};
