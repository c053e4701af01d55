/** The kubeconfig of a workspace selects another cluster than the pinned one. */
export type OtherCluster = {
  readonly code: 'cluster/other';
  readonly workspace: string;
  readonly expected: string;
  readonly found: string;
  /** True if address and CA already differ, so no credential was sent. */
  readonly unsent?: true;
  /** True if the kubeconfig skips the verification of the certificate, but the pin does not. */
  readonly unverified?: true;
};
