import type {KeyWrapperDescriptor} from '../../../ports/key-wrapper-descriptor.ts';
import type {AwsKmsConfig} from './aws-kms-config.ts';

/** A symmetric key of AWS KMS. */
export const awsKmsDescriptor: KeyWrapperDescriptor<Omit<AwsKmsConfig, 'kind'>, AwsKmsConfig> = {
  kind: 'awsKms',
  description: 'A symmetric key of AWS KMS.',
  fields: {
    key: {type: 'text', required: true, description: 'The ARN of the key, its id, or alias/NAME.'},
    region: {type: 'text', description: 'Default: the one in the ARN, AWS_REGION, or the one of the profile.'},
    profile: {type: 'text', description: 'A profile of the shared AWS files.'},
    endpoint: {type: 'endpoint', description: 'Another server than Amazon’s.'},
    context: {
      type: 'variables',
      description: 'An encryption context, which key policies can require. It is stored nowhere: keep it.',
    },
  },
  wants: ({endpoint, key, profile}) => [
    {
      ability: 'server',
      server: `${endpoint ?? 'AWS'} (key ${key})`,
      credential: `your AWS credentials${profile ? ` (profile ${profile})` : ''}`,
    },
  ],
  resolve: (declared) => ({kind: 'awsKms', ...declared}),
  open: (config, deps) => ({
    kind: 'awsKms',
    recipients: [config.key],
    wrap: async (key) => (await import('./wrap-by-aws-kms.ts')).awsKmsKey(config, deps).wrap(key),
    unwrap: async (wrapped) => (await import('./wrap-by-aws-kms.ts')).awsKmsKey(config, deps).unwrap(wrapped),
  }),
};
