/** An object in a vault. A certificate with its private key is read as the secret with that name. */
export type VaultObject = {
  readonly kind: 'secret' | 'cert' | 'key';
  readonly name: string;
  readonly version?: string;
  /** The object as text, for messages. */
  readonly what: string;
};
