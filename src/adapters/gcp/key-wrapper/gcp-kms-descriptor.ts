import type {KeyWrapperDescriptor} from '../../../ports/key-wrapper-descriptor.ts';
import type {GcpKmsConfig} from './gcp-kms-config.ts';

/** A symmetric key of Google Cloud KMS. */
export const gcpKmsDescriptor: KeyWrapperDescriptor<Omit<GcpKmsConfig, 'kind'>, GcpKmsConfig> = {
  kind: 'gcpKms',
  description: 'A symmetric key of Google Cloud KMS.',
  fields: {
    key: {
      type: 'text',
      required: true,
      description: 'The name of the key: projects/PROJECT/locations/PLACE/keyRings/RING/cryptoKeys/KEY.',
    },
    endpoint: {type: 'endpoint', description: 'Another server than Google’s.'},
  },
  wants: ({endpoint = 'Google Cloud', key}) => [
    {ability: 'server', server: `${endpoint} (key ${key})`, credential: 'your Google credentials'},
  ],
  resolve: (declared) => ({kind: 'gcpKms', ...declared}),
  open: (config, deps) => ({
    kind: 'gcpKms',
    recipients: [config.key],
    wrap: async (key) => (await import('./wrap-by-gcp-kms.ts')).gcpKmsKey(config, deps).wrap(key),
    unwrap: async (wrapped) => (await import('./wrap-by-gcp-kms.ts')).gcpKmsKey(config, deps).unwrap(wrapped),
  }),
};
