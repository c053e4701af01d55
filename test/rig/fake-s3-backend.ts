import type {S3Options} from '../../src/adapters/aws/backend/open-bucket.ts';
import {s3Backend} from '../../src/adapters/aws/backend/s3-backend.ts';
import {Secret} from '../../src/core/secret/secret.ts';
import type {Backend} from '../../src/ports/backend.ts';
import type {FakeS3} from './fake-s3.ts';
import type {S3Config} from './s3.ts';

/** Waits for nothing longer than a test may. */
const HASTE = {attemptMs: 1_000, budgetMs: 4_000, firstDelayMs: 1, longestDelayMs: 4};

/** A backend on a bucket of this process. */
export const backendOn = (
  {endpoint}: FakeS3,
  {config = {}, options = {}}: {readonly config?: Partial<S3Config>; readonly options?: Partial<S3Options>} = {},
): Promise<Backend> =>
  s3Backend(
    {
      kind: 's3',
      bucket: 'team-state',
      endpoint,
      insecure: true,
      region: 'us-east-1',
      credentials: {accessKeyId: new Secret('AKIAEXAMPLE'), secretAccessKey: new Secret('the-secret-access-key')},
      ...config,
    },
    {env: {}, ...options, patience: {...HASTE, ...options.patience}},
  );
