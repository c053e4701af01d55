import type {AzureConfig} from '../login/azure-login.ts';

/** An RSA key of Azure Key Vault that encrypts the data key of a backend. */
export type AzureKeyConfig = Omit<AzureConfig, 'kind'> & {
  readonly kind: 'azureKeyVault';
  readonly key: string;
};
