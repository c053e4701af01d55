/** A shared resource that a release used, and the fields that took a value from it. */
export type Use = {
  /** The shared stack: `shared/STACK`. `external`: a resource that Gantry only reads. */
  readonly stack: string;
  readonly id: string;
  /** The uid of the object of an external resource; the id at the provider of a Terraform resource. */
  readonly uid?: string;
  /** The revision of the shared stack. Absent if it had no release yet. */
  readonly revision?: number;
  /** The digest of its desired state at that revision. */
  readonly digest?: string;
  /** The workspace of the shared stack, if it is another one: the cluster of the release is in the kubeconfig of that resource. */
  readonly workspace?: string;
  /** Empty if the release only depends on it. */
  readonly fields: readonly UsedIn[];
};

/** A field that takes a value from a shared resource. */
export type UsedIn = {
  readonly resource: string;
  readonly path: string;
  /** The field of the shared resource. Absent in releases of earlier versions. */
  readonly from?: string;
};
