/** Marks a release that was rebuilt from the cluster after the backend was lost or damaged. */
export type Rebuilt = {
  /** Ids of objects whose desired state is not known, because no file matched them. */
  readonly unknown: readonly string[];
  /** Objects that could not be read, for messages: `secrets in namespace shop`. */
  readonly unread: readonly string[];
};
