import type {KubeconfigSource} from '../workspace/kubeconfig-source.ts';
import type {Secret} from './secret.ts';

/** How Gantry shows Vault who it is. `mount`: where that method is enabled; each has its usual one. */
export type VaultAuth =
  /** `VAULT_TOKEN`, else `~/.vault-token`. */
  | {readonly method: 'environment'}
  | {readonly method: 'token'; readonly token: Secret}
  | {readonly method: 'appRole'; readonly mount: string; readonly roleId: Secret; readonly secretId: Secret}
  /** The service account of the pod that we run in, or the token in another file. */
  | {readonly method: 'kubernetes'; readonly mount: string; readonly role: string; readonly tokenFile?: string}
  | {
      readonly method: 'jwt';
      readonly mount: string;
      readonly role: string;
      readonly token?: Secret;
      readonly tokenFile?: string;
    };

/** A secret store that can be opened: paths are absolute, what it needs itself is resolved. */
export type SecretStoreConfig =
  /** Environment variables; `prefix` comes before each name. */
  | {readonly kind: 'env'; readonly prefix: string}
  /** A directory with one file for each secret, or one file of `NAME=value` lines; absolute. */
  | {readonly kind: 'file'; readonly path: string}
  | {
      readonly kind: 'vault';
      readonly server: string;
      /** Where the KV engine is mounted. */
      readonly path: string;
      readonly version: 'v1' | 'v2';
      readonly namespace?: string;
      readonly caFile?: string | undefined;
      readonly auth: VaultAuth;
    }
  | {
      readonly kind: 'aws';
      readonly service: 'secretsManager' | 'parameterStore';
      readonly region?: string;
      readonly profile?: string;
      readonly endpoint?: string | undefined;
    }
  | {
      readonly kind: 'azure';
      readonly vaultUrl: string;
      readonly tenantId?: string;
      readonly environmentType?: AzureEnvironment;
    }
  /** `project`: its id or number. */
  | {readonly kind: 'gcp'; readonly project: string; readonly endpoint?: string | undefined}
  | {readonly kind: 'alicloud'; readonly region: string; readonly endpoint?: string | undefined}
  /** Secrets of one namespace: the first segments name the Secret, the last one the key in it. */
  | {readonly kind: 'kubernetes'; readonly namespace: string; readonly kubeconfig: KubeconfigSource}
  /** A file, or a directory of files, that sops has encrypted for age. */
  | {readonly kind: 'sops'; readonly path: string; readonly keyFile?: string}
  /** A program that prints a secret; run without a shell. */
  | {
      readonly kind: 'exec';
      readonly command: readonly string[];
      readonly directory?: string | undefined;
      readonly env: Readonly<Record<string, Secret>>;
      readonly timeoutSeconds: number;
    };

/** The clouds of Azure, by the names that Kusion's workspaces use. */
export const AZURE_ENVIRONMENTS = ['PublicCloud', 'USGovernmentCloud', 'ChinaCloud', 'GermanCloud'] as const;
/** One of the clouds of Azure. */
export type AzureEnvironment = (typeof AZURE_ENVIRONMENTS)[number];
