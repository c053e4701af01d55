/** A kubeconfig that could not be fetched. `from` is its address without credentials. */
export type Unfetched = {
  readonly workspace: string;
  readonly field: string;
  readonly from: string;
  readonly problem: string;
  readonly hint: string;
};
