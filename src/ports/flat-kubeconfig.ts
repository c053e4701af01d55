import type {Secret} from '../core/secret/secret.ts';

/**
 * A kubeconfig with one context, one cluster and one user, and without references to other files. This is the output of `kubectl
 * config view --raw --flatten --minify`. If the source uses the user's own identity, the user entry is empty, and the writer of
 * the file adds the login.
 */
export type FlatKubeconfig = {
  readonly text: Secret;
  readonly contextName: string;
  readonly server: string;
};
