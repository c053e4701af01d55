import type {SecretStoreDescriptor} from '../../../ports/secret-store-descriptor.ts';
import type {AwsConfig} from './aws-service.ts';

type Declared = Partial<Omit<AwsConfig, 'kind'>>;

/** The secret store in AWS Secrets Manager, or in the Parameter Store of Systems Manager. */
export const awsDescriptor: SecretStoreDescriptor<Declared, AwsConfig> = {
  kind: 'aws',
  description: 'AWS Secrets Manager, or the Parameter Store of Systems Manager.',
  example: '{region: REGION}',
  fields: {
    region: {type: 'text', description: 'Default: AWS_REGION, or the one of the profile.'},
    profile: {type: 'text', description: 'A profile of the shared AWS files.'},
    service: {type: 'choice', of: ['secretsManager', 'parameterStore'], description: 'Default: secretsManager.'},
    endpoint: {type: 'endpoint', description: 'Another server than Amazon’s.'},
  },
  logsInWith: 'aws',
  wants: ({endpoint, region, profile}) => [
    {
      ability: 'server',
      server: endpoint ?? `AWS${region ? ` in ${region}` : ''}`,
      credential: `your AWS credentials${profile ? ` (profile ${profile})` : ''}`,
    },
  ],
  resolve: ({service = 'secretsManager', ...declared}) => ({kind: 'aws', service, ...declared}),
  open: async (config, {env, signal, besideMetadata}) =>
    (await import('./aws-store.ts')).awsStore(config, {env, signal, besideMetadata}),
};
