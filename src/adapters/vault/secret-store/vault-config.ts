import type {VaultServer} from '../login/vault-server.ts';

/** The configuration of a secret store in HashiCorp Vault or OpenBao. */
export type VaultConfig = VaultServer & {
  readonly kind: 'vault';
  /** The mount path of the KV engine. */
  readonly path: string;
  readonly version: 'v1' | 'v2';
};
