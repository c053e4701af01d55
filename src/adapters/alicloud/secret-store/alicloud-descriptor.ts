import type {SecretStoreDescriptor} from '../../../ports/secret-store-descriptor.ts';
import type {AlicloudConfig} from './alicloud-store.ts';

/** The secret store in Secrets Manager of the Key Management Service of Alibaba Cloud. */
export const alicloudDescriptor: SecretStoreDescriptor<Omit<AlicloudConfig, 'kind'>, AlicloudConfig> = {
  kind: 'alicloud',
  description: 'Secrets Manager of the Key Management Service of Alibaba Cloud.',
  example: '{region: REGION}',
  fields: {
    region: {type: 'text', required: true, description: 'For example cn-hangzhou.'},
    endpoint: {type: 'endpoint', description: 'Another server than that of the region.'},
  },
  logsInWith: 'alicloud',
  wants: ({endpoint, region}) => [
    {
      ability: 'server',
      server: endpoint ?? `Alibaba Cloud in ${region}`,
      credential: 'your Alibaba Cloud credentials',
    },
  ],
  resolve: (declared) => ({kind: 'alicloud', ...declared}),
  open: async (config, deps) => (await import('./alicloud-store.ts')).alicloudStore(config, deps),
};
