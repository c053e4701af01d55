/** A kubeconfig that lies elsewhere and was not had. `from`: where it is, without credentials. */
export type Unfetched = {
  readonly workspace: string;
  readonly field: string;
  readonly from: string;
  readonly problem: string;
  readonly hint: string;
};
