import {join} from 'node:path';
import {BUCKET_NAME, PREFIX_FIELD, placeInBucket, shownPlace} from '../../../core/backend/bucket-names.ts';
import type {Secret} from '../../../core/secret/secret.ts';
import type {BackendDescriptor, DeclaredStore} from '../../../ports/backend-descriptor.ts';
import type {Bucket, BucketEncryption, Keys, S3Config} from './s3-config.ts';

type Declared = Bucket & {
  /** References (`ref://…`). Without them: the SDK's own chain of sources. */
  readonly credentials?: Keys<string> | undefined;
  /** The secret store of these references. Default: the environment. */
  readonly secretStore?: DeclaredStore | null | undefined;
};

/** The backend in a bucket of Amazon, or of a server with the same API. */
export const s3Descriptor: BackendDescriptor<Declared, S3Config> = {
  kind: 's3',
  description: 'A bucket of Amazon S3, or of a server with the same API.',
  address: {
    scheme: 's3',
    example: 's3://BUCKET/PREFIX',
    exampleOptions: '?region=…',
    forms: ['s3://BUCKET[/PREFIX]'],
    place: ['bucket', 'prefix'],
    read: placeInBucket(BUCKET_NAME),
    show: shownPlace,
  },
  fields: {
    bucket: {
      type: 'text',
      required: true,
      pattern: BUCKET_NAME,
      error: 'a bucket has 3 to 63 small letters, digits, `.` and `-`',
      description: 'The name of the bucket.',
    },
    prefix: PREFIX_FIELD,
    region: {type: 'text', description: 'Default: AWS_REGION, or the one of the profile.'},
    endpoint: {type: 'endpoint', description: 'Another server than Amazon’s: https://host[:port].'},
    pathStyle: {type: 'flag', description: 'https://host/bucket/key; default: true with an `endpoint`.'},
    profile: {type: 'text', description: 'A profile of the shared AWS files.'},
    caFile: {type: 'certificates', description: 'PEM certificates to trust besides those of the system.'},
    encryption: {
      type: 'choice',
      description: 'Server-side encryption.',
      tag: 'algorithm',
      descriptions: {
        algorithm: 'The service whose keys encrypt: S3 (AES256) or KMS (aws:kms).',
        keyId: 'The key in KMS; default: the key of AWS for S3.',
      },
      of: {AES256: [], 'aws:kms': ['keyId']},
      options: ['sse', 'kmsKeyId'],
      read: ({sse, kmsKeyId}) => encryptionOf(sse, kmsKeyId),
      show: ({algorithm, keyId}) => ({sse: algorithm, kmsKeyId: keyId}),
    },
    credentials: {
      type: 'credentials',
      names: ['accessKeyId', 'secretAccessKey'],
      optionalNames: ['sessionToken'],
      description: 'References to secrets; default: the chain of sources of the AWS SDK.',
    },
    secretStore: {
      type: 'secret-store',
      description: 'Where `credentials` are read; default: the environment.',
    },
  },
  contacts: {keeps: ({bucket}) => bucket, credentials: 'your AWS credentials'},
  accessTrial: {by: 'condition', version: '"00000000000000000000000000000000"'},
  kusionType: 's3',
  resolve: async ({caFile, credentials, secretStore, ...bucket}, deps) => ({
    ...bucket,
    caFile: caFile && deps.certificates(caFile),
    credentials: credentials && ((await deps.secrets(credentials, secretStore)) as Keys<Secret>),
    insecure: deps.insecure,
  }),
  open: async (config, {env, home, signal}) => {
    const {s3Backend} = await import('./s3-backend.ts');
    return s3Backend(config, {env, cacheDir: join(home, 'cache'), signal});
  },
};

function encryptionOf(
  sse: string | undefined,
  keyId: string | undefined,
): BucketEncryption | {problem: string} | undefined {
  if (sse === undefined) return keyId === undefined ? undefined : {algorithm: 'aws:kms', keyId};
  if (sse === 'AES256')
    return keyId === undefined ? {algorithm: 'AES256'} : {problem: '`kmsKeyId` requires `sse=aws:kms`'};
  if (sse === 'aws:kms') return keyId === undefined ? {algorithm: 'aws:kms'} : {algorithm: 'aws:kms', keyId};
  return {problem: '`sse` must be AES256 or aws:kms'};
}
