import {PutBucketVersioningCommand} from '@aws-sdk/client-s3';
import {s3Descriptor} from '../../src/adapters/aws/backend/s3-descriptor.ts';
import type {Backend} from '../../src/ports/backend.ts';
import {openS3TestBackend, type S3Config, withService} from '../rig/s3.ts';
import type {ServiceName} from '../services/services.ts';
import {accessTrialContract} from './access-trial.ts';
import {backendContract} from './backend.ts';

const open = async (service: ServiceName, change: Partial<S3Config> = {}): Promise<Backend> =>
  (await openS3TestBackend({service})).open(change);

/** Where a deletion leaves a mark, and what was replaced is kept. */
async function versioned(service: ServiceName, change: Partial<S3Config> = {}): Promise<Backend> {
  const place = await openS3TestBackend({service});
  const VersioningConfiguration = {Status: 'Enabled'} as const;
  await place.client.send(new PutBucketVersioningCommand({Bucket: place.config.bucket, VersioningConfiguration}));
  return place.open(change);
}

await withService('minio', 'S3 with TLS', () => {
  backendContract('s3 on minio', () => open('minio'));
  accessTrialContract('s3 on minio', () => open('minio'), s3Descriptor.accessTrial);
  // With a key of its own the ETag is no digest of the contents.
  const encryption = {algorithm: 'aws:kms', keyId: 'gantry-test'} as const;
  backendContract('s3 on minio, encrypted, with versions', () => versioned('minio', {encryption}));
});

await withService('moto', 'S3', () => {
  backendContract('s3 on moto', () => open('moto', {prefix: 'a/deep prefix+with=signs'}));
  backendContract('s3 on moto, with versions', () => versioned('moto'));
  accessTrialContract('s3 on moto', () => open('moto'), s3Descriptor.accessTrial);
});
