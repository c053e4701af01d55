import type {Secret} from '../secret/secret.ts';

/** Which kubeconfig a workspace's context leads to, after the priority rules; not yet read or parsed. */
export type KubeconfigSource = {
  readonly workspace: string;
  /** The field that the user set, for messages: `context.kubeconfig_path`, `KUBECONFIG`, `~/.kube/config`, `in-cluster`. */
  readonly field: string;
  /** The file in which that field stands, if any. */
  readonly file?: string;
  /** Which context inside the kubeconfig; default: its current-context. */
  readonly kubeContext?: string;
  readonly from:
    | {readonly kind: 'content'; readonly content: Secret}
    /** Absolute paths; more than one are merged as kubectl does. `skipped` were listed but are missing. */
    | {readonly kind: 'files'; readonly paths: readonly string[]; readonly skipped: readonly string[]}
    | {readonly kind: 'in-cluster'};
};
