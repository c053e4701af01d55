/** The kubeconfig of a workspace leads to another cluster than the pinned one. */
export type OtherCluster = {
  readonly code: 'cluster/other';
  readonly workspace: string;
  readonly expected: string;
  readonly found: string;
  /** Address and CA told it: no credential was sent. */
  readonly unsent?: true;
  /** The kubeconfig has the certificate left unverified, and the pin has not. */
  readonly unverified?: true;
};
