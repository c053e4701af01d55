import type {Secret} from '../../../core/secret/secret.ts';

/** A server of HashiCorp Vault or OpenBao, and the login to it. */
export type VaultServer = {
  readonly server: string;
  readonly namespace?: string | undefined;
  readonly caFile?: string | undefined;
  readonly auth: VaultAuth;
};

/** The login method. `mount`: the path where the method is enabled. Each method has a default. */
export type VaultAuth =
  /** The token in `VAULT_TOKEN`, else in `~/.vault-token`. */
  | {readonly method: 'environment'}
  | {readonly method: 'token'; readonly token: Secret}
  | {readonly method: 'appRole'; readonly mount: string; readonly roleId: Secret; readonly secretId: Secret}
  /** The service account of the pod, or the token in another file. */
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
