import type {VaultServer} from '../login/vault-server.ts';

/** A key of the transit engine that encrypts the data key of a backend. */
export type TransitConfig = VaultServer & {
  readonly kind: 'vault';
  /** The mount path of the transit engine. */
  readonly path: string;
  readonly key: string;
};
