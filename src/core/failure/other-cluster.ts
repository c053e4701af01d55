/** The kubeconfig of a workspace leads to another cluster than the pinned one. */
export type OtherCluster = {
  readonly code: 'cluster/other';
  readonly workspace: string;
  readonly expected: string;
  readonly found: string;
  /** Address and CA told it: no credential was sent. */
  readonly unsent?: true;
};
