import type {Secret} from '../../../core/secret/secret.ts';

/** A workspace's secret store in HashiCorp Vault or OpenBao. */
export type VaultConfig = {
  readonly kind: 'vault';
  readonly server: string;
  /** Where the KV engine is mounted. */
  readonly path: string;
  readonly version: 'v1' | 'v2';
  readonly namespace?: string | undefined;
  readonly caFile?: string | undefined;
  readonly auth: VaultAuth;
};

/** How Gantry shows Vault who it is. `mount`: where that method is enabled; each has its usual one. */
export type VaultAuth =
  /** `VAULT_TOKEN`, else `~/.vault-token`. */
  | {readonly method: 'environment'}
  | {readonly method: 'token'; readonly token: Secret}
  | {readonly method: 'appRole'; readonly mount: string; readonly roleId: Secret; readonly secretId: Secret}
  /** The service account of the pod that we run in, or the token in another file. */
  | {
      readonly method: 'kubernetes';
      readonly mount: string;
      readonly role: string;
      readonly tokenFile?: string | undefined;
    }
  | {
      readonly method: 'jwt';
      readonly mount: string;
      readonly role: string;
      readonly token?: Secret | undefined;
      readonly tokenFile?: string | undefined;
    };
