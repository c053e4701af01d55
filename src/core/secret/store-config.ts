/** Which secret store a workspace has. */
export type SecretStoreConfig =
  /** Environment variables; `prefix` comes before each name. */
  | {readonly kind: 'env'; readonly prefix: string}
  /** One file for each secret, below an absolute directory. */
  | {readonly kind: 'file'; readonly directory: string};
