/** The recipients of age that a backend is sealed for. */
export type AgeConfig = {
  readonly kind: 'age';
  readonly recipients: readonly string[];
  /** The absolute path of a file with identities. */
  readonly identity?: string;
};
