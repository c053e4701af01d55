import type {SecretStoreDescriptor} from '../../../ports/secret-store-descriptor.ts';
import type {AzureConfig, AzureEnvironment} from '../login/azure-login.ts';

/** The clouds, by the names that Kusion's workspaces use. */
const CLOUDS = ['PublicCloud', 'USGovernmentCloud', 'ChinaCloud', 'GermanCloud'] satisfies readonly AzureEnvironment[];

/** The secret store in Azure Key Vault. */
export const azureDescriptor: SecretStoreDescriptor<Omit<AzureConfig, 'kind'>, AzureConfig> = {
  kind: 'azure',
  description: 'Azure Key Vault.',
  example: '{vaultUrl: https://NAME.vault.azure.net}',
  fields: {
    vaultUrl: {type: 'endpoint', required: true, description: 'https://NAME.vault.azure.net'},
    tenantId: {type: 'text', description: 'Default: the one of the credentials.'},
    environmentType: {type: 'choice', of: CLOUDS, description: 'Default: PublicCloud.'},
  },
  logsInWith: 'azure',
  wants: ({vaultUrl, tenantId}) => [
    {
      ability: 'server',
      server: vaultUrl,
      credential: `your Azure credentials${tenantId ? ` of ${tenantId}` : ''}`,
    },
  ],
  resolve: (declared) => ({kind: 'azure', ...declared}),
  open: async (config, deps) => (await import('./azure-store.ts')).azureStore(config, deps),
};
