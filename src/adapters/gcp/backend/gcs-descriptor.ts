import {PREFIX_FIELD, placeInBucket, shownPlace} from '../../../core/backend/bucket-names.ts';
import type {Secret} from '../../../core/secret/secret.ts';
import type {BackendDescriptor, DeclaredStore} from '../../../ports/backend-descriptor.ts';
import type {Bucket, GcsConfig, Keys} from './gcs-config.ts';

/** The names that Google accepts for a bucket. */
const BUCKET_NAME = /^[a-z0-9][a-z0-9._-]{1,220}[a-z0-9]$/;

type Declared = Bucket & {
  /** A reference (`ref://…`). Without it: Google's application default credentials. */
  readonly credentials?: Keys<string> | undefined;
  /** The secret store of the reference. Default: the environment. */
  readonly secretStore?: DeclaredStore | null | undefined;
};

/** The backend in a bucket of Google Cloud Storage. */
export const gcsDescriptor: BackendDescriptor<Declared, GcsConfig> = {
  kind: 'gcs',
  description: 'A bucket of Google Cloud Storage.',
  address: {
    scheme: 'gs',
    example: 'gs://BUCKET/PREFIX',
    forms: ['gs://BUCKET[/PREFIX]'],
    place: ['bucket', 'prefix'],
    read: placeInBucket(BUCKET_NAME),
    show: shownPlace,
  },
  fields: {
    bucket: {
      type: 'text',
      required: true,
      pattern: BUCKET_NAME,
      error: 'a bucket has 3 to 222 small letters, digits, `.`, `_` and `-`',
      description: 'The name of the bucket.',
    },
    prefix: PREFIX_FIELD,
    endpoint: {type: 'endpoint', description: 'Another server than Google’s: https://host[:port].'},
    caFile: {type: 'certificates', description: 'PEM certificates to trust besides those of the system.'},
    credentials: {
      type: 'credentials',
      names: ['key'],
      description:
        'A reference to the JSON key of a service account; default: Google’s application default credentials.',
    },
    secretStore: {type: 'secret-store', description: 'Where `credentials` are read; default: the environment.'},
  },
  contacts: {keeps: ({bucket}) => bucket, credentials: 'your Google credentials'},
  accessTrial: {by: 'condition', version: '1', both: true},
  kusionType: 'google',
  resolve: async ({caFile, credentials, secretStore, ...bucket}, deps) => ({
    ...bucket,
    caFile: caFile && deps.certificates(caFile),
    credentials: credentials && ((await deps.secrets(credentials, secretStore)) as Keys<Secret>),
    insecure: deps.insecure,
  }),
  open: async (config, {env, signal}) => {
    const {gcsBackend} = await import('./gcs-backend.ts');
    return gcsBackend(config, {env, signal});
  },
};
