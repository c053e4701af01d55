import type {WrappedKey} from '../core/sealing/sealing-document.ts';
import type {Secret} from '../core/secret/secret.ts';

/** A way to encrypt the data key of a backend for its users: age recipients, a passphrase, or a key in a KMS. */
export type KeyWrapper = {
  readonly kind: string;
  /** The keys that unwrap the data key, without secrets. */
  readonly recipients: readonly string[];
  /**
   * Encrypts a data key, or returns the reason why that is not possible.
   * @throws GantryError input/usage for a declaration that cannot work
   */
  readonly wrap: (key: Secret) => Promise<string | NoDataKey>;
  /** Returns the data key, or the reason why this user cannot unwrap it. */
  readonly unwrap: (wrapped: WrappedKey) => Promise<Secret | NoDataKey>;
};

/** The reason why the data key of a backend was not wrapped or unwrapped. */
export type NoDataKey = {readonly because: string; readonly hint?: string | undefined};

/** The encryption of a backend. */
export type BackendEncryption = {
  /** The wrappers that the configuration declares. Empty: it declares no encryption, and the backend may still be sealed. */
  readonly declared: readonly KeyWrapper[];
  /** The wrappers that need no declaration, because they contact nothing. They only unwrap. */
  readonly undeclared: readonly KeyWrapper[];
};
