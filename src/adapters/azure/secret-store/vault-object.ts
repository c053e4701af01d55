/** What a vault keeps: a certificate with its private key is read as the secret of that name. */
export type VaultObject = {
  readonly kind: 'secret' | 'cert' | 'key';
  readonly name: string;
  readonly version?: string;
  /** For messages. */
  readonly what: string;
};
