import type {SecretStoreDescriptor} from '../../../ports/secret-store-descriptor.ts';
import type {GcpConfig} from './gcp-store.ts';

/** The secret store in Secret Manager of Google Cloud. */
export const gcpDescriptor: SecretStoreDescriptor<Omit<GcpConfig, 'kind'>, GcpConfig> = {
  kind: 'gcp',
  description: 'Secret Manager of Google Cloud.',
  example: '{project: PROJECT}',
  fields: {
    project: {type: 'text', required: true, description: 'The id of the project, or its number.'},
    endpoint: {type: 'endpoint', description: 'Another server than Google’s.'},
  },
  logsInWith: 'google',
  wants: ({endpoint = 'Google Cloud', project}) => [
    {ability: 'server', server: `${endpoint} (project ${project})`, credential: 'your Google credentials'},
  ],
  resolve: (declared) => ({kind: 'gcp', ...declared}),
  open: async (config, deps) => (await import('./gcp-store.ts')).gcpStore(config, deps),
};
