import type {Secret} from '../../../core/secret/secret.ts';

/** A container that can be opened. */
export type AzureBackendConfig = Container & {
  /** Absent: a key or a shared access signature of the environment, else the login to Azure. */
  readonly credentials?: Keys<Secret> | undefined;
  /** `--insecure`: an endpoint without TLS is accepted. */
  readonly insecure: boolean;
};

/** A container as a backend, as project.yaml or an address describes it. */
export type Container = {
  readonly kind: 'azure';
  readonly container: string;
  /** Comes before each key; without slashes at its ends. */
  readonly prefix?: string | undefined;
  /** Default: AZURE_STORAGE_ACCOUNT. */
  readonly storageAccount?: string | undefined;
  /** The address of the Blob service, where it is not that of the account in the public cloud. */
  readonly endpoint?: string | undefined;
  /** A file of PEM certificates to trust besides the system's. */
  readonly caFile?: string | undefined;
};

/** `key`: one of the two keys of the storage account. */
export type Keys<Value> = {readonly key: Value};
