import type {KeyWrapperDescriptor} from '../../../ports/key-wrapper-descriptor.ts';
import type {AzureEnvironment} from '../login/azure-login.ts';
import type {AzureKeyConfig} from './azure-key-config.ts';

const CLOUDS = ['PublicCloud', 'USGovernmentCloud', 'ChinaCloud', 'GermanCloud'] satisfies readonly AzureEnvironment[];

/** An RSA key of Azure Key Vault, or of a managed HSM. */
export const azureKeyDescriptor: KeyWrapperDescriptor<Omit<AzureKeyConfig, 'kind'>, AzureKeyConfig> = {
  kind: 'azureKeyVault',
  description: 'An RSA key of Azure Key Vault.',
  fields: {
    vaultUrl: {type: 'endpoint', required: true, description: 'https://NAME.vault.azure.net'},
    key: {type: 'text', required: true, description: 'The name of the key.'},
    tenantId: {type: 'text', description: 'Default: the one of the credentials.'},
    environmentType: {type: 'choice', of: CLOUDS, description: 'Default: PublicCloud.'},
  },
  wants: ({vaultUrl, tenantId}) => [
    {ability: 'server', server: vaultUrl, credential: `your Azure credentials${tenantId ? ` of ${tenantId}` : ''}`},
  ],
  resolve: (declared) => ({kind: 'azureKeyVault', ...declared}),
  open: (config, deps) => ({
    kind: 'azureKeyVault',
    recipients: [`${config.vaultUrl.replace(/(?<!\/)\/+$/, '')}/keys/${config.key}`],
    wrap: async (key) => (await import('./wrap-by-azure-key.ts')).azureKey(config, deps).wrap(key),
    unwrap: async (wrapped) => (await import('./wrap-by-azure-key.ts')).azureKey(config, deps).unwrap(wrapped),
  }),
};
