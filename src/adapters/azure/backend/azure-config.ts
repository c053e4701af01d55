import type {Secret} from '../../../core/secret/secret.ts';

/** A container that can be opened. */
export type AzureBackendConfig = Container & {
  /** The credentials. Absent: a key or a shared access signature of the environment, else the login to Azure. */
  readonly credentials?: Keys<Secret> | undefined;
  /** `--insecure`: allows an endpoint without TLS. */
  readonly insecure: boolean;
};

/** A container as written in project.yaml or in an address. */
export type Container = {
  readonly kind: 'azure';
  readonly container: string;
  /** The prefix of each key, without slashes at its ends. */
  readonly prefix?: string | undefined;
  /** The storage account. Default: AZURE_STORAGE_ACCOUNT. */
  readonly storageAccount?: string | undefined;
  /** The address of the Blob service, if it is not that of the account in the public cloud. */
  readonly endpoint?: string | undefined;
  /** A file of PEM certificates to trust in addition to those of the system. */
  readonly caFile?: string | undefined;
};

/** The credentials of the backend. `key`: one of the two keys of the storage account. */
export type Keys<Value> = {readonly key: Value};
